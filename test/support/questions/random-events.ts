import fc from "fast-check";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import type { NaiveElement, NaiveWords } from "./naive-filter.ts";

/** Events that have much in common, so that random filters choose some of them, including difficult ones. */
export function storedEvents(baseMicros: number, spreadMicros: number, maxLength = 24): fc.Arbitrary<StoredEvent[]> {
  return fc.array(eventFields(baseMicros, spreadMicros), { minLength: 1, maxLength }).chain((events) =>
    fc
      .shuffledSubarray(
        events.map((_, i) => i + 1),
        { minLength: events.length },
      )
      .map((ids) => events.map((event, i) => ({ ...event, id: ids[i]! }))),
  );
}

const words = [
  "Error",
  "error",
  "ERR",
  "connection",
  "refused",
  "re",
  "straße",
  "STRASSE",
  "Ünï",
  "ünÏ",
  "日本",
  "10",
  "0",
  "a_b",
  "ssh2",
  "worker17",
  "worker_4",
  "x9f3",
  "007",
  "σας",
  "ΣΑΣ",
  "e\u0301t",
];
const separators = [" ", " ", " ", ".", ", ", ": ", "=", "-", " – ", "\n", "“"];
const textValues = [
  "web1",
  "web2",
  "WEB1",
  "web10",
  "db",
  "Ünï",
  "ünï",
  "a*b",
  "a?b",
  "a\\b",
  "10.0.0.1",
  "日本語",
  "😀x",
  "10.0.1.7",
  "::ffff:10.0.0.1",
  "2001:db8::1",
];
const tagValues = [
  "1500ms",
  "2s",
  "3 KiB",
  "2MB",
  "200",
  "404",
  "404.0",
  "0500",
  "500",
  "-3",
  "1.5",
  "1e3",
  "x",
  "X",
  "web1",
  "é",
  "É",
];

function eventFields(baseMicros: number, spreadMicros: number) {
  const message = fc
    .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...separators)), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.flat().join(""));
  const time = fc.oneof(
    fc.integer({ min: 0, max: spreadMicros }),
    fc.integer({ min: 0, max: Math.floor(spreadMicros / 1e6) }).map((seconds) => seconds * 1e6),
  );
  return fc.record({
    times: fc
      .array(time, { minLength: 1, maxLength: 4 })
      .map((times) => times.map((offset) => baseMicros + offset).sort((a, b) => a - b)),
    host: fc.constantFrom(...textValues),
    program: fc.constantFrom("", "cron", "Cron", "sshd"),
    message,
    severity: fc.integer({ min: 0, max: 7 }),
    facility: fc.constantFrom(0, 4, 16),
    type: fc.integer({ min: 0, max: 4 }),
    status: fc.integer({ min: 0, max: 2 }),
    ciscoMnemonic: fc.constantFrom("", "SYS-5-CONFIG_I"),
    tags: fc
      .record({ code: fc.constantFrom(...tagValues), user: fc.constantFrom(...textValues) }, { requiredKeys: [] })
      .map((tags) => Object.entries(tags).flat()),
    extra: fc.constantFrom("", '{"a":1}', '{"original_ts":1,"a":2}', '{"a":"\\"original_ts\\":"}'),
  });
}

const textFields = [
  "host",
  "program",
  "message",
  "pattern",
  "user",
  "code",
  "cisco_mnemonic",
  "severity_name",
  "type",
  "missing",
];
const numberFields = ["severity", "facility", "status", "counter", "code", "id", "user", "first_occurrence", "missing"];

/** With values and words that these events have, and some that they lack. */
export function naiveConditions(): fc.Arbitrary<NaiveElement[]> {
  const condition = fc.oneof(equality(), comparison(), pattern(), wordQuery());
  const { element } = fc.letrec<{ element: NaiveElement }>((tie) => ({
    element: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      { arbitrary: condition, weight: 3 },
      { arbitrary: parts(tie("element")).map((any) => ({ any })), weight: 2 },
      { arbitrary: parts(tie("element")).map((all) => ({ all })), weight: 1 },
      { arbitrary: tie("element").map((not) => ({ not })), weight: 1 },
    ),
  }));
  return fc.array(element, { maxLength: 3 });
}

function parts(element: fc.Arbitrary<NaiveElement>): fc.Arbitrary<NaiveElement[]> {
  return fc.array(element, { minLength: 1, maxLength: 3 });
}

/** Fields that can be counted. */
export const countedField = fc.constantFrom(
  "host",
  "program",
  "severity",
  "severity_name",
  "type",
  "code",
  "user",
  "message",
  "pattern",
  "counter",
  "id",
  "missing",
);

