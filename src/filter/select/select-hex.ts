import { type HexBlock, HexCodec, type HexWords } from "../../eventstore/hex-texts.ts";
import type { TextColumn } from "../../eventstore/segment.ts";
import type { ValueTest } from "../condition/value-test.ts";
import type { Selection } from "../rows/selection.ts";

type VisitRow = (row: number) => void;

/**
 * Finds the chosen rows of a block whose text is one of a few, or begins with a text, where texts are stored as
 * hexadecimal digits: it compares two or four words instead of assembling texts. Undefined for other blocks and tests.
 */
export function hexTest(
  { digits }: TextColumn,
  { exact, start }: ValueTest,
): ((block: number, selection: Selection, visit: VisitRow) => void) | undefined {
  const texts = exact?.values ?? (start && [start.value]);
  if (!digits || !texts || texts.length > valuesMax) return undefined;
  const { ignoreCase } = (exact ?? start)!;
  const codec = new HexCodec(digits.pattern);
  const all = texts.map((text) => (exact ? codec.wordsOf(text, ignoreCase) : codec.wordsOfStart(text, ignoreCase)));
  const wanted = all.filter((words) => words !== undefined);
  return (index, selection, visit) => {
    if (wanted.length === 0) return;
    const block = digits.block(index);
    for (const words of wanted) eachRowWith(block, words, selection, visit);
  };
}

/** Each is compared with every row. */
const valuesMax = 16;

function eachRowWith(
  { firstRow, rows, words, present }: HexBlock,
  wanted: HexWords,
  selection: Selection,
  visit: VisitRow,
): void {
  const { length: width } = wanted.words;
  // The last digits differ most.
  const tail = Math.max(
    0,
    wanted.masks.findLastIndex((mask) => mask !== 0),
  );
  const word = wanted.words[tail]!;
  const mask = wanted.masks[tail]!;
  for (let row = 0, at = tail; row < rows; row++, at += width) {
    if ((words[at]! & mask) >>> 0 !== word || !hasWords(words, row * width, wanted)) continue;
    if (present?.[row] !== 0 && selection.has(firstRow + row)) visit(firstRow + row);
  }
}

function hasWords(all: Uint32Array, at: number, { words, masks }: HexWords): boolean {
  for (let i = 0; i < words.length; i++) if ((all[at + i]! & masks[i]!) >>> 0 !== words[i]) return false;
  return true;
}
