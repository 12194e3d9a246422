import { type HexBlock, HexCodec } from "../../eventstore/hex-texts.ts";
import type { TextColumn } from "../../eventstore/segment.ts";
import type { ValueTest } from "../condition/value-test.ts";
import type { Selection } from "../rows/selection.ts";

type VisitRow = (row: number) => void;

/**
 * Finds the chosen rows of a block whose text is one of a few, where texts are stored as hexadecimal digits: it
 * compares two or four words instead of assembling texts. Undefined for other blocks.
 */
export function hexTest(
  { digits }: TextColumn,
  { values, ignoreCase }: NonNullable<ValueTest["exact"]>,
): ((block: number, selection: Selection, visit: VisitRow) => void) | undefined {
  if (!digits || values.length > valuesMax) return undefined;
  const codec = new HexCodec(digits.pattern);
  const wanted = values.map((value) => codec.wordsOf(value, ignoreCase)).filter((words) => words !== undefined);
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
  wanted: Uint32Array,
  selection: Selection,
  visit: VisitRow,
): void {
  const width = wanted.length;
  const last = wanted[width - 1]!;
  // The last digits differ most.
  for (let row = 0, at = width - 1; row < rows; row++, at += width) {
    if (words[at] !== last || !hasWords(words, row * width, wanted)) continue;
    if (present?.[row] !== 0 && selection.has(firstRow + row)) visit(firstRow + row);
  }
}

function hasWords(words: Uint32Array, at: number, wanted: Uint32Array): boolean {
  for (let i = 0; i < wanted.length; i++) if (words[at + i] !== wanted[i]) return false;
  return true;
}
