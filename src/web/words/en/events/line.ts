/** The query line. */
export const line = {
  query: "Query",
  language: "The query line",
  wrong: (column: number, message: string) => `Column ${column}: ${message}.`,
  none: "(none)",
  operators: {
    ":": "is; * and ? stand for anything",
    "!=": "is not",
    ">=": "at least",
    "<=": "at most",
    ">": "more than",
    "<": "less than",
    "=~": "matches a regular expression",
    "!~": "does not match it",
  },
};
