import type { Words } from "../en.ts";
import { plural } from "../formats.ts";

export const settings: Words["settings"] = {
  title: "Einstellungen",
  hint: "Sie gelten sofort und über Neustarts hinweg. Alle anderen werden beim Start angegeben.",
  kept: "Wie viel aufbewahrt wird",
  days: "Tage an Ereignissen",
  daysHint: "0: alle Tage",
  gigabytes: "GB an Ereignisdateien",
  gigabytesHint: "0: keine Grenze; darüber geht der älteste Tag zuerst",
  quotas: "Wie viel eine Adresse senden darf",
  megabytes: "MB über HTTP am Tag",
  megabytesHint: "0: keine Grenze. Tokens haben eigene Grenzen.",
  fixed: "Das ist beim Start angegeben: als Flag, in der Umgebung oder in der Einstellungsdatei. Ändern Sie es dort.",
  onlySuperusers: "Nur Superuser ändern diese.",
  saved: "Die Einstellungen gelten ab jetzt.",
  deletes: "Das löscht Ereignisse",
  deletesText: (days, bytes) =>
    plural(days, {
      one: `1 Tag an Ereignissen, ${bytes}, wird sofort gelöscht. Das lässt sich nicht rückgängig machen.`,
      other: `# Tage an Ereignissen, ${bytes}, werden sofort gelöscht. Das lässt sich nicht rückgängig machen.`,
    }),
  deleteDays: "Speichern und löschen",
};
