import { expect, test } from "vitest";
import { completeRuleFile } from "../../src/parser-rules/complete-rule-file.ts";
import { ruleFileSchema, type WrittenRuleFile } from "../../src/parser-rules/rule-schema.ts";

type WrittenRule = WrittenRuleFile["rewrite_rules"][number];

const condition = { field: "message", value: "a" };
const least: WrittenRule[] = [
  { match: condition, drop: true },
  { match: [condition, { ...condition, op: "=~" }] },
  { match: [], tag: { a: "1", b: { value: "$a", map: { "1": "one" } } } },
  { rewrite: { host: "a", time: { value: "$a" } } },
  { replace: [{ field: "message", expr: "a", fmt: "b" }] },
  { tokenize: { separator: " ", fields: ["a", ""] } },
  { kv: {} },
  { kv: { fields: ["a"] } },
  { grok: "a" },
  { grok: ["a", "b"] },
  { grok: { patterns: "a" } },
  { json: "message" },
  { json: {} },
];
const most: WrittenRule[] = [
  { name: "a", description: "b", comment: ["c"], match: { ...condition, op: "ne", ignore_case: true, optional: true } },
  { replace: [{ field: "host", expr: "a", fmt: "b", ignore_case: true }] },
  { tokenize: { separator: " ", fields: ["a"], field: "program", quote: "'", trim: true } },
  { kv: { separator: ":", delimiter: "", pair_separator: ";", field: "a", prefix: "b", spaces_in_values: true } },
  { grok: { patterns: ["%{A:a}"], field: "host", definitions: { A: "a" } } },
  { json: { field: "a", fields: { b: "c" }, prefix: "d" } },
];

test.each<[string, WrittenRuleFile]>([
  ...[...least, ...most].map((rule): [string, WrittenRuleFile] => [JSON.stringify(rule), { rewrite_rules: [rule] }]),
  ["one condition for all", { pre_match: condition, rewrite_rules: least }],
  ["several for all", { name: "a", first_match_only: true, pre_match: [condition], rewrite_rules: most }],
])("when a file says %s, then it is completed as the schema does", (_, written) => {
  const byHand = completeRuleFile(structuredClone(written));
  expect(byHand).toEqual(ruleFileSchema.parse(written));
});
