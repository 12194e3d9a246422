import { describe, expect, test } from "vitest";
import { joinedRowsMax } from "../../../../src/eventstore/columns/templates/join-templates.ts";
import type { TextColumn } from "../../../../src/eventstore/segment.ts";
import { patienceMs } from "../../../support/patience.ts";
import { rawTexts } from "../../../support/store/open-segment.ts";
import { mergedTexts, templateColumn } from "../../../support/store/template-texts.ts";

describe("blocks of texts that are kept as templates", () => {
  test("when numbers have any count of digits, then each is written as it came in", () => {
    const numbers = Array.from({ length: 15 }, (_, power) => 10 ** power).flatMap((power) => [
      power - 1,
      power,
      power + 1,
    ]);
    const texts = [...numbers, 0, 999_999_999_999_999].flatMap((number) => [
      `answered after ${number} microseconds`,
      `${number} answers came after ${number}`,
    ]);
    expect(rawTexts(templateColumn(texts), texts.length * 3 + 2).slice(0, texts.length)).toEqual(texts);
  });

  test(
    "when a block has texts of megabytes that have no template, then these and all others are whole",
    () => {
      const texts = Array.from({ length: joinedRowsMax * 2 + 5 }, (_, row) =>
        row % 5 === 0 ? `${row} ${"dump ".repeat(800)}é` : `worker w${row % 9} ended with code ${row}`,
      );
      expect(rawTexts(mergedTexts([texts]), texts.length)).toEqual(texts);
      expect(rawTexts(mergedTexts([texts.slice(0, 3_000)]), 3_000)).toEqual(texts.slice(0, 3_000));
    },
    patienceMs,
  );

  test("when blocks of several columns are asked for in turn, then each has its own texts", () => {
    const lists = ["first", "second"].map((name) =>
      Array.from({ length: joinedRowsMax + 10 }, (_, row) => `message ${row} of the ${name} column`),
    );
    const columns = lists.map((texts) => mergedTexts([texts]) as TextColumn);
    const blocks = [0, 1, 0].flatMap((index) => columns.map((column) => column.block(index)));
    const begins = blocks.map(({ bytes, offsets }) => Buffer.from(bytes).toString("utf8", 0, offsets[1]! - 1));
    const wanted = [0, joinedRowsMax, 0].flatMap((row) => lists.map((texts) => texts[row]));
    expect(begins).toEqual(wanted);
  });
});
