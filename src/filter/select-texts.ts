import type { TextBlock, TextColumn } from "../eventstore/segment.ts";
import { hashWord } from "../eventstore/word-filter.ts";
import type { BlockScan } from "./block-scan.ts";
import type { Selection } from "./selection.ts";
import type { ValueTest } from "./value-test.ts";
import { asciiWord } from "./words.ts";

/** Takes the rows out of the selection whose text the test says `negated` of. Unpacks only blocks with chosen rows. */
export function selectTexts(
  column: TextColumn,
  test: ValueTest,
  negated: boolean,
  rows: number,
  selection: Selection,
  tick: () => void,
): void {
  const flags = selection.writable(rows);
  const wordHashes = Int32Array.from(test.scan?.words ?? [], hashWord);
  let row = flags.indexOf(1, selection.start);
  while (row >= 0 && row < selection.end) {
    tick();
    const index = column.blockOf(row);
    const end = column.firstRow(index + 1);
    if (!column.mayHold(index, wordHashes)) {
      if (!negated) flags.fill(0, row, end);
    } else if (test.scan) scanBlock(column.block(index), test, test.scan, negated, flags, tick);
    else testEach(column.block(index), test, negated, flags, tick);
    row = flags.indexOf(1, end);
  }
}

function testEach(block: TextBlock, test: ValueTest, negated: boolean, flags: Uint8Array, tick: () => void): void {
  const bytes = bufferOf(block);
  for (let at = 0; at < block.rows; at++) {
    if (flags[block.firstRow + at] === 0) continue;
    if ((at & 0x3f) === 0x3f) tick();
    if (test.text(textOf(bytes, block, at)) === negated) flags[block.firstRow + at] = 0;
  }
}

/** Looks for the scan's pattern in all rows at once, and then only at rows that have it. */
function scanBlock(
  block: TextBlock,
  test: ValueTest,
  scan: BlockScan,
  negated: boolean,
  flags: Uint8Array,
  tick: () => void,
): void {
  const { firstRow, rows } = block;
  let done = firstRow;
  eachMatch(block, test, scan, flags, tick, (row) => {
    if (negated) flags[row] = 0;
    else if (row > done) flags.fill(0, done, row);
    done = row + 1;
  });
  if (!negated) flags.fill(0, done, firstRow + rows);
}

/** Calls `visit` with each chosen row that matches, ascending. */
function eachMatch(
  block: TextBlock,
  test: ValueTest,
  { pattern, hit }: BlockScan,
  flags: Uint8Array,
  tick: () => void,
  visit: (row: number) => void,
): void {
  const { firstRow, offsets } = block;
  const bytes = bufferOf(block);
  const latin1 = bytes.toString("latin1");
  let at = 0;
  let hits = 0;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(latin1); found !== null; found = pattern.exec(latin1)) {
    if ((++hits & 0x3f) === 0) tick();
    while (offsets[at + 1]! <= found.index) at++;
    const row = firstRow + at;
    let matches: boolean | undefined = hit === "row";
    if (flags[row] === 1 && hit !== "row") {
      matches = hit === "word" ? isWholeWord(bytes, found.index, found.index + found[0].length) : undefined;
      if (matches === false) {
        pattern.lastIndex = found.index + 1;
        continue;
      }
      matches ??= test.text(textOf(bytes, block, at));
    }
    if (matches && flags[row] === 1) visit(row);
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
