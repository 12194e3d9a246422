import { hashWord } from "../../eventstore/format/word-hash.ts";
import type { TextBlock, TextColumn } from "../../eventstore/segment.ts";
import type { BlockScan } from "../condition/block-scan.ts";
import type { ValueTest } from "../condition/value-test.ts";
import { RowBits } from "../rows/row-set.ts";
import type { Selection } from "../rows/selection.ts";
import { asciiWord } from "../words/words.ts";
import { hexTest } from "./select-hex.ts";

/**
 * Takes the rows out of the selection whose text the test says `negated` of. Unpacks only blocks with chosen rows.
 * Parameters: called for each segment and condition; an object a call would only rename them.
 */
export function selectTexts(
  column: TextColumn,
  test: ValueTest,
  negated: boolean,
  rows: number,
  selection: Selection,
  tick: () => void,
): void {
  const wordHashes = Int32Array.from(test.scan?.words ?? [], hashWord);
  const digits = test.exact && hexTest(column, test.exact);
  const found = new RowBits(rows);
  for (let row = selection.next(selection.start); row < selection.end; ) {
    tick();
    const index = column.blockOf(row);
    const end = column.firstRow(index + 1);
    if (column.mayHold(index, wordHashes)) {
      const block = digits ? undefined : column.block(index);
      if (!block) digits!(index, selection, (match) => found.add(match));
      else if (test.scan) eachMatch(block, test, test.scan, selection, tick, (match) => found.add(match));
      else testEach(block, test, selection, tick, (match) => found.add(match));
    }
    row = selection.next(end);
  }
  selection.keepOnly(negated ? found.others() : found.toSet());
}

type VisitRow = (row: number) => void;

function testEach(block: TextBlock, test: ValueTest, selection: Selection, tick: () => void, visit: VisitRow): void {
  const bytes = bufferOf(block);
  const { firstRow, offsets } = block;
  const holds = test.bytes
    ? (at: number) => test.bytes!(bytes, offsets[at]!, offsets[at + 1]! - 1)
    : (at: number) => test.text(textOf(bytes, block, at));
  for (let row = selection.next(firstRow); row < Math.min(firstRow + block.rows, selection.end); ) {
    if ((row & 0x3f) === 0x3f) tick();
    if (holds(row - firstRow)) visit(row);
    row = selection.next(row + 1);
  }
}

/**
 * Looks for the scan's pattern in all rows at once, and calls `visit` with each chosen row that matches, ascending.
 * Parameters: called for each block of rows.
 */
function eachMatch(
  block: TextBlock,
  test: ValueTest,
  { pattern, hit }: BlockScan,
  selection: Selection,
  tick: () => void,
  visit: VisitRow,
): void {
  const { firstRow } = block;
  const bytes = bufferOf(block);
  const latin1 = bytes.toString("latin1");
  let at = 0;
  let hits = 0;
  pattern.lastIndex = 0;
  let found = pattern.exec(latin1);
  if (found === null) return;
  const { offsets } = block;
  for (; found !== null; found = pattern.exec(latin1)) {
    if ((++hits & 0x3f) === 0) tick();
    while (offsets[at + 1]! <= found.index) at++;
    const isChosen = selection.has(firstRow + at);
    let matches: boolean | undefined = hit === "row";
    if (isChosen && hit !== "row") {
      matches = hit === "word" ? isWholeWord(bytes, found.index, found.index + found[0].length) : undefined;
      if (matches === false) {
        pattern.lastIndex = found.index + 1;
        continue;
      }
      matches ??= test.text(textOf(bytes, block, at));
    }
    if (matches && isChosen) visit(firstRow + at);
    pattern.lastIndex = offsets[at + 1]!;
  }
}

/** Undefined when bytes beyond ASCII would have to be understood. */
function isWholeWord(bytes: Uint8Array, start: number, end: number): boolean | undefined {
  for (let i = start; i < end; i++) if (bytes[i]! > 0x7f) return undefined;
  const before = start === 0 ? rowEnd : bytes[start - 1]!;
  const after = bytes[end]!;
  if (asciiWord[before] === 1 || asciiWord[after] === 1) return false;
  return (before < 0x80 || before === rowEnd) && (after < 0x80 || after === rowEnd) ? true : undefined;
}

/** What ends each row; before the first row there is nothing, which is the same. */
const rowEnd = 0xff;

function bufferOf({ bytes }: TextBlock): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function textOf(bytes: Buffer, { offsets }: TextBlock, at: number): string {
  return bytes.toString("utf8", offsets[at]!, offsets[at + 1]! - 1);
}
