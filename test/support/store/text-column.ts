import { decodeColumn } from "../../../src/eventstore/columns/column-reader.ts";
import { keepNothing } from "../../../src/eventstore/columns/stored-text-column.ts";
import { TextBlockWriter } from "../../../src/eventstore/columns/text-blocks.ts";
import type { PartSink } from "../../../src/eventstore/format/segment-format.ts";
import type { TextColumn } from "../../../src/eventstore/segment.ts";

/** Texts as a file has them, in blocks of some 60 bytes. */
export function textColumn(texts: readonly string[]): TextColumn {
  const parts: Uint8Array[] = [];
  const sink: PartSink = { inMemory: false, add: (bytes) => parts.push(bytes) - 1 };
  const writer = new TextBlockWriter(sink, 60);
  for (const text of texts) writer.addText(text);
  return decodeColumn({ part: (index) => parts[index]! }, writer.finish(), texts.length, keepNothing) as TextColumn;
}
