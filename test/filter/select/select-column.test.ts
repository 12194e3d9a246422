import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeColumn } from "../../../src/eventstore/columns/column-reader.ts";
import { encodeTexts } from "../../../src/eventstore/columns/column-writer.ts";
import { keepNothing } from "../../../src/eventstore/columns/stored-text-column.ts";
import { MemorySink } from "../../../src/eventstore/format/segment-bytes.ts";
import type { DictionaryColumn } from "../../../src/eventstore/segment.ts";
import { compileCondition } from "../../../src/filter/condition/compile-condition.ts";
import type { Condition } from "../../../src/filter/condition/condition.ts";
import type { ValueTest } from "../../../src/filter/condition/value-test.ts";
import { RowSet } from "../../../src/filter/rows/row-set.ts";
import { Selection } from "../../../src/filter/rows/selection.ts";
import { selectColumn } from "../../../src/filter/select/select-column.ts";

/** So many that they are not all tested before any row is. */
const valueCount = 3_000;
const kinds = [
  "/api/v1/orders/",
  "/api/v1/users/",
  "/API/V1/Orders/",
  "/api/v2/orders/",
  "/bücher/",
  "/ÄPI/v1/",
  "disK ſ ",
];

/** Paths, five rows each on average, and every 13th row has none. */
const texts = Array.from({ length: valueCount * 5 }, (_, row) => {
  const value = (row * 7919) % valueCount;
  return row % 13 === 0 ? "" : `${kinds[value % kinds.length]}${value}${value % 5 === 0 ? "/é" : ""}`;
});

function dictionaryOf(all: readonly string[]): DictionaryColumn {
  const sink = new MemorySink();
  const entry = encodeTexts(sink, all, false);
  const source = { part: (index: number) => new Uint8Array(sink.parts[index]!) };
  const column = decodeColumn(source, entry, all.length, keepNothing);
  if (column.encoding !== "dictionary") throw new Error(`expected a dictionary, got "${column.encoding}"`);
  return column;
}

const column = dictionaryOf(texts);

/** The chosen rows, and how many values were made strings and tested. */
function chosenBy(asked: ValueTest, negated: boolean, before: (row: number) => boolean) {
  let tested = 0;
  const text = (value: string) => {
    tested++;
    return asked.text(value);
  };
  const selection = new Selection(0, texts.length);
  selection.keepOnly(RowSet.ofFlags(Uint8Array.from(texts, (_, row) => Number(before(row)))));
  selectColumn(column, { ...asked, text }, negated, texts.length, selection, () => undefined);
  return { rows: texts.flatMap((_, row) => (selection.has(row) ? [row] : [])), tested };
}

function wantedBy(asked: ValueTest, negated: boolean, before: (row: number) => boolean): number[] {
  return texts.flatMap((text, row) => (before(row) && asked.text(text) !== negated ? [row] : []));
}

describe("conditions on a column of many values", () => {
  test("when its values are many, then the column is a dictionary that lists no rows of them", () => {
    expect(column.valueCount).toBeGreaterThan(1_024);
    expect(column.listed).toBeUndefined();
  });

  const all: [op: Condition["op"], value: Condition["value"], rarely: boolean][] = [
    ["eq", "/api/v1/*", false],
    ["eq", "*orders*", false],
    ["eq", "/api/v1/orders/21", true],
    ["eq", "*/bücher/*", true],
    ["eq", "/äpi/*7?", false],
    ["eq", "*é", false],
    ["eq", "DISK*", true],
    ["eq", ["/api/v1/orders/0/é", "/API/v1/USERS/1", "none"], true],
    ["eq", ["/api/v1/orders/21", ""], false],
    ["eq", ["", "*users*"], false],
    ["ne", "*users/1*", false],
    ["qp", "v1 -orders", false],
    ["qp", "orders | bücher", false],
    ["qp", '"v1 orders" 42', true],
    ["=~", "v1/.*[0-9]{3}$", false],
    ["=~", "disk s", true],
    ["!~", "^/api", false],
    ["eq", "", false],
    ["eq", "nothing of it", true],
  ];
  for (const [op, value, rarely] of all)
    for (const ignore_case of [true, false])
      test(`when ${op} ${JSON.stringify(value)} is asked${ignore_case ? " in any case" : ""}, then the rows are those whose value meets it`, () => {
        const { test: asked, negated } = compileCondition({ field: "path", op, value, ignore_case });
        for (const opposite of [negated, !negated])
          for (const step of [1, 2]) {
            const before = (row: number) => row % step === 0;
            const { rows, tested } = chosenBy(asked, opposite, before);
            expect(rows).toEqual(wantedBy(asked, opposite, before));
            if (rarely) expect(tested).toBeLessThan(valueCount / 2);
          }
      });

  test("when random parts of values are asked, of many rows or few, then the rows are those whose value meets it", () => {
    const value = fc
      .array(fc.constantFrom("*", "*", "?", "/", "api", "v1", "v2", "Orders", "users", "ü", "é", "1", "29", "k", "ſ"), {
        minLength: 1,
        maxLength: 5,
      })
      .map((parts) => parts.join(""));
    const condition = fc.record({
      field: fc.constant("path"),
      op: fc.constantFrom("eq" as const, "ne" as const, "qp" as const),
      value: fc.oneof(value, fc.array(value, { minLength: 2, maxLength: 3 })),
      ignore_case: fc.boolean(),
    });
    const found = { some: 0, none: 0 };
    fc.assert(
      fc.property(condition, fc.boolean(), fc.constantFrom(1, 3, 400), (sent, opposite, step) => {
        const { test: asked, negated } = compileCondition(sent);
        const before = (row: number) => row % step === step - 1;
        const { rows } = chosenBy(asked, negated !== opposite, before);
        found[rows.length > 0 ? "some" : "none"]++;
        expect(rows).toEqual(wantedBy(asked, negated !== opposite, before));
      }),
      { numRuns: 150 },
    );
    expect(found.some).toBeGreaterThan(20);
    expect(found.none).toBeGreaterThan(5);
  });
});
