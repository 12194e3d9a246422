import { microsPerDay } from "../../eventstore/event/days.ts";
import type { SegmentReader } from "../../eventstore/read/segment-reader.ts";
import type { Snapshot } from "../../eventstore/snapshot.ts";
import { patternColumn } from "../../filter/patterns/pattern-column.ts";
import type { KnownPatterns } from "../../triggers/known-patterns.ts";
import { knownPatternsMax } from "../../triggers/limits.ts";
import { WorkClock } from "../execution/work-clock.ts";

/** Asks a worker which patterns a snapshot has. Plain data: it crosses threads. */
export interface PatternsTask {
  snapshot: Snapshot;
  /** Memory of `ControlWords`. */
  control: SharedArrayBuffer;
}

/**
 * All patterns of a snapshot, the newest segments first, as many as may be known. In any thread that has a reader,
 * while the snapshot's lease lasts. Throws DamagedSegmentError, StopRequested.
 */
export function listPatterns({ snapshot, control }: PatternsTask, reader: Pick<SegmentReader, "open">): KnownPatterns {
  const clock = new WorkClock(control);
  const tick = () => clock.tick();
  const days = new Map<string, number>();
  for (const handle of snapshot.segments) {
    tick();
    const day = Math.floor(handle.maxTime / microsPerDay);
    const column = patternColumn(reader.open(handle, snapshot.eventsFolder), tick);
    for (let number = 1; number < column.valueCount; number++) {
      const id = column.value(number);
      const known = days.get(id);
      if (known !== undefined ? known < day : days.size < knownPatternsMax) days.set(id, day);
    }
  }
  return { ids: [...days.keys()], days: Int32Array.from(days.values()) };
}
