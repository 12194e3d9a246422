/** What lines of the query language find, as `src/filter/language/examples.ts` says it. */
export const languageMeanings: Readonly<Record<string, string>> = {
  "messages with this word, in any case": "Meldungen mit diesem Wort, groß oder klein",
  "with both words, wherever they stand": "mit beiden Wörtern, wo sie auch stehen",
  "with the words next to each other": "mit den Wörtern nebeneinander",
  "with one of them; OR says the same": "mit einem davon; OR heißt dasselbe",
  "with the one and without the other; NOT and ! say the same":
    "mit dem einen und ohne das andere; NOT und ! heißen dasselbe",
  "words that begin so; ? is any one letter": "Wörter, die so beginnen; ? ist ein beliebiger Buchstabe",
  "of this host": "von diesem Host",
  "of hosts that begin so": "von Hosts, die so beginnen",
  "of one of these; host:web1,db1 says the same": "von einem davon; host:web1,db1 heißt dasselbe",
  "of everything but this; -program:cron says the same": "von allem außer diesem; -program:cron heißt dasselbe",
  "errors and worse; severity<=3 says the same": "Fehler und Schlimmeres; severity<=3 heißt dasselbe",
  "where the number lies between": "wo die Zahl dazwischen liegt",
  "with a unit of size: B, kB, MB, GB, KiB, MiB …": "mit einer Einheit der Größe: B, kB, MB, GB, KiB, MiB …",
  "with a unit of time: ms, s, m, h …; also where the log says 1600ms":
    "mit einer Einheit der Zeit: ms, s, m, h …; auch wo im Log 1600ms steht",
  "of addresses in a network, IPv6 too": "von Adressen in einem Netz, auch IPv6",
  "where there is a user; -user:* where there is none": "wo es einen user gibt; -user:* wo es keinen gibt",
  "a value with blanks; in quotes * and ? are ordinary":
    "ein Wert mit Leerzeichen; in Anführungszeichen sind * und ? gewöhnlich",
  "where a regular expression (RE2) is found; !~ where it is not":
    "wo ein regulärer Ausdruck (RE2) vorkommt; !~ wo er es nicht tut",
  "messages of one kind, by the id that vigie patterns shows":
    "Meldungen einer Art, mit der Kennung, die vigie patterns zeigt",
  "OR between fields; what stands side by side must all hold":
    "OR zwischen Feldern; was nebeneinander steht, muss alles zutreffen",
  "all but what holds in the brackets": "alle außer dem, was in den Klammern zutrifft",
};
