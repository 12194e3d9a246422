import { decimalScaleOf } from "../../eventstore/decimal-scale.ts";
import type { Column, DictionaryColumn, NumberColumn, Segment } from "../../eventstore/segment.ts";
import type { Field } from "../../filter/condition/fields.ts";
import { numberOfText } from "../../filter/condition/number-text.ts";
import { readQuantity } from "../../filter/condition/quantity.ts";
import { batchRows } from "../limits.ts";

/**
 * The numbers that a field of a segment's rows is: the same reading of text as that of `lt` and `gt`, units included.
 * For at most `batchRows` rows at a time.
 */
export type RowNumbers = WholeNumbers | AnyNumbers;

/** Numbers that are kept as whole ones, which are counted three times as quickly. */
export interface WholeNumbers {
  readonly isWhole: true;
  readonly scale: number;
  /** All are between these, both inclusive. */
  readonly least: number;
  readonly greatest: number;
  /**
   * Those of the first `length` rows, rising, times `scale`; `noNumber` where there is none. They hold until the next
   * call.
   */
  of(rows: Uint32Array, length: number): Int32Array;
}

export interface AnyNumbers {
  readonly isWhole: false;
  /** The same, NaN where there is none. */
  of(rows: Uint32Array, length: number): Float64Array;
}

/** No stored number has this value. */
export const noNumber = -(2 ** 31);

export function rowNumbers(segment: Segment, field: Field): RowNumbers {
  switch (field.kind) {
    case "text":
    case "code":
      return columnNumbers(segment.base(field.column));
    case "code-name":
    case "pattern":
      return oneByOne(() => Number.NaN);
    case "counter": {
      const { counter } = segment.times();
      return oneByOne((row) => counter[row]!);
    }
    case "time": {
      const times = segment.times()[field.edge];
      return oneByOne((row) => times[row]! / 1e6);
    }
    case "id": {
      const ids = segment.ids();
      return oneByOne((row) => ids[row]!);
    }
    case "tag": {
      const column = segment.tag(field.name);
      return column ? columnNumbers(column, amountOfTag) : oneByOne(() => Number.NaN);
    }
  }
}

function columnNumbers(column: Column, numberOf = numberOfText): RowNumbers {
  if (column.encoding === "text") return oneByOne((row) => numberOf(column.text(row)));
  if (column.encoding === "number") return storedNumbers(column);
  const numbers = Float64Array.from(column.values, (text) => numberOf(text));
  return wholeValues(column, numbers) ?? oneByOne((row) => numbers[column.ids[row]!]!);
}

/** `numbers`: by value. Undefined if some are no whole numbers, however scaled, or too large. */
function wholeValues({ ids }: DictionaryColumn, numbers: Float64Array): WholeNumbers | undefined {
  const present = numbers.filter((number) => !Number.isNaN(number));
  const scale = decimalScaleOf(present);
  if (scale === undefined) return undefined;
  const [first = 0] = present;
  const least = Math.round(present.reduce((a, b) => Math.min(a, b), first) * scale);
  const greatest = Math.round(present.reduce((a, b) => Math.max(a, b), first) * scale);
  if (least <= noNumber || greatest > -noNumber - 1) return undefined;
  const unitOf = Int32Array.from(numbers, (number) => (Number.isNaN(number) ? noNumber : Math.round(number * scale)));
  const units = new Int32Array(batchRows);
  const of = (rows: Uint32Array, length: number) => {
    copyRows(ids, rows, length, units);
    for (let i = 0; i < length; i++) units[i] = unitOf[units[i]!]!;
    return units;
  };
  return { isWhole: true, scale, least, greatest, of };
}

/** Times in seconds and sizes in bytes, as conditions compare them. */
function amountOfTag(text: string): number {
  const number = numberOfText(text);
  return Number.isNaN(number) ? (readQuantity(text)?.amount ?? number) : number;
}

function storedNumbers({ values, scale, present, min, max }: NumberColumn): RowNumbers {
  if (values instanceof Float64Array || min * scale <= noNumber || max * scale > -noNumber - 1)
    return oneByOne((row) => (present?.[row] === 0 ? Number.NaN : values[row]! / scale));
  const units = new Int32Array(batchRows);
  const of = (rows: Uint32Array, length: number) => {
    copyRows(values, rows, length, units);
    if (present) for (let i = 0; i < length; i++) if (present[rows[i]!] === 0) units[i] = noNumber;
    return units;
  };
  return { isWhole: true, scale, least: Math.round(min * scale), greatest: Math.round(max * scale), of };
}

function oneByOne(numberOf: (row: number) => number): AnyNumbers {
  const numbers = new Float64Array(batchRows);
  const of = (rows: Uint32Array, length: number) => {
    for (let i = 0; i < length; i++) numbers[i] = numberOf(rows[i]!);
    return numbers;
  };
  return { isWhole: false, of };
}

type Words = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/**
 * Copies the entries of the first `length` rows, rising, into an array of one kind: a loop that meets several kinds of
 * arrays takes three times as long. Neighbours are converted by the runtime at once.
 */
export function copyRows(words: Words, rows: Uint32Array, length: number, target: Uint32Array | Int32Array): void {
  if (length === 0) return;
  const first = rows[0]!;
  if (rows[length - 1]! - first === length - 1) target.set(words.subarray(first, first + length));
  else for (let i = 0; i < length; i++) target[i] = words[rows[i]!]!;
}
