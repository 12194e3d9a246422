import { describe, expect, test } from "vitest";
import { readRuleFile } from "../../../src/parser-rules/files/read-rule-file.ts";
import { RuleFileError } from "../../../src/parser-rules/rule-problem.ts";

/** A reference of a template, which this file writes in ordinary texts. */
const ref = (name: string) => `$\{${name}}`;
const lines = (...texts: string[]) => texts.join("\n");
const refusal = (text: string, name = "x") => {
  try {
    readRuleFile(name, text);
  } catch (error) {
    if (error instanceof RuleFileError) return error;
    throw error;
  }
  throw new Error("It was taken.");
};

const refused: [title: string, text: string, line: number, reason: RegExp][] = [
  ["no YAML", "a: [", 1, /./],
  ["no object", "- 1", 1, /Expected an object, got a list/],
  ["nothing", "", 1, /Expected an object, got nothing/],
  ["no rules", "name: x", 1, /required/],
  ["an unknown key", lines("rewrite_rules:", "  - drop: true", "    colour: red"), 3, /no "colour" here/],
  [
    "an unknown key of a condition",
    lines("pre_match:", "  - field: host", "    is: a", "    value: b", "rewrite_rules: [{drop: true}]"),
    3,
    /"is"/,
  ],
  [
    "an unknown operator",
    lines("rewrite_rules:", "  - match: {field: host, op: like, value: x}", "    drop: true"),
    2,
    /Expected one of "eq"/,
  ],
  [
    "a misspelt field",
    lines("rewrite_rules:", "  - match:", "      - {field: mesage, value: x}", "    drop: true"),
    3,
    /did you mean "message"/,
  ],
  [
    "a field of stored events",
    lines("rewrite_rules:", "  - match: {field: counter, value: 1}", "    drop: true"),
    2,
    /not known before/,
  ],
  ["an unknown field to rewrite", lines("rewrite_rules:", "  - rewrite:", "      hots: x"), 3, /no "hots" here/],
  [
    "an entry that stands too far left",
    lines("rewrite_rules:", "  - drop: true", "", "- drop: true"),
    4,
    /further left/,
  ],
  ["a key that comes twice", lines("rewrite_rules:", "  - drop: true", "name: x", "name: x"), 4, /"name".*twice/],
  ["an alias of itself", lines("rewrite_rules: &a", "  - *a"), 2, /deeper/],
  ["no kind", lines("rewrite_rules:", "  - match: {field: host, value: x}"), 2, /needs one of/],
  ["two kinds", lines("rewrite_rules:", "  - kv: {}", "    json: message"), 3, /one kind/],
  ["tag beside drop", lines("rewrite_rules:", "  - drop: true", "    tag: {a: b}"), 3, /cannot stand beside/],
  ["another name than the file's", lines("name: y", "rewrite_rules: [{drop: true}]"), 1, /name of the file, "x"/],
  [
    "a group that there is not",
    lines("rewrite_rules:", "  - match: {field: message, op: '=~', value: '(a)'}", "    tag:", "      a: $2"),
    4,
    /no group 2.* have 1/,
  ],
  ["a single dollar", lines("rewrite_rules:", "  - tag:", "      a: 5 $"), 3, /write "\$\$"/],
  ["a field that events lack", lines("rewrite_rules:", "  - tag: {a: $MESAGE}"), 2, /\$MESSAGE/],
  [
    "a circle of two",
    lines("rewrite_rules:", "  - tag:", `      a: '${ref("b")}'`, `      b: '${ref("a")}'`),
    3,
    /circle: a → b → a/,
  ],
  [
    "a circle of grok",
    lines("rewrite_rules:", "  - grok:", "      definitions: {A: '%{B}', B: '%{A}'}", "      patterns: '%{A:a}'"),
    4,
    /A → B → A are a circle/,
  ],
  ["an unknown grok name", lines("rewrite_rules:", "  - grok: '%{NOPE:a}'"), 2, /no grok pattern "NOPE"/],
  [
    "grok that doubles itself",
    lines(
      "rewrite_rules:",
      "  - grok:",
      "      definitions:",
      ...Array.from({ length: 30 }, (_, i) => `        D${i}: '%{D${i + 1}}%{D${i + 1}}'`),
      "        D30: x",
      "      patterns: '%{D0:a}'",
    ),
    35,
    /more than 16384 characters/,
  ],
  [
    "a broken pattern",
    lines("rewrite_rules:", "  - match:", "      - {field: message, op: '=~', value: '(a'}", "    drop: true"),
    3,
    /missing closing \)/,
  ],
  [
    "look-around",
    lines("rewrite_rules:", "  - match: {field: message, op: '=~', value: 'a(?=b)'}", "    drop: true"),
    2,
    /./,
  ],
  [
    "a pattern too long",
    lines("rewrite_rules:", "  - grok:", `      - ${"x".repeat(1001)}`),
    3,
    /at most 1000 characters, got 1001/,
  ],
  [
    "10,000 conditions",
    lines("rewrite_rules:", "  - drop: true", `    match: [${"{field: host, value: a},".repeat(10_000)}]`),
    3,
    /at most|More than/,
  ],
  [
    "a number that is none",
    lines("rewrite_rules:", "  - match: {field: 'tag:n', op: gt, value: many}", "    drop: true"),
    2,
    /Expected a number, got "many"/,
  ],
  [
    "a severity that is none",
    lines("rewrite_rules:", "  - match: {field: severity, op: le, value: bad}", "    drop: true"),
    2,
    /0\.\.7 or a word/,
  ],
  [
    "optional that captures nothing",
    lines("rewrite_rules:", "  - match: {field: host, value: a, optional: true}", "    drop: true"),
    2,
    /Only a condition with =~/,
  ],
  ["a default without a map", lines("rewrite_rules:", "  - tag:", "      a: {value: x, default: y}"), 3, /no map/],
  ["a separator that can be a key", lines("rewrite_rules:", "  - kv: {separator: is}"), 2, /part of a key/],
  ["too deep", `rewrite_rules: ${"[".repeat(40)}${"]".repeat(40)}`, 1, /deeper/],
  ["deeper than the stack", `rewrite_rules: ${"[".repeat(60_000)}${"]".repeat(60_000)}`, 1, /^Nested deeper than 16/],
  ["too large", `# ${"x".repeat(300_000)}`, 0, /at most 262144 bytes/],
  [
    "aliases that stand for too much",
    lines(
      "a0: &a0 [x,x,x,x,x,x,x,x,x,x]",
      ...[1, 2, 3, 4, 5].map(
        (i) =>
          `a${i}: &a${i} [${Array(10)
            .fill(`*a${i - 1}`)
            .join(",")}]`,
      ),
      "rewrite_rules: *a5",
    ),
    1,
    /More than 50000 values|deeper/,
  ],
];

