import type { Words } from "../../en.ts";

export const changes: Words["changes"] = {
  title: "Änderungen",
  question: "Frage",
  changed: "Was sich geändert hat",
  special: "Was besonders ist",
  among: "Unter diesen Ereignissen",
  about: "Zu diesen Ereignissen",
  amongHint: "Unter allen Ereignissen",
  aboutHint: "Zu welchen Ereignissen? Etwa severity<=3",
  with: "Verglichen mit",
  against: "Gegen",
  bases: { before: "ebenso lange davor", day: "den Tag davor", week: "die Woche davor" },
  since: "Seit der Markierung",
  marker: (id) => `Markierung ${id}`,
  noEvent: "In keiner der beiden Zeiten ist ein Ereignis",
  nothing: "Nichts hat sich über den Zufall hinaus geändert",
  wider: "Wählen Sie eine weitere Zeit oder weniger Bedingungen.",
  allAlike: (count) => `${count} Werte wurden verglichen; alle sind so häufig wie zu erwarten.`,
  ofChanged: (all) => `von ${all} geändert`,
  occurrences: (span) => `Vorkommen, ${span}`,
  ofThese: "davon",
  againstThat: "gegen",
  others: "andere",
  what: "Was verglichen wird",
  patterns: "Muster",
  which: "Zu welchen Ereignissen?",
  whichText:
    "Eine Zeile oben sagt es, etwa severity<=3 oder host:web-1. Dann sehen Sie, worin sie sich vom Rest unterscheiden.",
  compared: (values, fields, skipped) =>
    `${values} Werte von ${fields} Feldern wurden verglichen${skipped === "" ? "" : `; nicht von ${skipped}: zu viele verschiedene`}`,
};
