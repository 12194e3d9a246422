import type { Words } from "../../en.ts";

export const line: Words["line"] = {
  query: "Abfrage",
  language: "Die Abfragezeile",
  wrong: (column, message) => `Spalte ${column}: ${message}.`,
  none: "(keiner)",
  operators: {
    ":": "ist; * und ? stehen für Beliebiges",
    "!=": "ist nicht",
    ">=": "mindestens",
    "<=": "höchstens",
    ">": "mehr als",
    "<": "weniger als",
    "=~": "passt zu einem regulären Ausdruck",
    "!~": "passt nicht dazu",
  },
};
