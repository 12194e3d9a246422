import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeValueRows, storedValueRows } from "../../../../src/eventstore/columns/by-value/listed-rows.ts";
import { FileSink, fileParts, partSchema, preparePartReader } from "../../../../src/eventstore/files/segment-parts.ts";
import type { ListedRows } from "../../../../src/eventstore/segment.ts";

const sliceRows = 100;

/** Columns of up to forty slices: values in runs, at random, one almost everywhere, one in few rows far apart. */
const columns = fc
  .record({
    rows: fc.integer({ min: 9 * sliceRows, max: 40 * sliceRows }),
    values: fc.integer({ min: 1, max: 40 }),
    run: fc.constantFrom(1, 1, 7, 400),
    seed: fc.integer({ min: 1, max: 1e6 }),
    share: fc.constantFrom(0, 0.5, 0.99),
  })
  .map(({ rows, values, run, seed, share }) => {
    let state = seed;
    const random = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) / 2 ** 24;
    };
    const column = new Uint32Array(rows);
    for (let row = 0; row < rows; row += run)
      column.fill(random() < share ? 0 : Math.floor(random() * values), row, row + run);
    return { column, counts: Array.from({ length: values }, (_, value) => column.filter((of) => of === value).length) };
  });

function stored(column: Uint32Array, counts: readonly number[], harm?: (database: Database.Database) => void) {
  const database = new Database(":memory:");
  database.exec(partSchema);
  const sink = new FileSink(database, 1, sliceRows);
  const first = encodeValueRows(sink, column, counts);
  sink.flush();
  harm?.(database);
  return first === undefined
    ? undefined
    : storedValueRows(fileParts(preparePartReader(database), 1), first, counts, column.length);
}

function rowsOf(listed: ListedRows, value: number, rows: number): number[] {
  const words = new Uint32Array(Math.ceil(rows / 32));
  listed.addTo(words, value);
  return Array.from({ length: words.length * 32 }, (_, row) => row).filter(
    (row) => words[row >>> 5]! & (1 << (row & 31)),
  );
}

describe("the rows of values", () => {
  test("when a column has been written, then each value but the most frequent has its rows", () => {
    let inBits = 0;
    let inSteps = 0;
    fc.assert(
      fc.property(columns, ({ column, counts }) => {
        const listed = stored(column, counts);
        if (counts.length === 1) return;
        expect(Math.max(...counts)).toBe(counts[listed!.rest]);
        for (const value of counts.keys()) {
          if (value === listed!.rest) continue;
          if (counts[value]! * 16 >= column.length) inBits++;
          else inSteps++;
          const wanted = [...column.keys()].filter((row) => column[row] === value);
          expect(rowsOf(listed!, value, column.length)).toEqual(wanted);
        }
      }),
      { numRuns: 150 },
    );
    expect(inBits).toBeGreaterThan(100);
    expect(inSteps).toBeGreaterThan(100);
  });

  test("when a column is short or has many values, then none are listed", () => {
    expect(stored(new Uint32Array(9 * sliceRows - 1).fill(1, 0, 10), [0, 10])).toBeUndefined();
    expect(stored(new Uint32Array(9 * sliceRows), new Array(513).fill(1))).toBeUndefined();
  });

  test.each([
    ["other rows than the value has", 3, [2, 40], [1, 0]],
    ["more rows than the column has", 2, [255, 255, 255, 255, 0, 0], [2, 0]],
    ["other bits than the value has", 200, [...new Array(119).fill(1), 0], [200, 0]],
    ["bits beyond the last row", 200, [...new Array(119).fill(0), 0x80], [1, 0]],
  ])("when a part lists %s, then that is an error", (_, count, bytes) => {
    const rows = 930;
    const column = new Uint32Array(rows).fill(1, 0, count);
    const data = Uint8Array.from(bytes as number[]);
    const listed = stored(column, [rows - count, count], (database) =>
      database
        .prepare("UPDATE segment_part SET size = ?, planes = 1, compressed = 0, checksum = ?, data = ? WHERE part = 0")
        .run(data.length, Bun.hash.crc32(data), data),
    );
    expect(() => rowsOf(listed!, 1, rows)).toThrow(`Not the ${count} rows of a value are listed.`);
  });
});
