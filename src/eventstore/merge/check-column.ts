import { lowestBit } from "../../lib/bits.ts";
import { sumOf } from "../format/number-arrays.ts";
import { FormatError } from "../format/segment-format.ts";
import { textEnd } from "../format/write-text.ts";
import type {
  Column,
  DictionaryColumn,
  DigitTexts,
  ListedRows,
  NumberColumn,
  TemplateTexts,
  TextColumn,
} from "../segment.ts";
import { type HoleKind, holeKinds } from "../template.ts";

/** Reads every row of a column in the way of its encoding; gives how many have a value. Throws FormatError. */
export function* checkColumn(column: Column, rows: number): Generator<void, number> {
  yield;
  if (column.encoding === "dictionary") return sumOf(rowsByValue(column, rows).subarray(1));
  if (column.encoding === "number") return checkNumbers(column, rows);
  if (column.templates) return yield* checkTemplates(column.templates, rows);
  return yield* column.digits ? checkDigits(column, column.digits, rows) : checkTexts(column, rows);
}

/** By id. */
function rowsByValue(column: DictionaryColumn, rows: number): Uint32Array {
  const { ids, valueCount, texts } = column;
  expectSame("ids", rows, ids.length);
  expectSame("values", valueCount, texts.offsets.length);
  const counts = new Uint32Array(valueCount);
  addIds(ids, counts);
  requireUses(counts);
  const noted = column.uses?.()?.rows;
  for (let id = 0; noted && id < valueCount; id++) expectSame("rows of a value", counts[id]!, noted[id]!);
  const listed = column.listed?.();
  if (listed) checkListed(listed, counts.length, rows, (row) => ids[row]!);
  return counts;
}

/** How many rows a value has is checked when they are read. */
function checkListed(
  { rest, addTo }: ListedRows,
  values: number,
  rows: number,
  valueAt: (row: number) => number,
): void {
  const words = new Uint32Array(Math.ceil(rows / 32));
  for (let value = 0; value < values; value++) {
    if (value === rest) continue;
    words.fill(0);
    addTo(words, value);
    for (let at = 0; at < words.length; at++)
      for (let word = words[at]!; word !== 0; word &= word - 1)
        expectSame("rows where a value is listed", value, valueAt((at << 5) + lowestBit(word)));
  }
}

function checkNumbers(column: NumberColumn, rows: number): number {
  const { values, scale, present, uses } = column;
  expectSame("numbers", rows, values.length);
  if (present) expectSame("marks of rows that have a number", rows, present.length);
  const count = requireWithin(values, column, present);
  const listed = column.listed?.();
  if (listed) {
    const places = new Map(uses!.map(([value], place) => [value, place]));
    checkListed(listed, uses!.length, rows, (row) => places.get(values[row]! / scale) ?? -1);
  }
  return count;
}

function* checkTexts(column: TextColumn, rows: number): Generator<void, number> {
  let next = 0;
  let count = 0;
  for (let index = 0; index < column.blockCount; index++) {
    const { firstRow, rows: blockRows, bytes, offsets } = column.block(index);
    expectSame("first row of a block", next, firstRow);
    expectSame("ends of texts", blockRows + 1, offsets.length);
    for (let at = 0; at < blockRows; at++) {
      if (bytes[offsets[at + 1]! - 1] !== textEnd) throw new FormatError(`Row ${firstRow + at} has no end mark.`);
      if (offsets[at + 1]! - offsets[at]! > 1) count++;
    }
    next += blockRows;
    yield;
  }
  expectSame("texts", rows, next);
  return count;
}

/** The same without the texts, which would have to be put together. */
function* checkDigits(column: TextColumn, digits: DigitTexts, rows: number): Generator<void, number> {
  let next = 0;
  let count = 0;
  for (let index = 0; index < column.blockCount; index++) {
    const { firstRow, rows: blockRows, present } = digits.block(index);
    expectSame("first row of a block", next, firstRow);
    count += present ? sumOf(present) : blockRows;
    next += blockRows;
    yield;
  }
  expectSame("texts", rows, next);
  return count;
}

/** Each row has as many numbers and words as its template has holes, and a whole text where it has no template. */
function* checkTemplates(templates: TemplateTexts, rows: number): Generator<void, number> {
  const { ids, wholeId } = templates;
  const counts = rowsByValue(ids, rows);
  const needed: Record<HoleKind, number[]> = { number: [], word: [], any: [] };
  for (let id = 1; id < counts.length; id++) {
    if (id === wholeId) continue;
    for (const piece of templates.pieces(id))
      if (typeof piece !== "string")
        needed[piece.kind][piece.index] = (needed[piece.kind][piece.index] ?? 0) + counts[id]!;
  }
  for (const kind of holeKinds)
    for (const [index, filled] of needed[kind].entries())
      expectSame("filled holes", filled, yield* checkHole(templates.hole({ kind, index }), rows));
  const whole = templates.whole();
  expectSame("whole texts", counts[wholeId] ?? 0, whole ? yield* checkColumn(whole, rows) : 0);
  return sumOf(counts.subarray(1));
}

/** The values as they are stored: the rows of a hole are those of its templates. */
function* checkHole(column: Column, rows: number): Generator<void, number> {
  yield;
  if (column.encoding === "text") return yield* checkColumn(column, rows);
  const runs = column.storedRuns?.(0, rows);
  if (runs === undefined) return yield* checkColumn(column, rows);
  const counts = column.encoding === "dictionary" ? new Uint32Array(column.valueCount) : undefined;
  let count = 0;
  for (const { values } of runs) {
    count += values.length;
    if (counts) addIds(values, counts);
    else if (column.encoding === "number") requireWithin(values, column);
  }
  if (counts) requireUses(counts);
  return count - (counts?.[0] ?? 0);
}

/** The first may be that of no value. */
function requireUses(counts: Uint32Array): void {
  if (counts.subarray(1).includes(0)) throw new FormatError("A dictionary has a value that no row has.");
}

function addIds(ids: ArrayLike<number>, counts: Uint32Array): void {
  for (let at = 0; at < ids.length; at++) {
    if (ids[at]! >= counts.length) throw new FormatError(`Place ${at} has the value ${ids[at]} of ${counts.length}.`);
    counts[ids[at]!]! += 1;
  }
}

/** How many there are. `present`: 0 where there is none. */
function requireWithin(values: ArrayLike<number>, { scale, min, max }: NumberColumn, present?: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < values.length; at++) {
    if (present?.[at] === 0) continue;
    count++;
    const value = values[at]! / scale;
    // Also when it is none.
    if (!(value >= min && value <= max)) throw new FormatError(`Place ${at} has ${value}, not ${min} to ${max}.`);
  }
  return count;
}

function expectSame(what: string, expected: number, found: number): void {
  if (expected !== found) throw new FormatError(`A column has other ${what}: expected ${expected}, got ${found}.`);
}
