/** What can stand in a file of rules. Twin: src/parser-rules/rule-schema.ts, which says what is taken. */

export interface Suggestion {
  label: string;
  detail: string;
  apply?: string;
}

/** `before`: the line up to the word; `above`: the lines over it. */
export function suggestionsAt(before: string, above: string): readonly Suggestion[] {
  if (/\bop:\s*["']?$/.test(before)) return operators;
  if (/\bfield:\s*$/.test(before)) return fields;
  if (/%\{?$/.test(before)) return [];
  if (/^\s*(?:- )?[{\s-]*\{?(?:.*[,{]\s*)$/.test(before) && before.includes("{")) return conditionKeys;
  if (!/^\s*(?:- )?\s*$/.test(before)) return [];
  const isTop = /^\S*$/.test(before) && before.trim() === "";
  if (isTop) return fileKeys;
  const parent = parentOf(before, above);
  if (parent === "rewrite") return rewritten;
  return parent === "match" || parent === "pre_match" ? conditionKeys : ruleKeys;
}

/** The key that this line stands below. */
function parentOf(before: string, above: string): string {
  const depth = before.length;
  for (const line of above.split("\n").toReversed()) {
    const [, indent = "", key = ""] = /^(\s*(?:- )?)([\w]+):\s*$/.exec(line) ?? [];
    if (key !== "" && indent.length < depth) return key;
  }
  return "";
}

const fileKeys: readonly Suggestion[] = [
  { label: "description", detail: "what the rules are for", apply: "description: " },
  {
    label: "first_match_only",
    detail: "after the first that applied, skip the others",
    apply: "first_match_only: true",
  },
  { label: "pre_match", detail: "conditions for all rules", apply: "pre_match:\n  - {field: program, value: }" },
  { label: "rewrite_rules", detail: "the rules", apply: "rewrite_rules:\n  - name: " },
];

const ruleKeys: readonly Suggestion[] = [
  { label: "name", detail: "for lists and messages", apply: "name: " },
  { label: "match", detail: "conditions, all of which must hold", apply: "match:" },
  { label: "tag", detail: "sets tags", apply: "tag: {}" },
  { label: "rewrite", detail: "sets host, program, message, severity …", apply: "rewrite: {}" },
  { label: "replace", detail: "changes texts", apply: "replace:" },
  { label: "grok", detail: "takes a text apart by named patterns", apply: 'grok: "%{}"' },
  { label: "kv", detail: "takes key=value pairs", apply: "kv: {}" },
  { label: "json", detail: "takes JSON apart", apply: "json: message" },
  { label: "tokenize", detail: "cuts at a separator", apply: 'tokenize: {separator: ",", fields: []}' },
  { label: "drop", detail: "does not store the event", apply: "drop: true" },
];

const conditionKeys: readonly Suggestion[] = [
  { label: "field", detail: "host, program, message, a tag …", apply: "field: " },
  { label: "op", detail: "how it is compared; eq when not given", apply: "op: " },
  { label: "value", detail: "with what; a list is one of these", apply: "value: " },
  { label: "ignore_case", detail: "capitals do not count", apply: "ignore_case: true" },
  { label: "optional", detail: "holds in any case; fills its groups", apply: "optional: true" },
];

const operators: readonly Suggestion[] = [
  { label: "eq", detail: "is; * and ? stand for anything" },
  { label: "ne", detail: "is not" },
  { label: "=~", detail: "matches a regular expression", apply: '"=~"' },
  { label: "!~", detail: "does not match it", apply: '"!~"' },
  { label: "=*", detail: "contains", apply: '"=*"' },
  { label: "!*", detail: "does not contain", apply: '"!*"' },
  { label: "gt", detail: "is more than" },
  { label: "ge", detail: "is at least" },
  { label: "lt", detail: "is less than" },
  { label: "le", detail: "is at most" },
];

const fields: readonly Suggestion[] = [
  { label: "message", detail: "the text" },
  { label: "program", detail: "who wrote it" },
  { label: "host", detail: "where" },
  { label: "severity", detail: "0 to 7, or a word" },
  { label: "facility", detail: "0 to 23, or a name" },
  { label: "cisco_mnemonic", detail: "of Cisco's devices" },
  { label: "type", detail: "SYSLOG, HTTP, FILE …" },
  { label: "tag:", detail: "a tag by its name" },
  { label: "extra:", detail: "what stands there in extra_fields" },
];

const rewritten: readonly Suggestion[] = fields
  .filter(({ label }) => !/[:]|^type$/.test(label))
  .map(({ label, detail }) => ({ label, detail, apply: `${label}: ` }));
