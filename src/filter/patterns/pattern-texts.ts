import { TextRows } from "../../eventstore/columns/text-rows.ts";
import type { DictionaryColumn, Segment } from "../../eventstore/segment.ts";
import { sliceOfRow } from "../../eventstore/segment.ts";
import { cachedTextOf, cacheText } from "../../pattern/pattern-id.ts";
import { patternText } from "../../pattern/pattern-text.ts";

/**
 * Calls `visit` with the text of each wanted pattern of a segment's `patternColumn`. Reads one message of each pattern
 * that the thread has not met lately. `tick` is called at least every few milliseconds and may throw. Any thread.
 */
export function eachPatternText(
  segment: Segment,
  column: DictionaryColumn,
  isWanted: (patternId: string) => boolean,
  visit: (number: number, text: string) => void,
  tick: () => void,
): void {
  const open = new Uint8Array(column.valueCount);
  let left = 0;
  for (let number = 1; number < open.length; number++) {
    if (!isWanted(column.value(number))) continue;
    const known = cachedTextOf(column.value(number));
    if (known !== undefined) visit(number, known);
    else left += open[number] = 1;
  }
  if (left === 0) return;
  const textOf = left <= textsOfSlicesMax ? readerOfSlices(segment) : readerOfBlocks(segment);
  const { ids } = column;
  for (let row = 0; row < segment.rows && left > 0; row++) {
    if ((row & 0xfff) === 0) tick();
    const number = ids[row]!;
    if (open[number] === 0) continue;
    open[number] = 0;
    left--;
    // Each may take a slice, or a block, of its own.
    tick();
    const text = patternText([textOf(row)]);
    cacheText(column.value(number), text);
    visit(number, text);
  }
}

/** For a few rows: reads the filling of each row's holes, in its slice. */
function readerOfSlices(segment: Segment): (row: number) => string {
  return (row) => {
    const { view, at } = sliceOfRow(segment, row);
    return view.base("message").text(at);
  };
}

/** For many rows: reads all holes of the segment. */
function readerOfBlocks(segment: Segment): (row: number) => string {
  const texts = new TextRows([segment.base("message")]);
  return (row) => {
    texts.seek(0, row);
    const { bytes, from, to } = texts;
    return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString();
  };
}

/** A slice's holes take a millisecond, those of a segment a second. */
const textsOfSlicesMax = 500;
