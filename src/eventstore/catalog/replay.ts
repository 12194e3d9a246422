import { writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Logger } from "../../lib/log.ts";
import { decodeSegment, type OpenedBytes, renumberSegment } from "../encoding/segment-bytes.ts";
import { type DayNumber, dayName } from "../event/days.ts";
import type { Repeat } from "../event/event.ts";
import { checksumOf, decompressRepeats, type IntakeBatch, type IntakeLog } from "../files/intake-log.ts";
import { mergeInMemory } from "../merge/merge-in-memory.ts";
import { StoredSegment } from "../read/stored-segment.ts";
import type { DamagedDay } from "../snapshot.ts";
import { stamp } from "./day-catalog.ts";
import { rowsByDay } from "./rows-by-day.ts";

export interface ReplayTarget {
  /** The last commit that the day's file is complete for. */
  sealedBatch(day: string): number;
  addEvents(bytes: SharedArrayBuffer, opened?: OpenedBytes): void;
  addRepeat(repeat: Repeat, batch: number): void;
}

/**
 * Brings back what the intake log holds and no day file has. A commit that cannot be read is written beside the log,
 * taken out of it and named in the result.
 */
export function replay(intake: IntakeLog, target: ReplayTarget, nowMs: number, log: Logger): DamagedDay[] {
  const damaged: DamagedDay[] = [];
  for (const batch of intake.batches()) {
    const opened = open(batch);
    if (opened === undefined) {
      damaged.push(setBatchAside(intake, batch, nowMs, log));
      continue;
    }
    if (opened.segment) addUnsealed(opened.segment, batch, target);
    for (const repeat of opened.repeats) target.addRepeat(repeat, batch.batch);
  }
  return damaged;
}

/** Undefined when its bytes are not what was written. */
function open(batch: IntakeBatch): { segment: SharedArrayBuffer | undefined; repeats: Repeat[] } | undefined {
  if (checksumOf(batch.data, batch.repeats) !== batch.checksum) return undefined;
  const repeats = batch.repeats ? decompressRepeats(batch.repeats) : [];
  if (!batch.data) return { segment: undefined, repeats };
  const bytes = Bun.zstdDecompressSync(batch.data as Uint8Array<ArrayBuffer>);
  const segment = new SharedArrayBuffer(bytes.length);
  new Uint8Array(segment).set(bytes);
  return { segment, repeats };
}

/** Adds the events whose day does not have this commit yet. */
function addUnsealed(bytes: SharedArrayBuffer, { batch, firstId }: IntakeBatch, target: ReplayTarget): void {
  let opened = decodeSegment(bytes, false);
  if (opened.directory.minId !== firstId) {
    renumberSegment(bytes, firstId);
    opened = decodeSegment(bytes, false);
  }
  const view = new StoredSegment(opened.directory, opened.source);
  const days = rowsByDay(view);
  const isSealed = (day: DayNumber) => target.sealedBatch(dayName(day)) >= batch;
  const open = [...days].filter(([day]) => !isSealed(day));
  if (open.length === days.size) target.addEvents(bytes, opened);
  else if (open.length > 0) {
    const rows = open.map(([, some]) => some!);
    target.addEvents(subset(view, rows));
  }
}

function subset(view: StoredSegment, lists: readonly Uint32Array[]): SharedArrayBuffer {
  const rows = Uint32Array.from(lists.flatMap((list) => [...list])).sort();
  const work = mergeInMemory([{ view, rows }]);
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}

function setBatchAside(intake: IntakeLog, batch: IntakeBatch, nowMs: number, log: Logger): DamagedDay {
  const file = `${basename(intake.path, ".sqlite")}-${batch.batch}.damaged-${stamp(nowMs)}`;
  const parts = [batch.data, batch.repeats].filter((part) => part !== null);
  writeFileSync(join(dirname(intake.path), file), Buffer.concat(parts), { mode: 0o600, flush: true });
  intake.remove(batch.batch);
  log.error(
    { file, batch: batch.batch, firstId: batch.firstId, events: batch.events },
    "damaged intake batch set aside",
  );
  return { file, day: "" };
}