function equality() {
  const text = fc.oneof(
    fc.constantFrom(...textValues.filter((value) => !value.includes("\\")), ...tagValues, ...words),
    fc.constantFrom(
      "p1*",
      "*",
      "",
      "web*",
      "*1",
      "?eb1",
      "*B*",
      "w*b?",
      "??",
      "*ü*",
      "err*",
      "3",
      "03",
      "ERROR",
      "*n*e*",
      "10.0.0.0/24",
      "10.0.0.0/8",
      "10.0.0.1/32",
      "0.0.0.0/0",
      "2001:db8::/32",
      "::/0",
      "10.0.0.0/99",
    ),
    fc
      .array(fc.constantFrom(...words, "con*", "?", "*", "*fus*", "10.0", "=>"), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join(" ")),
  );
  const scalar = fc.oneof(text, text, fc.constantFrom(200, 404, 500, 3, -3, 1.5, 1000), fc.boolean());
  return fc.record({
    field: fc.constantFrom(...textFields, ...numberFields),
    op: fc.constantFrom("eq", "ne"),
    value: fc.oneof(scalar, fc.array(scalar, { minLength: 1, maxLength: 4 })),
    ignore_case: fc.boolean(),
  });
}

function comparison() {
  const unit = fc.constantFrom("1.5s", "1500ms", "2m", "1KiB", "2MB");
  const value = fc.constantFrom<string | number>(3, 4, 404, "404", 1.5, "500.0", 0, -3, 1_700_000_000.5);
  const compared = <Value>(fields: readonly string[], bound: fc.Arbitrary<Value>) =>
    fc.record({
      field: fc.constantFrom(...fields),
      op: fc.constantFrom("lt", "le", "gt", "ge"),
      value: fc.oneof(bound, fc.array(bound, { minLength: 1, maxLength: 3 })),
      ignore_case: fc.boolean(),
    });
  return fc.oneof(
    { weight: 3, arbitrary: compared(numberFields, value) },
    { weight: 1, arbitrary: compared(["code", "user", "missing"], fc.oneof(unit, value)) },
  );
}

function pattern() {
  return fc.record({
    field: fc.constantFrom(...textFields, "severity"),
    op: fc.constantFrom("=~", "!~"),
    value: fc.constantFrom("^web\\d$", "e", "ERR|db", "conn.*refused", "a*", "^$", "[0-9]+", "ü", "(?:x|4)0"),
    ignore_case: fc.boolean(),
  });
}

function wordQuery() {
  return fc
    .record({ field: fc.constantFrom(...textFields, "message", "message"), words: wordTree, ignore_case: fc.boolean() })
    .map(({ field, words, ignore_case }) => ({ field, op: "qp", words, ignore_case, value: writeWords(words) }));
}

const leaf: fc.Arbitrary<NaiveWords> = fc
  .array(fc.constantFrom(...words, "404", "web1"), { minLength: 1, maxLength: 2 })
  .map((phrase) => ({ phrase }));
const wildLeaf: fc.Arbitrary<NaiveWords> = fc
  .constantFrom("con*", "*", "?r?or", "*a*", "??")
  .map((word) => ({ phrase: [word] }));

/** Always with something wanted. */
const wordTree: fc.Arbitrary<NaiveWords> = fc
  .tuple(leaf, fc.constantFrom("all" as const, "any" as const), deepTree())
  .map(([first, kind, rest]) => (kind === "all" ? { all: [rest, first] } : { any: [rest, first] }));

function deepTree(): fc.Arbitrary<NaiveWords> {
  const { tree } = fc.letrec<{ tree: NaiveWords }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      fc.oneof(leaf, wildLeaf),
      fc.array(tie("tree"), { minLength: 2, maxLength: 3 }).map((all) => ({ all })),
      fc.array(tie("tree"), { minLength: 2, maxLength: 3 }).map((any) => ({ any })),
      tie("tree").map((not) => ({ not })),
    ),
  }));
  return tree;
}

/** The tree as a value of `qp`. */
function writeWords(tree: NaiveWords): string {
  if ("all" in tree) return tree.all.map((part) => `(${writeWords(part)})`).join(" ");
  if ("any" in tree) return tree.any.map((part) => `(${writeWords(part)})`).join(" | ");
  if ("not" in tree) return `-(${writeWords(tree.not)})`;
  return tree.phrase.length === 1 ? tree.phrase[0]! : `"${tree.phrase.join(" ")}"`;
}