describe("a file that cannot be taken", () => {
  test.each(refused)("when it holds %s, then line and reason are told", (title, text, line, reason) => {
    const error = refusal(text);
    expect([title, error.reason]).toEqual([title, expect.stringMatching(reason)]);
    if (title !== "aliases that stand for too much") expect([title, error.line]).toEqual([title, line]);
  });
});

describe("a file that is taken", () => {
  test("when it is JSON, then it is read as well", () => {
    expect(readRuleFile("x", '{"rewrite_rules": [{"drop": true}]}').compiled.rules[0]!.kind).toBe("drop");
  });

  test("when names speak of themselves, of groups or of those before, then that is no circle", () => {
    const text = lines(
      "rewrite_rules:",
      "  - match: {field: message, op: '=~', value: '(?P<a>.)(?P<b>.)'}",
      `    tag: {a: '${ref("b")}', b: '${ref("a")}', c: '${ref("c")}', d: '${ref("e")}', e: x}`,
    );
    expect(readRuleFile("x", text).compiled.rules.length).toBe(1);
  });
});

test("when a file of many keys is as large as a file may be, then it is refused for what it says", () => {
  expect(refusal(Array.from({ length: 25_000 }, (_, i) => `k${i}: 1`).join("\n")).reason).toMatch(
    /no "k0" here|required/,
  );
});
