/** What the parts of a rule file may leave out. */
export const fileDefaults = { first_match_only: false };
export const conditionDefaults = { op: "eq", ignore_case: false, optional: false } as const;
export const replaceDefaults = { ignore_case: false };
export const tokenizeDefaults = { field: "message", trim: false };
export const keyValueDefaults = {
  ...{ separator: "=", delimiter: '"', pair_separator: " ", field: "message" },
  ...{ prefix: "", spaces_in_values: false },
};
export const grokDefaults = { field: "message", definitions: {} };
export const jsonDefaults = { field: "message", prefix: "" };
