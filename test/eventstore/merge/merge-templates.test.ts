import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Column, TextColumn } from "../../../src/eventstore/segment.ts";
import { mergedColumns, mergedTexts, messages, templateColumn } from "../../support/template-texts.ts";
import { rawTexts } from "../open-segment.ts";

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

  test("when no two messages are alike or little of them is constant, then they are kept as they are", () => {
    const words = (row: number) => [...String(row)].map((digit) => "abcdefghij"[Number(digit)]).join("");
    const unique = Array.from({ length: 30_000 }, (_, row) => `nothing like ${words(row)} was seen`);
    expect((mergedTexts([unique]) as TextColumn).templates).toBeUndefined();
    const numbers = Array.from({ length: 3_000 }, (_, row) => `${row} ${row * 7}`);
    expect((mergedTexts([numbers]) as TextColumn).templates).toBeUndefined();
  });
});
