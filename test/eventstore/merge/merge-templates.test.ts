import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TemplateColumn } from "../../../src/eventstore/columns/templates/template-column.ts";
import { templatesMax } from "../../../src/eventstore/limits.ts";
import type { Column, TextColumn } from "../../../src/eventstore/segment.ts";
import { rawTexts } from "../../support/store/open-segment.ts";
import {
  mergedColumns,
  mergedEntry,
  mergedTexts,
  messages,
  templateColumn,
  unnumbered,
  withoutPairs,
} from "../../support/store/template-texts.ts";

describe("texts as templates", () => {
  test("when any texts are written as templates, then every one comes back, row by row and block by block", () => {
    fc.assert(
      fc.property(messages, (texts) => {
        const column = templateColumn(texts) as TextColumn;
        expect(column.templates).toBeDefined();
        const rows = texts.length * 3 + 2;
        expect(texts.map((_, row) => column.text(row))).toEqual(texts);
        expect(rawTexts(column, rows).slice(0, texts.length)).toEqual(texts);
      }),
      { numRuns: 300 },
    );
  });

  test("when templates are merged with templates or with plain texts, then every text comes back", () => {
    fc.assert(
      fc.property(messages, messages, fc.boolean(), (left, right, isPlain) => {
        const columns: { column: Column; rows: number }[] = [
          { column: templateColumn(left), rows: left.length * 3 + 2 },
          isPlain
            ? { column: mergedTexts([right]), rows: right.length }
            : { column: templateColumn(right), rows: right.length * 3 + 2 },
        ];
        const wanted = columns.flatMap(({ column, rows }) =>
          Array.from({ length: rows }, (_, row) => column.text(row)),
        );
        const merged = mergedColumns(columns);
        expect(wanted.map((_, row) => merged.text(row))).toEqual(wanted);
        const again = mergedColumns([{ column: merged, rows: wanted.length }]);
        expect(rawTexts(again, wanted.length)).toEqual(wanted);
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ["few of them are used often", 900, 1, 400],
    ["none is used often", 1_000, 1, 0],
    ["all are used often", 600, 20, 0],
    ["they are more than a segment may have", 4_500, 16, 100],
  ])(
    "when merged templates are many and %s, then they stay a bounded dictionary and every text comes back",
    (_, different, uses, popular) => {
      const lists = ["left", "right"].map((side) => [
        ...Array.from({ length: different * uses }, (_, i) => lookup(`${side}${inLetters(i % different)}`, i)),
        ...Array.from({ length: popular }, (_, i) => lookup(`popular ${inLetters(i % 20)}`, i)),
      ]);
      const sources = lists.map((texts) => ({ column: mergedTexts([texts]), rows: texts.length }));
      expect(sources.map(({ column }) => column.encoding === "text" && column.templates)).not.toContain(undefined);
      const { entry, column: merged } = mergedEntry(sources);
      const templates = entry.encoding === "template" ? entry.templates : undefined;
      if (templates?.encoding === "dictionary") expect(templates.size).toBeLessThanOrEqual(templatesMax + 1);
      const wanted = lists.flat();
      expect(rawTexts(merged, wanted.length)).toEqual(wanted);
      expect(rawTexts(mergedColumns([{ column: merged, rows: wanted.length }]), wanted.length)).toEqual(wanted);
    },
  );

  test("when an earlier version left the templates of a segment without numbers, then its texts are read, and merged into sound ones", () => {
    fc.assert(
      fc.property(messages, messages, (left, right) => {
        const sources = [left, right].map((texts) => ({ column: templateColumn(texts), rows: texts.length * 3 + 2 }));
        const wanted = sources.flatMap(({ column, rows }) => rawTexts(column, rows));
        const broken = unnumbered(sources) as TextColumn;
        expect(broken.templates!.ids.encoding).toBe("dictionary");
        expect(rawTexts(broken, wanted.length)).toEqual(wanted);
        expect(wanted.map((_, row) => broken.text(row))).toEqual(wanted);
        const merged = mergedColumns([{ column: broken, rows: wanted.length }]);
        expect(rawTexts(merged, wanted.length)).toEqual(wanted);
      }),
      { numRuns: 100 },
    );
  });

  test("when a part is in some word of a hole, then its pairs say so in any case, and pairs that no word has are none", () => {
    fc.assert(
      fc.property(messages, messages, fc.boolean(), fc.nat(), (left, right, isEarlier, random) => {
        const sources = [left, right].map((texts) => ({ column: templateColumn(texts), rows: texts.length * 3 + 2 }));
        const rows = sources.reduce((sum, source) => sum + source.rows, 0);
        const first = isEarlier ? withoutPairs(sources) : mergedColumns(sources);
        const column = mergedColumns([{ column: first, rows }]) as TemplateColumn;
        for (const kind of ["word", "any"] as const)
          for (let index = 0; index < column.holesOf(kind); index++) {
            const hole = { kind, index };
            const words = rawTexts(column.hole(hole), rows).filter((text) => text !== "");
            const joined = words.join(" ").toLowerCase();
            for (const word of words) {
              const from = random % word.length;
              const part = word.slice(from, from + 1 + (random % 5));
              for (const some of [part, part.toUpperCase(), part.toLowerCase()])
                expect(column.templates.mayFill(hole, some)).toBe(true);
            }
            for (const pair of ["zq", "0z", "_q", "a-", " 1", "é1", "77", "0x"])
              if (!joined.includes(pair) || /\W/.test(pair)) expect(column.templates.mayFill(hole, pair)).toBe(false);
          }
      }),
      { numRuns: 150 },
    );
  });

  test("when no two messages are alike or little of them is constant, then they are kept as they are", () => {
    const unique = Array.from({ length: 30_000 }, (_, row) => `${inLetters(row * 7)} ${inLetters(row)} nothing`);
    expect((mergedTexts([unique]) as TextColumn).templates).toBeUndefined();
    const numbers = Array.from({ length: 3_000 }, (_, row) => `${row} ${row * 7}`);
    expect((mergedTexts([numbers]) as TextColumn).templates).toBeUndefined();
  });
});

/** A word of its own, which is no hole. */
function inLetters(number: number): string {
  return [...String(number)].map((digit) => "abcdefghij"[Number(digit)]).join("");
}

function lookup(name: string, address: number): string {
  return `query[A] ${name}.example.org from 192.168.1.${address % 250}`;
}
