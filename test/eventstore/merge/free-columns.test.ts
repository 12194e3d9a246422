import { expect, test } from "vitest";
import { decodeColumn } from "../../../src/eventstore/columns/column-reader.ts";
import { encodeTexts } from "../../../src/eventstore/columns/column-writer.ts";
import { keepNothing } from "../../../src/eventstore/columns/stored-text-column.ts";
import { MemorySink } from "../../../src/eventstore/format/segment-bytes.ts";
import { freeColumns } from "../../../src/eventstore/merge/free-columns.ts";
import type { Column } from "../../../src/eventstore/segment.ts";

const words = ["deny", "allow", "", "deny"];
/** More than a dictionary may have, so they are kept as numbers; some rows have none. */
const numbers = Array.from({ length: 400 }, (_, row) => (row % 7 === 0 ? "" : String(row)));

test("when a dictionary was merged, then its rows and values are given back", () => {
  const column = decoded(words, false, own);
  if (column.encoding !== "dictionary") throw new Error("Expected a dictionary.");
  const { ids } = column;
  const { bytes, offsets } = column.texts;
  freeColumns([undefined, column]);
  expect([ids.length, bytes.length, offsets.length]).toEqual([0, 0, 0]);
});

test("when numbers were merged, then they and which rows have one are given back", () => {
  const column = decoded(numbers, true, own);
  if (column.encoding !== "number") throw new Error("Expected numbers.");
  const { values, present } = column;
  freeColumns([column]);
  expect([values.length, present?.length]).toEqual([0, 0]);
});

test("when columns lie in shared memory, which others read, then they stay as they are", () => {
  const [dictionary, some] = [decoded(words, false, shared), decoded(numbers, true, shared)];
  const texts = () => [textsOf(dictionary, words.length), textsOf(some, numbers.length)];
  expect(texts()).toEqual([words, numbers]);
  freeColumns([dictionary, some]);
  expect(texts()).toEqual([words, numbers]);
});

function decoded(texts: readonly string[], areNumbers: boolean, place: (bytes: Uint8Array) => Uint8Array): Column {
  const sink = new MemorySink();
  const entry = encodeTexts(sink, texts, areNumbers);
  return decodeColumn({ part: (index) => place(sink.parts[index]!) }, entry, texts.length, keepNothing);
}

/** As a file gives them. */
function own(bytes: Uint8Array): Uint8Array {
  return bytes.slice();
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

function textsOf(column: Column, rows: number): string[] {
  return Array.from({ length: rows }, (_, row) => column.text(row));
}
