import { countBits } from "../../../lib/bits.ts";
import { freeArrays } from "../../../runtime/free-arrays.ts";
import { viewOf } from "../../format/integers.ts";
import { FormatError, type PartSink, type PartSource } from "../../format/segment-format.ts";
import { listedSlicesMin, listedValuesMax } from "../../limits.ts";
import type { ListedRows } from "../../segment.ts";
import { takeScratch } from "../scratch-memory.ts";

type Values = Uint32Array | Float64Array;

/**
 * Writes the rows of each value but the most frequent as a part: where one row in `bitsShare` or more has the value, a
 * bit for each row, else the steps from row to row less one, from row -1 on. A step of 255 or more is as many bytes of
 * 255 as it holds, and the rest. `values` by row; `counts`: rows of each. The number of the first part; undefined where
 * that does not pay.
 */
export function encodeValueRows(sink: PartSink, values: Values, counts: ArrayLike<number>): number | undefined {
  const { length } = values;
  if (!areRowsListed(sink, length, counts.length)) return undefined;
  const rest = mostFrequent(counts);
  const forms = Uint8Array.from(counts, (count) => (isInBits(count, length) ? Form.bits : Form.steps));
  forms[rest] = Form.none;
  const begins = new Uint32Array(counts.length + 1);
  for (let value = 0; value < counts.length; value++)
    begins[value + 1] = begins[value]! + (value === rest ? 0 : mostBytes(counts[value]!, length));
  const lists = new Uint8Array(begins[counts.length]!);
  const ends = writeLists(lists, values, forms, begins);
  let first: number | undefined;
  for (let value = 0; value < counts.length; value++) {
    if (value === rest) continue;
    const end = forms[value] === Form.bits ? begins[value + 1] : ends[value];
    const part = sink.add(lists.subarray(begins[value], end));
    first ??= part;
  }
  freeArrays([lists]);
  return first;
}

/** Whether a column of so many rows and values lists them. */
export function areRowsListed({ sliceRows, ends }: PartSink, rows: number, values: number): boolean {
  return sliceRows !== undefined && !ends && rows >= listedSlicesMin * sliceRows && values <= listedValuesMax;
}

/** Gives where the steps of each value end. */
function writeLists(lists: Uint8Array, values: Values, forms: Uint8Array, begins: Uint32Array): Uint32Array {
  const ends = begins.slice();
  const next = new Uint32Array(forms.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    const form = forms[value]!;
    if (form === Form.none) continue;
    if (form === Form.bits) {
      lists[begins[value]! + (row >>> 3)]! |= 1 << (row & 7);
      continue;
    }
    let end = ends[value]!;
    let step = row - next[value]!;
    for (; step >= longStep; step -= longStep) lists[end++] = longStep;
    lists[end++] = step;
    ends[value] = end;
    next[value] = row + 1;
  }
  return ends;
}

const Form = { none: 0, steps: 1, bits: 2 } as const;

/** `first`: as `encodeValueRows` gave it; `rows`: of the column. */
export function storedValueRows(
  source: PartSource,
  first: number,
  counts: ArrayLike<number>,
  rows: number,
): ListedRows {
  const rest = mostFrequent(counts);
  const { sliceRows = rows } = source;
  return {
    rest,
    effort: (value) => sliceRows * partEffort + (isInBits(counts[value]!, rows) ? rows / bitsShare : counts[value]!),
    addTo(words, value) {
      const bytes = source.part(first + value - (value > rest ? 1 : 0), takeScratch);
      const count = counts[value]!;
      if (isInBits(count, rows)) addWords(words, checkedBits(bytes, count, rows));
      else addStepped(words, bytes, count, rows);
    },
  };
}

function addStepped(words: Uint32Array, steps: Uint8Array, count: number, rows: number): void {
  let left = count;
  let row = 0;
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at]!;
    row += step;
    if (step === longStep) continue;
    left--;
    words[row >>> 5]! |= 1 << (row & 31);
    row++;
  }
  if (left !== 0 || row > rows) throw wrongCount(count);
}

function addWords(words: Uint32Array, more: Uint32Array): void {
  for (let at = 0; at < words.length; at++) words[at]! |= more[at]!;
}

function checkedBits(bytes: Uint8Array, count: number, rows: number): Uint32Array {
  const words = viewOf(bytes, 4, Math.ceil(rows / 32)) as Uint32Array;
  const beyond = (rows & 31) === 0 ? 0 : words[words.length - 1]! >>> (rows & 31);
  if (beyond !== 0 || countBits(words, 0, words.length) !== count) throw wrongCount(count);
  return words;
}

function wrongCount(count: number): FormatError {
  return new FormatError(`Not the ${count} rows of a value are listed.`);
}

function mostBytes(count: number, rows: number): number {
  return isInBits(count, rows) ? 4 * Math.ceil(rows / 32) : count + Math.ceil(rows / longStep);
}

function isInBits(count: number, rows: number): boolean {
  return count * bitsShare >= rows;
}

/** The first of several. */
function mostFrequent(counts: ArrayLike<number>): number {
  let most = 0;
  for (let value = 1; value < counts.length; value++) if (counts[value]! > counts[most]!) most = value;
  return most;
}

const longStep = 255;
/** To find a part takes this share of the time that a slice of a column takes. */
const partEffort = 0.4;
/** Such bits take up to a quarter more than steps, and are read in a tenth of the time. Part of the format. */
const bitsShare = 16;
