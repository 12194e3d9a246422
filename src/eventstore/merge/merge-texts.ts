import { dictionaryLimit } from "../columns/column-writer.ts";
import { TextBlockWriter } from "../columns/text-blocks.ts";
import { TextRows } from "../columns/text-rows.ts";
import { ByteDictionary } from "../format/byte-dictionary.ts";
import type { ColumnEntry, PartSink } from "../format/segment-format.ts";
import { textReviewLength, textReviewRows } from "../limits.ts";
import type { Column, TextBlock, TextColumn } from "../segment.ts";
import type { MergeOrder } from "./merge-order.ts";

/** Copies bytes, whole runs of rows at once where sources do not interleave; holds one block of each source. */
export function* mergeTexts(
  sink: PartSink,
  columns: readonly (Column | undefined)[],
  order: MergeOrder,
): Generator<void, ColumnEntry> {
  const { rows, source, row } = order;
  const writer = new TextBlockWriter(sink);
  const cursors = columns.map((column) => (column?.encoding === "text" ? new TextCursor(column) : undefined));
  let at = 0;
  while (at < rows) {
    const from = source[at]!;
    const cursor = cursors[from];
    let flushed: boolean;
    if (cursor) {
      const block = cursor.at(row[at]!);
      const blockEnd = block.firstRow + block.rows;
      const start = at++;
      while (at < rows && source[at] === from && row[at] === row[at - 1]! + 1 && row[at]! < blockEnd) at++;
      const first = row[start]! - block.firstRow;
      flushed = writer.addRows(block, first, first + at - start);
    } else {
      flushed = writer.addText(columns[from]?.text(row[at]!) ?? "");
      at++;
    }
    if (flushed) yield;
  }
  return writer.finish();
}

/** True when text columns may repeat enough, taken together, to make a dictionary worth trying. */
export function* deservesReview(
  columns: readonly (Column | undefined)[],
  { rows, source, row }: MergeOrder,
): Generator<void, boolean> {
  if (rows < textReviewRows) return false;
  const step = Math.floor(rows / sampledRuns);
  const texts = new TextRows(columns);
  const seen = new ByteDictionary();
  let sampled = 0;
  let length = 0;
  for (let begin = 0; begin + runRows <= rows; begin += step) {
    for (let i = begin; i < begin + runRows; i++) {
      texts.seek(source[i]!, row[i]!);
      if (texts.from === texts.to) continue;
      sampled++;
      length += texts.to - texts.from;
      seen.idOf(texts.bytes, texts.from, texts.to);
    }
    yield;
  }
  if (length > sampled * textReviewLength) return false;
  // In a sample of this size, all values that a dictionary may have, equally frequent, show this many different ones.
  const values = dictionaryLimit(rows);
  return seen.size <= values * (1 - Math.exp(-sampled / values));
}

/** The block that holds a row, for rows that mostly rise. */
class TextCursor {
  private block: TextBlock | undefined;

  constructor(private readonly column: TextColumn) {}

  at(row: number): TextBlock {
    const block = this.block;
    if (block && row >= block.firstRow && row < block.firstRow + block.rows) return block;
    this.block = this.column.block(this.column.blockOf(row));
    return this.block;
  }
}

/** Neighbouring rows, so that few blocks are unpacked: unpacking one takes longer than looking at all of its rows. */
const runRows = 1_024;
const sampledRuns = 8;
