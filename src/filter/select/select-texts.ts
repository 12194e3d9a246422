import { hashWord } from "../../eventstore/format/word-hash.ts";
import { type PackedTexts, passBlock, type TextBlock, type TextColumn } from "../../eventstore/segment.ts";
import type { BlockScan } from "../condition/block-scan.ts";
import { ScanHits } from "../condition/scan-hits.ts";
import type { TextTest } from "../condition/template-verdict.ts";
import type { ValueTest } from "../condition/value-test.ts";
import { RowBits } from "../rows/row-set.ts";
import type { Selection } from "../rows/selection.ts";
import { longText } from "../words/fold-case.ts";
import { asciiWord } from "../words/words.ts";
import { hexTest } from "./select-hex.ts";

/** Rows to search in a block, by their places in its column. */
interface WantedRows {
  isChosen(place: number): boolean;
  visit(place: number): void;
}

/**
 * Removes every row from the selection for whose text the test returns `negated`. Unpacks only blocks with chosen rows.
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
  const found = new RowBits(rows);
  const wordHashes = Int32Array.from(test.scan?.words ?? [], hashWord);
  const search = { test, wordHashes, selection, tick, found };
  if (test.isPresence) findPresent(column, selection, found, tick);
  else if (column.mayHoldAny?.(wordHashes) !== false) {
    if (column.sparse && !test.text("")) findStored(column.sparse, search);
    else find(column, search);
  }
  selection.keepOnly(negated ? found.others() : found.toSet());
}

/** Rows that have a text at all: nothing is searched. */
function findPresent(column: TextColumn, selection: Selection, found: RowBits, tick: () => void): void {
  if (column.sparse) {
    const { at } = column.sparse;
    for (let i = 0; i < at.length; i++) found.add(at[i]!);
    return;
  }
  for (let row = selection.next(selection.start); row < selection.end; ) {
    tick();
    const block = column.block(column.blockOf(row));
    const { firstRow, rows, singly } = block;
    const offsets = singly ? undefined : block.offsets;
    for (let at = 0; at < rows; at++) {
      const isEmpty = singly ? singly.isEmpty(at) : offsets![at + 1]! - offsets![at]! === 1;
      if (!isEmpty) found.add(firstRow + at);
    }
    row = selection.next(firstRow + rows);
  }
}

interface TextSearch {
  test: ValueTest;
  /** Of words that each match has. */
  wordHashes: Int32Array;
  selection: Selection;
  tick: () => void;
  found: RowBits;
}

function find(column: TextColumn, { test, wordHashes, selection, tick, found }: TextSearch): void {
  const digits = hexTest(column, test);
  const wanted = { isChosen: (row: number) => selection.has(row), visit: (row: number) => found.add(row) };
  for (let row = selection.next(selection.start); row < selection.end; ) {
    tick();
    const index = column.blockOf(row);
    const end = column.firstRow(index + 1);
    if (column.mayHold(index, wordHashes)) {
      if (digits) digits(index, selection, wanted.visit);
      else passBlock(column, index, (block) => visitMatches(block, test, wanted, tick));
    }
    row = selection.next(end);
  }
}

/** Searches only what is stored: putting an empty text in place of every other row takes longer than the search. */
function findStored(
  { stored, at }: NonNullable<TextColumn["sparse"]>,
  { test, wordHashes, selection, tick, found }: TextSearch,
): void {
  const wanted = {
    isChosen: (place: number) => selection.has(at[place]!),
    visit: (place: number) => found.add(at[place]!),
  };
  for (let index = 0; index < stored.blockCount; index++) {
    tick();
    const [first, end] = [stored.firstRow(index), stored.firstRow(index + 1)];
    if (selection.next(at[first]!) > at[end - 1]! || !stored.mayHold(index, wordHashes)) continue;
    passBlock(stored, index, (block) => visitMatches(block, test, wanted, tick));
  }
}

function visitMatches(block: TextBlock, test: ValueTest, wanted: WantedRows, tick: () => void): void {
  if (test.scan) eachMatch(block, test, test.scan, wanted, tick);
  else testEach(block, test, wanted, tick);
}

function testEach(block: TextBlock, test: ValueTest, { isChosen, visit }: WantedRows, tick: () => void): void {
  const bytes = bufferOf(block);
  const { firstRow, offsets } = block;
  for (let at = 0; at < block.rows; at++) {
    if ((at & 0x3f) === 0x3f) tick();
    if (!isChosen(firstRow + at)) continue;
    if (textHolds(bytes, offsets[at]!, offsets[at + 1]! - 1, test, tick)) visit(firstRow + at);
  }
}

/**
 * Looks for hits of the scan in all rows at once, and calls `visit` with each chosen row that matches, ascending.
 * Parameters: called for each block of rows.
 */
export function eachMatch(
  block: TextBlock,
  test: TextTest,
  scan: BlockScan,
  { isChosen: isWanted, visit }: WantedRows,
  tick: () => void,
): void {
  const { firstRow } = block;
  const { hit } = scan;
  const hits = new ScanHits(scan, block.bytes);
  if (!hits.find(0)) return;
  const bytes = bufferOf(block);
  const { offsets } = block;
  let at = 0;
  let next = 0;
  let count = 0;
  do {
    if ((++count & 0x3f) === 0) tick();
    while (offsets[at + 1]! <= hits.start) at++;
    const isChosen = isWanted(firstRow + at);
    let matches: boolean | undefined = hit === "row";
    if (isChosen && hit !== "row") {
      const isWhole = hit !== "maybe" && isWholeWord(bytes, hits.start, hits.end);
      if (hit === "word" && isWhole === false) {
        next = hits.start + 1;
        continue;
      }
      // No whole word, or letters beyond ASCII around it: the text tells.
      matches = isWhole || textHolds(bytes, offsets[at]!, offsets[at + 1]! - 1, test, tick);
    }
    if (matches && isChosen) visit(firstRow + at);
    next = offsets[at + 1]!;
  } while (hits.find(next));
}

/** Undefined when letters beyond ASCII would have to be compared. */
function isWholeWord(bytes: Uint8Array, start: number, end: number): boolean | undefined {
  for (let i = start; i < end; i++) if (bytes[i]! > 0x7f) return undefined;
  const before = start === 0 ? rowEnd : bytes[start - 1]!;
  const after = bytes[end]!;
  if (asciiWord[before] === 1 || asciiWord[after] === 1) return false;
  return (before < 0x80 || before === rowEnd) && (after < 0x80 || after === rowEnd) ? true : undefined;
}

/** The end mark of each row; nothing stands before the first row, which works the same. */
const rowEnd = 0xff;

export function bufferOf({ bytes }: PackedTexts): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Whether the UTF-8 text bytes[from .. to) meets the test. The clock is looked at before each long one. */
export function textHolds(bytes: Buffer, from: number, to: number, test: TextTest, tick: () => void): boolean {
  if (to - from >= longText) tick();
  return test.bytes ? test.bytes(bytes, from, to) : test.text(bytes.toString("utf8", from, to), tick);
}
