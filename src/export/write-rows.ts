import type { Output } from "../document/output.ts";
import type { EventBatch } from "../eventstore/event-batch.ts";
import { type EventColumns, EventColumnsReader } from "./event-columns.ts";
import { ByteWriter } from "./formats/byte-writer.ts";
import { chunkBytes } from "./limits.ts";

export interface RowForm {
  /** Writes one event. */
  writeRow(columns: EventColumns, row: number, writer: ByteWriter): void;
  /** Bytes before the first event, and before each other one. */
  beforeFirst: Uint8Array;
  beforeNext: Uint8Array;
}

/** Writes all events in their order; returns their number. */
export function writeRows(batches: Iterable<EventBatch>, form: RowForm, output: Output): number {
  const reader = new EventColumnsReader();
  const writer = new ByteWriter();
  let before = form.beforeFirst;
  let count = 0;
  const next = () => {
    if (writer.used >= chunkBytes) flush(writer, output);
    writer.copy(before);
    before = form.beforeNext;
    count++;
  };
  for (const batch of batches) {
    if (batch.isGathered) writeGathered(batch, reader, form, writer, next);
    else
      for (const run of batch.runs) {
        const columns = reader.open(run);
        for (const row of run.rows) {
          next();
          form.writeRow(columns, row, writer);
        }
      }
  }
  flush(writer, output);
  return count;
}

/** Written as they come, then put in order. */
function writeGathered(
  batch: EventBatch,
  reader: EventColumnsReader,
  { writeRow }: RowForm,
  writer: ByteWriter,
  next: () => void,
): void {
  const unordered = new ByteWriter();
  const begins = new Uint32Array(batch.rows);
  const ends = new Uint32Array(batch.rows);
  for (const run of batch.runs) {
    const columns = reader.open(run);
    for (const [i, row] of run.rows.entries()) {
      const place = run.places[i]!;
      begins[place] = unordered.used;
      writeRow(columns, row, unordered);
      ends[place] = unordered.used;
    }
  }
  batch.characters = unordered.used;
  for (let place = 0; place < batch.rows; place++) {
    next();
    writer.copyRange(unordered.bytes, begins[place]!, ends[place]!);
  }
}

function flush(writer: ByteWriter, output: Output): void {
  output.writeBytes(writer.bytes.subarray(0, writer.used));
  writer.used = 0;
}
