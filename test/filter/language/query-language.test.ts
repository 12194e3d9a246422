import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Condition } from "../../../src/filter/condition/condition.ts";
import { parseQueryLanguage } from "../../../src/filter/language/query-language.ts";
import { filterSchema } from "../../../src/filter/schema.ts";
import { LanguageError } from "../../../src/filter/words/language-error.ts";

describe("a line of the query language", () => {
  const lines: [line: string, conditions: [field: string, op: string, value: unknown][]][] = [
    ["", []],
    ["   ", []],
    [
      'severity<=3 host:web* "connection refused" -program:cron code>=500',
      [
        ["severity", "le", 3],
        ["host", "eq", "web*"],
        ["program", "ne", "cron"],
        ["code", "ge", 500],
        ["message", "qp", '"connection refused"'],
      ],
    ],
    ["severity:error", [["severity", "eq", "error"]]],
    ["severity>=error", [["severity", "ge", 3]]],
    ["severity:>=WARN", [["severity", "ge", 4]]],
    ["host=web1", [["host", "eq", "web1"]]],
    ["host!=web1", [["host", "ne", "web1"]]],
    ["-host!=web1", [["host", "eq", "web1"]]],
    ["NOT host:web1", [["host", "ne", "web1"]]],
    ["host:(a b c)", [["host", "eq", ["a", "b", "c"]]]],
    ["host:(a, b | c OR d)", [["host", "eq", ["a", "b", "c", "d"]]]],
    ["host:a,b", [["host", "eq", ["a", "b"]]]],
    ["-host:(a b)", [["host", "ne", ["a", "b"]]]],
    ["host:a | host:b", [["host", "eq", ["a", "b"]]]],
    [
      "(host:a OR host:b) x",
      [
        ["host", "eq", ["a", "b"]],
        ["message", "qp", "x"],
      ],
    ],
    ["-(host:a | host:b)", [["host", "ne", ["a", "b"]]]],
    ["user=~^adm(in|x)$", [["user", "=~", "^adm(in|x)$"]]],
    ["user!~[a-z]+", [["user", "!~", "[a-z]+"]]],
    ["-user=~x", [["user", "!~", "x"]]],
    ['user=~"a b\\d\\""', [["user", "=~", 'a b\\d"']]],
    ["(user=~a(b)c)", [["user", "=~", "a(b)c"]]],
    [
      "user=~[)] x",
      [
        ["user", "=~", "[)]"],
        ["message", "qp", "x"],
      ],
    ],
    ["took>1.5s", [["took", "gt", "1.5s"]]],
    ["bytes>=10MB", [["bytes", "ge", "10MB"]]],
    ["src_ip:10.0.0.0/8,2001:db8::/32", [["src_ip", "eq", ["10.0.0.0/8", "2001:db8::/32"]]]],
    ["-src_ip:::1/128", [["src_ip", "ne", "::1/128"]]],
    ["field:*", [["field", "eq", "*"]]],
    ["-field:*", [["field", "ne", "*"]]],
    ['host:"a b*"', [["host", "eq", "a b\\*"]]],
    ["host:a\\*b*", [["host", "eq", "a\\*b*"]]],
    ["path:C:\\Users\\bob", [["path", "eq", "C:\\Users\\bob"]]],
    ["path:C:\\\\*", [["path", "eq", "C:\\\\*"]]],
    ["url:http://x/y?z=1", [["url", "eq", "http://x/y?z=1"]]],
    ["k8s.io/name:x", [["k8s.io/name", "eq", "x"]]],
    ['"my tag":x', [["my tag", "eq", "x"]]],
    ["12:30", [["message", "qp", '"12:30"']]],
    ["user\\:x", [["message", "qp", '"user:x"']]],
    ["a b", [["message", "qp", "a b"]]],
    ["a AND b", [["message", "qp", "a b"]]],
    ["a | b c", [["message", "qp", "a | (b c)"]]],
    ["(a | b) c", [["message", "qp", "(a | b) c"]]],
    ["a (b (c | d))", [["message", "qp", "a b (c | d)"]]],
    ["a -b", [["message", "qp", "a -b"]]],
    ["-debug", [["message", "qp", "* -debug"]]],
    ["-(a | b)", [["message", "qp", "* -(a | b)"]]],
    ["conn* ?x", [["message", "qp", "conn* ?x"]]],
    ["ERROR or not", [["message", "qp", "ERROR or not"]]],
    ["web-1", [["message", "qp", '"web-1"']]],
  ];
  for (const [line, conditions] of lines)
    test(`when it is ${line || "empty"}, then it means ${JSON.stringify(conditions)}`, () => {
      const parsed = parseQueryLanguage(line) as Condition[];
      expect(parsed.map(({ field, op, value }) => [field, op, value])).toEqual(conditions);
      expect(parsed.every(({ ignore_case }) => ignore_case)).toBe(true);
      expect(filterSchema.parse(parsed)).toEqual(parsed);
    });

  const is = (field: string, value: unknown, op = "eq") => ({ field, op, value, ignore_case: true });
  const says = (value: string) => is("message", value, "qp");
  const trees: [line: string, elements: unknown[]][] = [
    ["host:a | program:b", [{ any: [is("host", "a"), is("program", "b")] }]],
    ["host:a | x", [{ any: [is("host", "a"), says("x")] }]],
    ["x | host:a | -y", [{ any: [is("host", "a"), says("x | -y")] }]],
    ["host:a | program:b | host:c,d", [{ any: [is("host", ["a", "c", "d"]), is("program", "b")] }]],
    ["host!=a | host!=b", [{ any: [is("host", "a", "ne"), is("host", "b", "ne")] }]],
    ["-code>=5", [{ not: is("code", 5, "ge") }]],
    ["-(-code>=5)", [is("code", 5, "ge")]],
    ["-(host:a b)", [{ not: { all: [is("host", "a"), says("b")] } }]],
    ["-(host:a | b)", [{ not: { any: [is("host", "a"), says("b")] } }]],
    ["host:a program:b | c", [{ any: [{ all: [is("host", "a"), is("program", "b")] }, says("c")] }]],
    ["(host:a | program:b) c d:1", [{ any: [is("host", "a"), is("program", "b")] }, is("d", "1"), says("c")]],
    ["host:a (program:b (c | d:1))", [is("host", "a"), is("program", "b"), { any: [is("d", "1"), says("c")] }]],
  ];
  test.each(trees)("when it is %s, then it means %j", (line, elements) => {
    const parsed = parseQueryLanguage(line);
    expect(parsed).toEqual(elements as never);
    expect(filterSchema.parse(parsed)).toEqual(parsed as never);
  });

  test("when AND, OR and NOT of fields are nested deeper than a filter may be, then it is refused", () => {
    const nested = (levels: number): string => (levels === 0 ? "z:1" : `(a:1 | b:2 -${nested(levels - 1)})`);
    expect(parseQueryLanguage(nested(2))).toHaveLength(1);
    expect(errorOf(nested(5)).message).toMatch(/at most 8 levels/);
  });

  const refused: [line: string, column: number, expected: RegExp][] = [
    ["host:", 6, /a value right after "host:"/],
    ["host:a,", 6, /a value/],
    ["a (b", 3, /"\)" for the "\(" here/],
    ["a b)", 4, /found "\)" without "\("/],
    ['a "b', 3, /closing quote/],
    ['host:"a"b', 9, /a space after the closing quote/],
    ["code>=x", 7, /a number after "code>=", found "x"/],
    ["severity>=5s", 11, /a number after "severity>=", found "5s"/],
    ["took>5q", 6, /a number after "took>", found "5q"/],
    ["code >= 5", 6, /comparisons stand right after a field name/],
    ["a |", 4, /a word, found the end/],
    ["| a", 1, /a word, found "\|"/],
    ["a OR", 3, /a word, found OR/],
    ["()", 2, /a word, found "\)"/],
    ["a -", 3, /a word, found "-"/],
    ['""', 1, /a word inside the quotes/],
    ["host:()", 6, /a value inside "\(\)"/],
    ["host:a | program:", 18, /a value right after "program:"/],
    ["host:a | ts:5", 10, /use the time range/],
    ["-(host:a b", 2, /"\)" for the "\(" here/],
    ["user=~(a", 7, /missing closing \)/],
    ["user=~a{1,2000}", 7, /invalid repeat count/],
    ["x extra_fields:a", 3, /neither searched nor counted/],
    ["ts:5", 1, /use the time range/],
    [`${"(".repeat(65)}a${")".repeat(65)}`, 66, /at most 64 parentheses/],
    [`${"-".repeat(65)}a`, 66, /at most 64 parentheses/],
  ];
  for (const [line, column, expected] of refused)
    test(`when it is ${line.slice(0, 40)}, then it is refused at column ${column}`, () => {
      const error = errorOf(line);
      expect(error.column).toBe(column);
      expect(error.message).toMatch(new RegExp(`^Column ${column}: `));
      expect(error.message).toMatch(expected);
    });

  test("when it has as many parentheses inside each other as there may be, then it is understood", () => {
    expect(parseQueryLanguage(`${"(".repeat(64)}a${")".repeat(64)}`)).toHaveLength(1);
  });

  test("when it has more than a hundred conditions, then it is refused", () => {
    expect(parseQueryLanguage("a:1 ".repeat(100))).toHaveLength(100);
    expect(errorOf("a:1 ".repeat(101)).message).toMatch(/at most 100 conditions/);
  });

  test("when its words would take too long to look for in a text, then it is refused", () => {
    expect(parseQueryLanguage(Array(300).fill("conn*").join(" | "))).toHaveLength(1);
    expect(errorOf(Array(600).fill("a*a*a*a*").join(" ")).message).toMatch(
      /expected words .* at most 5000 steps .*, got 13219: use fewer, or longer ones\.$/,
    );
  });

  test("when it is any text, then it is either understood as conditions that can be stored, or refused at a column inside it", () => {
    const pieces = fc.constantFrom(
      '"',
      "(",
      ")",
      "|",
      "-",
      "!",
      ":",
      "=~",
      "<",
      ">=",
      "*",
      "?",
      "\\",
      " ",
      ",",
      "AND ",
      "OR ",
      "NOT ",
      "a",
      "host",
      "severity",
      "5",
      "é",
      "😀",
      "[",
      "\ud800",
    );
    const line = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(line, (text) => {
        const well = text.toWellFormed();
        try {
          const conditions = parseQueryLanguage(well);
          expect(filterSchema.parse(conditions)).toEqual(conditions);
        } catch (error) {
          if (!(error instanceof LanguageError)) throw error;
          expect(error.column).toBeGreaterThanOrEqual(1);
          expect(error.column).toBeLessThanOrEqual(well.length + 1);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test("when it is as long as it may be and nasty, then it is still read or refused", () => {
    for (const piece of ['"', "\\", "(", "a|", "-a ", "a\\", "x:a,", 'x:"a" ', "a=~[", "a:(b "])
      try {
        parseQueryLanguage(piece.repeat(10_000 / piece.length));
      } catch (error) {
        if (!(error instanceof LanguageError)) throw error;
      }
  });

  test("when a pattern is full of brackets that nothing closes, then it is refused before each has the line read", () => {
    expect(parseQueryLanguage(`host=~${"[a]".repeat(333)}`)).toHaveLength(1);
    expect(() => parseQueryLanguage(`host=~${"[a".repeat(100_000)}`)).toThrow(
      "Column 7: expected at most 1000 characters in a regular expression",
    );
  });
});

function errorOf(line: string): LanguageError {
  try {
    parseQueryLanguage(line);
  } catch (error) {
    if (error instanceof LanguageError) return error;
    throw error;
  }
  throw new Error(`"${line}" was understood`);
}

test("when a line is read where there is no Buffer, as in a browser, then each kind of condition is understood", () => {
  const { Buffer } = globalThis;
  Reflect.deleteProperty(globalThis, "Buffer");
  try {
    const line = 'refused *onnect* "two words" (one | two) -three user:an* message=~"a|b" port>=80 ip:10.0.0.0/8 9*';
    expect(parseQueryLanguage(line)).toHaveLength(5);
  } finally {
    globalThis.Buffer = Buffer;
  }
});
