/** What the parts of a rule file may leave out. */
export const ruleDefaults = {
  file: { first_match_only: false },
  condition: { op: "eq", ignore_case: false, optional: false },
  replace: { ignore_case: false },
  tokenize: { field: "message", trim: false },
  kv: {
    ...{ separator: "=", delimiter: '"', pair_separator: " ", field: "message" },
    ...{ prefix: "", spaces_in_values: false },
  },
  grok: { field: "message", definitions: {} },
  json: { field: "message", prefix: "" },
} as const;
