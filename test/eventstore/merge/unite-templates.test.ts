import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { templatesFew, templateUsesMin } from "../../../src/eventstore/limits.ts";
import { uniteTemplates } from "../../../src/eventstore/merge/unite-templates.ts";
import type { TextColumn } from "../../../src/eventstore/segment.ts";
import { piecesOf } from "../../../src/eventstore/template.ts";
import { rawTexts } from "../../support/store/open-segment.ts";
import { mergedColumns, mergedTexts, messages, variedTexts } from "../../support/store/template-texts.ts";

function unite(...templates: string[]): string[] {
  const used = templates.map((text, i) => ({ id: i + 1, template: new Uint8Array(Buffer.from(text)), uses: 1 }));
  const work = uniteTemplates(used, 1);
  for (let step = work.next(); ; step = work.next())
    if (step.done) return step.value.map(({ template }) => Buffer.from(template).toString());
}

describe("templates that differ in few words", () => {
  test.each<[string, string[], string[]]>([
    ["a word", ["user anna is in", "user bert is in"], ["user \u0003 is in"]],
    ["a word and a hole", ["node \u0002 is on", "node main is on", "node \u0001 is on"], ["node \u0003 is on"]],
    ["most words", ["user anna is in", "disk full on boot"], ["user anna is in", "disk full on boot"]],
    ["signs", ["user anna is in", "user bert: is in"], ["user anna is in", "user bert: is in"]],
    ["a letter beyond ASCII", ["user änna is in", "user bert is in"], ["user änna is in", "user bert is in"]],
    ["a sign beyond ASCII", ["user “anna is in", "user “bert is in"], ["user “anna is in", "user “bert is in"]],
    ["all of one word", ["anna", "bert"], ["anna", "bert"]],
  ])("when they differ in %s, then they become one where that is safe", (_, templates, united) => {
    expect(unite(...templates)).toEqual(united);
  });

  test("when a segment has many rare ones, then their texts have few templates, and each comes back", () => {
    const texts = variedTexts(20_000);
    const column = mergedTexts([texts]) as TextColumn;
    const { ids, wholeId } = column.templates!;
    expect(ids.valueCount).toBeLessThan(templatesFew);
    expect(Array.from(ids.ids).filter((id) => id === wholeId).length).toBeLessThan(templateUsesMin * 20);
    const kinds = new Set(
      Array.from({ length: ids.valueCount - 1 }, (_, i) => ids.value(i + 1))
        .flatMap(piecesOf)
        .map((piece) => (typeof piece === "string" ? "text" : piece.kind)),
    );
    expect(kinds).toContain("any");
    expect(rawTexts(column, texts.length)).toEqual(texts);
    expect(texts.map((_, row) => column.text(row))).toEqual(texts);
  });

  test("when those that were united have little constant text, then the others keep their templates", () => {
    const word = (row: number) => `w${[...String(row)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`;
    const texts = Array.from({ length: 20_000 }, (_, row) =>
      row % 2 === 0 ? `closing down ${row}` : `${word(row)}, ${word(row * 7)} a b`,
    );
    const { templates } = mergedTexts([[...texts, "closing down 7"]]) as TextColumn;
    expect(Array.from({ length: templates!.ids.valueCount }, (_, id) => templates!.ids.value(id))).toContain(
      "closing down \u0001",
    );
  });

  test("when they have very many words, then they are lists of data, and stay apart", () => {
    const list = (last: string) =>
      `${Array.from({ length: 128 }, (_, i) => `w${"x".repeat(i % 5)}`).join(" ")} ${last}`;
    expect(unite(list("anna"), list("bert"))).toHaveLength(0);
  });

  test("when they are merged with any texts or with each other, then every text comes back", () => {
    fc.assert(
      fc.property(messages, fc.nat(5_000), (some, skipped) => {
        const lists = [
          variedTexts(4_000),
          [...some, ...variedTexts(9_000).slice(skipped)],
          variedTexts(3_000).reverse(),
        ];
        const parts = lists.map((texts) => ({ column: mergedTexts([texts]), rows: texts.length }));
        const wanted = lists.flat();
        const merged = mergedColumns(parts);
        expect(rawTexts(merged, wanted.length)).toEqual(wanted);
        expect(rawTexts(mergedColumns([{ column: merged, rows: wanted.length }]), wanted.length)).toEqual(wanted);
      }),
      { numRuns: 12 },
    );
  });
});
