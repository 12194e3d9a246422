import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Condition } from "../../../src/filter/condition/condition.ts";
import { parseQueryLanguage } from "../../../src/filter/language/query-language.ts";
import { readPieces } from "../../../src/filter/language/read-pieces.ts";
import { writeCondition } from "../../../src/filter/language/write-condition.ts";
import { LanguageError } from "../../../src/filter/words/language-error.ts";
import { literalOf, parsePattern } from "../../../src/filter/words/wildcard.ts";

const describePieces = (line: string) =>
  readPieces(line).pieces.map(({ kind, from, to }) => `${kind} ${line.slice(from, to)}`);

describe("the pieces of a line", () => {
  test.each<[string, string[]]>([
    ["", []],
    ["refused", ["word refused"]],
    ['"connection refused" -debug', ['word "connection refused"', "operator -", "word debug"]],
    ["host:web* code>=500", ["field host", "sign :", "value web*", "field code", "sign >=", "value 500"]],
    ["host:>=5", ["field host", "sign :>=", "value 5"]],
    [
      "(a | b) AND NOT c",
      ["parenthesis (", "word a", "operator |", "word b", "parenthesis )", "operator AND", "operator NOT", "word c"],
    ],
    ["host:(a b)", ["field host", "sign :", "parenthesis (", "value a", "value b", "parenthesis )"]],
    ["host:a,b", ["field host", "sign :", "value a", "value b"]],
    ["path=~^/api(/v2)?$", ["field path", "sign =~", "pattern ^/api(/v2)?$"]],
    ['"my tag":x', ['field "my tag"', "sign :", "value x"]],
    ["12:30", ["word 12:30"]],
  ])("when the line is %j, then they are %j", (line, expected) => {
    expect(describePieces(line)).toEqual(expected);
    expect(readPieces(line).error).toBeUndefined();
  });

  test.each<[string, string[], number]>([
    ["host:", ["field host", "sign :"], 6],
    ["a host:(b", ["word a", "field host", "sign :", "parenthesis (", "value b"], 8],
    ['a "b', ["word a"], 3],
    ["severity<=bad x", ["field severity", "sign <=", "value bad"], 11],
    ["a )", ["word a"], 3],
  ])("when %j is wrong, then the pieces before are told, and the column", (line, expected, column) => {
    expect(describePieces(line)).toEqual(expected);
    expect(readPieces(line).error?.column).toBe(column);
  });

  test("when any line is read, then pieces stand in order inside it, and error and meaning are those of the parser", () => {
    const part = fc.constantFrom(
      "a",
      "host",
      ":",
      "=~",
      ">=",
      "(",
      ")",
      "|",
      " ",
      "-",
      "NOT ",
      '"',
      "*",
      "\\",
      ",",
      "ü",
    );
    const lines = fc.array(part, { maxLength: 14 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(lines, (line) => {
        const { pieces, elements, error } = readPieces(line);
        let end = 0;
        for (const { from, to } of pieces) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(line.length);
        if (error === undefined) expect(elements).toEqual([...parseQueryLanguage(line)]);
        else expect(() => parseQueryLanguage(line)).toThrow(LanguageError);
        const letters = (text: string) => text.replaceAll(/[\s,|]|OR/g, "");
        if (error === undefined)
          expect(letters(pieces.map(({ from, to }) => line.slice(from, to)).join(""))).toBe(letters(line));
      }),
    );
  });
});

describe("a condition that is written", () => {
  const texts = fc.string({
    unit: fc.constantFrom("a", "ü", "5", " ", '"', "\\", "*", "?", "(", ")", "|", ",", ":", "<", "-", "="),
  });

  test("when any field and value are, then the line means just them", () => {
    const names = texts.filter((name) => name !== "");
    fc.assert(
      fc.property(names, texts, fc.boolean(), (field, value, not) => {
        const [condition, ...more] = parseQueryLanguage(writeCondition(field, value, not)) as Condition[];
        expect(more).toEqual([]);
        expect([condition?.field, condition?.op]).toEqual([field, not ? "ne" : "eq"]);
        expect(literalOf(parsePattern(String(condition?.value)))).toBe(value);
      }),
    );
  });
});
