import { RowSet } from "../rows/row-set.ts";
import type { Selection } from "../rows/selection.ts";

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** Rows from `start` to before `end`. */
interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** Keeps the chosen rows whose value has the verdict 1, not 0. */
export function applyVerdicts(
  values: Numbers,
  verdicts: Uint8Array,
  rows: number,
  selection: Selection,
  tick: () => void,
): void {
  selection.keepOnly(rowsWith(values, verdicts, rows, selection, tick));
}

/** The rows whose value has verdict 1. Rows outside the range are undefined. */
export function rowsWith(
  values: Numbers,
  verdicts: Uint8Array,
  rows: number,
  range: RowRange,
  tick: () => void,
): RowSet {
  const words = new Uint32Array(Math.ceil(rows / 32));
  packVerdicts(values, verdicts, range, words, tick);
  return RowSet.ofWords(rows, words);
}

/**
 * Adds a bit for each row of the range, and maybe for some around it. It has no branch per row, which would take three
 * times as long for rows chosen at random, and it always reads words of 32 bits, since a loop that meets several kinds
 * of arrays takes three times as long.
 */
function packVerdicts(
  values: Numbers,
  verdicts: Uint8Array,
  { start, end }: RowRange,
  words: Uint32Array,
  tick: () => void,
): void {
  const { BYTES_PER_ELEMENT: width } = values;
  const aligned = values.byteOffset % 4 === 0 ? values : values.slice();
  const all = new Uint32Array(aligned.buffer, aligned.byteOffset, (values.length * width) >>> 2);
  const pack = width === 1 ? packBytes : width === 2 ? packHalves : packWords;
  const wholeWords = Math.min(Math.ceil(end / 32), values.length >>> 5);
  for (let from = start >>> 5; from < wholeWords; from += wordsAtOnce) {
    tick();
    const to = Math.min(wholeWords, from + wordsAtOnce);
    pack(all.subarray(from * 8 * width, to * 8 * width), verdicts, words, from);
  }
  for (let row = Math.max(start, wholeWords * 32); row < end; row++)
    words[row >>> 5]! |= verdicts[values[row]!]! << (row & 31);
}

const wordsAtOnce = 2_048;

/** Four values in each of `fours`. */
function packBytes(fours: Uint32Array, verdicts: Uint8Array, words: Uint32Array, first: number): void {
  let at = first;
  for (let i = 0; i < fours.length; at++) {
    let word = 0;
    for (let bit = 0; bit < 32; bit += 4) {
      const four = fours[i++]!;
      word |=
        (verdicts[four & 0xff]! |
          (verdicts[(four >>> 8) & 0xff]! << 1) |
          (verdicts[(four >>> 16) & 0xff]! << 2) |
          (verdicts[four >>> 24]! << 3)) <<
        bit;
    }
    words[at]! |= word;
  }
}

/** Two values in each of `twos`. */
function packHalves(twos: Uint32Array, verdicts: Uint8Array, words: Uint32Array, first: number): void {
  let at = first;
  for (let i = 0; i < twos.length; at++) {
    let word = 0;
    for (let bit = 0; bit < 32; bit += 4) {
      const two = twos[i++]!;
      const next = twos[i++]!;
      word |=
        (verdicts[two & 0xffff]! |
          (verdicts[two >>> 16]! << 1) |
          (verdicts[next & 0xffff]! << 2) |
          (verdicts[next >>> 16]! << 3)) <<
        bit;
    }
    words[at]! |= word;
  }
}

function packWords(values: Uint32Array, verdicts: Uint8Array, words: Uint32Array, first: number): void {
  let at = first;
  for (let row = 0; row < values.length; at++) {
    let word = 0;
    for (let bit = 0; bit < 32; bit++) word |= verdicts[values[row++]!]! << bit;
    words[at]! |= word;
  }
}
