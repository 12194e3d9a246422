import { words } from "../../../words/words.ts";

/** Everything a file of rules may contain. Twin: src/parser-rules/rule-schema.ts, which decides. */

export interface Suggestion {
  label: string;
  detail: string;
  apply?: string;
}

/** `before`: the line up to the word; `above`: the lines over it. */
export function suggestionsAt(before: string, above: string): readonly Suggestion[] {
  if (/\bop:\s*["']?$/.test(before)) return suggest(operators, words.rules.suggested.operators);
  if (/\bfield:\s*$/.test(before)) return suggest(fields, words.rules.suggested.fields);
  if (/%\{?$/.test(before)) return [];
  if (/^\s*(?:- )?[{\s-]*\{?(?:.*[,{]\s*)$/.test(before) && before.includes("{")) return conditions();
  if (!/^\s*(?:- )?\s*$/.test(before)) return [];
  const isTop = /^\S*$/.test(before) && before.trim() === "";
  if (isTop) return suggest(fileKeys, words.rules.suggested.fileKeys);
  const parent = parentOf(before, above);
  if (parent === "rewrite") return rewritten();
  return parent === "match" || parent === "pre_match"
    ? conditions()
    : suggest(ruleKeys, words.rules.suggested.ruleKeys);
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

const fileKeys = {
  description: "description: ",
  first_match_only: "first_match_only: true",
  pre_match: "pre_match:\n  - {field: program, value: }",
  rewrite_rules: "rewrite_rules:\n  - name: ",
} as const;

const ruleKeys = {
  name: "name: ",
  match: "match:",
  tag: "tag: {}",
  rewrite: "rewrite: {}",
  replace: "replace:",
  grok: 'grok: "%{}"',
  kv: "kv: {}",
  json: "json: message",
  tokenize: 'tokenize: {separator: ",", fields: []}',
  drop: "drop: true",
} as const;

const conditionKeys = {
  field: "field: ",
  op: "op: ",
  value: "value: ",
  ignore_case: "ignore_case: true",
  optional: "optional: true",
} as const;

const operators = {
  eq: "eq",
  ne: "ne",
  "=~": '"=~"',
  "!~": '"!~"',
  "=*": '"=*"',
  "!*": '"!*"',
  gt: "gt",
  ge: "ge",
  lt: "lt",
  le: "le",
} as const;

const fields = {
  message: "message",
  program: "program",
  host: "host",
  severity: "severity",
  facility: "facility",
  cisco_mnemonic: "cisco_mnemonic",
  type: "type",
  "tag:": "tag:",
  "extra:": "extra:",
} as const;

/** The text to insert for each name, and its explanation. */
function suggest<Name extends string>(
  applied: Readonly<Record<Name, string>>,
  details: Readonly<Record<Name, string>>,
): readonly Suggestion[] {
  return (Object.keys(applied) as Name[]).map((label) => ({ label, detail: details[label], apply: applied[label] }));
}

function conditions(): readonly Suggestion[] {
  return suggest(conditionKeys, words.rules.suggested.conditionKeys);
}

function rewritten(): readonly Suggestion[] {
  return suggest(fields, words.rules.suggested.fields)
    .filter(({ label }) => !/[:]|^type$/.test(label))
    .map(({ label, detail }) => ({ label, detail, apply: `${label}: ` }));
}
