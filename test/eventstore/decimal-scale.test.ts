import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeColumn } from "../../src/eventstore/columns/column-reader.ts";
import { encodeNumbers, narrowed } from "../../src/eventstore/columns/column-writer.ts";
import { keepNothing } from "../../src/eventstore/columns/stored-text-column.ts";
import { decimalScaleOf, scaled } from "../../src/eventstore/decimal-scale.ts";
import { encodeSeries } from "../../src/eventstore/format/integers.ts";
import { MemorySink } from "../../src/eventstore/format/segment-bytes.ts";
import type { ColumnEntry, PartSink, PartSource } from "../../src/eventstore/format/segment-format.ts";
import type { NumberColumn } from "../../src/eventstore/segment.ts";

describe("numbers of a few decimals", () => {
  test.each([
    [[1, 2, -3], 1],
    [[0.1, 7], 10],
    [[0.25, 1.5], 100],
    [[-1.001, 2], 1_000],
    [[0.1, 1e14], 10],
  ])("when they are %j, then they are whole times %d", (numbers, scale) => {
    expect(decimalScaleOf(numbers)).toBe(scale as never);
  });

  test.each([[[0.0001]], [[1 / 3]], [[0.1 + 0.2]], [[Number.MIN_VALUE]], [[1e16, 0.5]]])(
    "when they are %j, then no scale fits",
    (numbers) => expect(decimalScaleOf(numbers)).toBeUndefined(),
  );

  test("when random ones are written to a file, then they come back to the last bit, with and without a scale", () => {
    const decimal = fc.integer({ min: -(2 ** 40), max: 2 ** 40 });
    fc.assert(
      fc.property(fc.array(decimal, { minLength: 1 }), fc.constantFrom(1, 10, 100, 1_000, 10_000), (units, scale) => {
        const values = Float64Array.from(units, (unit) => unit / scale);
        const present = Uint8Array.from(units, (unit) => (unit % 5 === 0 ? 0 : 1));
        for (let row = 0; row < values.length; row++) if (present[row] === 0) values[row] = 0;
        expect(numbersOf(values, undefined)).toEqual(Array.from(values));
        if (present.includes(1)) expect(numbersOf(values, present)).toEqual(Array.from(values));
        const { values: small, scale: found } = narrowed(values, {
          min: Math.min(...values),
          max: Math.max(...values),
        });
        expect(Array.from(small, (unit) => unit / found)).toEqual(Array.from(values));
      }),
    );
  });

  test("when files of early builds have them without a scale, then they come back as well, of all rows, few or some", () => {
    const values = Float64Array.from({ length: 300 }, (_, i) => (i * 7 - 400) / 100);
    const bounds = { min: -4, max: 16.93 };
    const sink = fileSink();
    const part = sink.add(new Uint8Array(values.buffer), 1, 8);
    const entry = { encoding: "number", count: 300, kind: "f64", ...bounds, part, presentPart: -1 } as const;
    const at = Float64Array.from(values, (_, i) => i * 10 + 3);
    for (const [stored, rows, rowOf] of [
      [entry, 300, (i: number) => i],
      [{ ...entry, sparse: encodeSeries(sink, at) }, 3_000, (i: number) => at[i]!],
    ] as const) {
      const slice = (index: number) => sink.parts[index]!;
      const source: PartSource = { part: slice, slice, sliceRows: 16_384 };
      const column = decodeColumn(source, stored as ColumnEntry, rows, keepNothing) as NumberColumn;
      const some = column.someValues!(rowOf(40), rowOf(60));
      for (let i = 40; i < 60; i++) expect(some[rowOf(i) - rowOf(40)]! / column.scale).toBe(values[i]!);
      for (const [i, value] of values.entries()) expect(column.text(rowOf(i))).toBe(String(value));
      expect(column.present?.reduce((sum, flag) => sum + flag, 0) ?? 300).toBe(300);
    }
  });

  test("when they are small, then a row takes a byte or two instead of eight", () => {
    const sink = fileSink();
    const values = Float64Array.from({ length: 1_000 }, (_, i) => i / 10);
    const entry = encodeNumbers(sink, values, undefined) as ColumnEntry & { encoding: "number" };
    expect({ kind: entry.kind, scale: entry.scale, max: entry.max }).toEqual({ kind: "u16", scale: 10, max: 99.9 });
    expect(sink.parts[0]!.byteLength).toBe(2_000);
  });

  test("when a number does not fit the scale, then all are kept as they are", () => {
    const values = Float64Array.of(0.5, 1 / 3);
    expect(decimalScaleOf(values)).toBeUndefined();
    expect(scaled(values, 1)).toBe(values);
    expect(numbersOf(values, undefined)).toEqual([0.5, 1 / 3]);
  });
});

function numbersOf(values: Float64Array, present: Uint8Array | undefined): number[] {
  const sink = fileSink();
  const entry = encodeNumbers(sink, values, present);
  const source: PartSource = { part: (index) => sink.parts[index]!, slice: (index) => sink.parts[index]! };
  const column = decodeColumn(source, entry, values.length, keepNothing);
  if (column.encoding !== "number") throw new Error(`expected numbers, got "${column.encoding}"`);
  return Array.from(column.values, (unit) => unit / column.scale);
}

/** As in files: memory has no scales. */
function fileSink(): PartSink & { parts: Uint8Array[] } {
  const { parts } = new MemorySink();
  return { parts, inMemory: false, add: (bytes) => parts.push(bytes.slice()) - 1 };
}
