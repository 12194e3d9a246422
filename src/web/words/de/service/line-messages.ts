/** What the query language says of a line it does not take, with German texts; `#` as in `refusals`. */
export const lineMessages: Record<string, string> = {
  "expected a word, found the end": "hier fehlt noch ein Wort",
  "expected a word; comparisons stand right after a field name (code>=500), other signs in quotes":
    "hier fehlt ein Wort; Vergleiche stehen direkt hinter einem Feldnamen (code>=500), andere Zeichen in Anführungszeichen",
  'expected a word or the end, found ")" without "("': "diese „)“ hat keine „(“",
  'expected at least one word that is wanted; "*" stands for anything':
    "mindestens ein Wort muss gewünscht sein; „*“ steht für alles",
  'expected a word, found "#"': "erwartet wird ein Wort statt „#“",
  "expected a word, found #": "erwartet wird ein Wort statt #",
  'expected a closing quote (") for the one here': 'zu diesem Anführungszeichen fehlt das schließende (")',
  'expected ")" for the "(" here': "zu dieser „(“ fehlt die „)“",
  'expected a value right after "#"': "direkt hinter „#“ fehlt ein Wert",
  'expected a value inside "()"': "zwischen „(“ und „)“ fehlt ein Wert",
  "expected a space after the closing quote": "hinter dem schließenden Anführungszeichen fehlt ein Leerzeichen",
  'expected a number after "#", found "#"': "hinter „#“ wird eine Zahl erwartet statt „#“",
  'expected a number, got "#"': "erwartet wird eine Zahl statt „#“",
  "expected words and wildcards of at most # steps for each character, got #: use fewer, or longer ones":
    "Wörter und Platzhalter dürfen höchstens # Schritte je Zeichen brauchen, diese brauchen #: weniger, oder längere, gehen",
  "expected at most # conditions": "höchstens # Bedingungen",
  "expected at most # levels of brackets": "höchstens # Ebenen von Klammern",
  "expected at most # parentheses and negations inside each other": "höchstens # Klammern und Verneinungen ineinander",
  "expected at most # characters in a regular expression, got #":
    "höchstens # Zeichen in einem regulären Ausdruck, es sind #",
  "expected at most # characters in a regular expression": "höchstens # Zeichen in einem regulären Ausdruck",
  "expected at most # characters in a value with wildcards, got #":
    "höchstens # Zeichen in einem Wert mit Platzhaltern, es sind #",
  "expected at most # characters, got #": "höchstens # Zeichen, es sind #",
  'the field "#" can be neither searched nor counted': "das Feld „#“ lässt sich weder durchsuchen noch zählen",
  'the field "#" can be neither searched nor counted; use the time range, first_occurrence or last_occurrence':
    "das Feld „#“ lässt sich weder durchsuchen noch zählen; nehmen Sie den Zeitraum, first_occurrence oder last_occurrence",
  'the field "#" can be neither searched nor counted; use #, in epoch seconds':
    "das Feld „#“ lässt sich weder durchsuchen noch zählen; nehmen Sie #, in Sekunden seit 1970",
  'the field "#" can be neither searched nor counted; name the tag itself':
    "das Feld „#“ lässt sich weder durchsuchen noch zählen; nennen Sie das Tag selbst",
  'the field "#" can be neither searched nor counted; it can stand in a filter only':
    "das Feld „#“ lässt sich weder durchsuchen noch zählen; es kann nur in einem Filter stehen",
};

/** What the library of regular expressions says of one that it does not take. */
export const expressionMessages: Record<string, string> = {
  "error parsing regexp: missing closing ): #": "im regulären Ausdruck fehlt eine „)“: #",
  "error parsing regexp: unexpected ): #": "im regulären Ausdruck ist eine „)“ zu viel: #",
  "error parsing regexp: missing closing ]: #": "im regulären Ausdruck fehlt eine „]“: #",
  "error parsing regexp: invalid character class range: #":
    "der Bereich von Zeichen im regulären Ausdruck gilt nicht: #",
  "error parsing regexp: invalid escape sequence: #": "den Ausdruck hinter „\\“ im regulären Ausdruck gibt es nicht: #",
  "error parsing regexp: invalid named capture: #": "der Name einer Gruppe im regulären Ausdruck gilt nicht: #",
  "error parsing regexp: duplicate capture group name: #":
    "zwei Gruppen des regulären Ausdrucks haben denselben Namen: #",
  "error parsing regexp: invalid or unsupported Perl syntax: #": "das gibt es in diesen regulären Ausdrücken nicht: #",
  "error parsing regexp: invalid nested repetition operator: #":
    "im regulären Ausdruck stehen zwei Wiederholungen hintereinander: #",
  "error parsing regexp: invalid repeat count: #": "so oft wiederholt ein regulärer Ausdruck nichts: #",
  "error parsing regexp: missing argument to repetition operator: #":
    "im regulären Ausdruck fehlt, was sich wiederholen soll: #",
  "error parsing regexp: trailing backslash at end of expression":
    "hinter dem letzten „\\“ des regulären Ausdrucks fehlt ein Zeichen",
  "error parsing regexp: expression nests too deeply: #": "der reguläre Ausdruck ist zu tief verschachtelt: #",
  "error parsing regexp: expression too large": "der reguläre Ausdruck ist zu groß",
};
