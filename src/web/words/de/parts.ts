import type { Words } from "../en.ts";

export const parts: Words["parts"] = {
  close: "Schließen",
  cancel: "Abbrechen",
  save: "Speichern",
  undo: "Rückgängig",
  remove: "Löschen",
  open: "Öffnen",
  yes: "Ja",
  no: "Nein",
  never: "nie",
  nobody: "Niemand",
  everybody: "Alle",
  unknownUser: (id) => `Benutzer ${id}`,
  loading: "Lädt",
  refused: (title, text) => `${title}. ${text}`,
  nextEntry: "Nächster Eintrag",
  previousEntry: "Vorheriger Eintrag",
  openEntry: "Eintrag öffnen",
  closeEntry: "Eintrag schließen",
};
