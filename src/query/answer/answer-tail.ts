import { toEventObject } from "../../eventstore/event/event-object.ts";
import { firstAtOrAfter } from "../../eventstore/format/number-arrays.ts";
import type { SegmentReader } from "../../eventstore/read/segment-reader.ts";
import type { Segment } from "../../eventstore/segment.ts";
import type { SegmentHandle, Snapshot } from "../../eventstore/snapshot.ts";
import type { Selection } from "../../filter/rows/selection.ts";
import type { CompiledFilter } from "../../filter/select/compile-filter.ts";
import { selectRows } from "../../filter/select/select-rows.ts";
import { WorkClock } from "../execution/work-clock.ts";
import { tailBytesMax, tailEventsMax } from "../limits.ts";
import { TopRows } from "../page/top-rows.ts";
import { filterOf } from "../parse/filter-cache.ts";
import type { CommonParams } from "../query-kind.ts";

/** Asks what is new since the last look, for several clients with different filters. Plain data: it crosses threads. */
export interface TailTask {
  watched: readonly WatchedTail[];
  /** Dates are written in this time zone. */
  timezone: string;
  /** `later`: the repeats since then. Segments in which nothing can be new are left out. */
  snapshot: Snapshot;
  /** Memory of `ControlWords`. */
  control: SharedArrayBuffer;
}

export interface WatchedTail extends Pick<CommonParams, "filter" | "q"> {
  /** Host patterns of the caller's limits; empty: no limit. */
  hosts: readonly string[];
  /** Events with higher ids are new. */
  after: number;
}

/** For one of `watched`. */
export interface TailFound {
  /** In the order they came, each as JSON; when there are too many, the latest. */
  events: TailEvent[];
  /** How many more there would have been. */
  missed: number;
}

export interface TailEvent {
  id: number;
  /** How often an event that was there before occurred again; 0: it is new. */
  repeated: number;
  /** The event as JSON. */
  json: string;
}

/**
 * In any thread that has a reader, while the snapshot's lease lasts. Checks the stop flag every few milliseconds and
 * then throws StopRequested. Throws DamagedSegmentError.
 */
export function answerTail(task: TailTask, reader: Pick<SegmentReader, "open">): TailFound[] {
  const { snapshot, watched, timezone, control } = task;
  const clock = new WorkClock(control);
  const tick = () => clock.tick();
  const repeated = countRepeats(snapshot);
  return watched.map((tail) => {
    const find = new Find(tail.after, filterOf(tail, tail.hosts), repeated, tick);
    for (const handle of snapshot.segments) find.look(handle, () => reader.open(handle, snapshot.eventsFolder));
    return find.write(timezone);
  });
}

/** Events that were there before and occurred again. */
interface Repeated {
  /** Rising. */
  ids: Float64Array;
  counts: ReadonlyMap<number, number>;
}

function countRepeats({ later }: Snapshot): Repeated {
  const counts = new Map<number, number>();
  for (const id of later?.repeats?.ids ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
  return { ids: Float64Array.from(counts.keys()).sort(), counts };
}

/**
 * The snapshot without the segments that have nothing new: neither events after this id nor any that occurred again.
 */
export function withNewsOnly(snapshot: Snapshot, after: number): Snapshot {
  const { ids } = countRepeats(snapshot);
  return { ...snapshot, segments: snapshot.segments.filter((handle) => hasNews(handle, after, ids)) };
}

function hasNews({ minId, maxId }: SegmentHandle, after: number, repeated: Float64Array): boolean {
  return maxId > after || repeated[firstAtOrAfter(repeated, minId)]! <= maxId;
}

/** One tail and what was found for it. */
class Find {
  readonly #best = new TopRows(tailEventsMax);
  readonly #opened: Segment[] = [];
  #matched = 0;

  readonly #after: number;
  readonly #filter: CompiledFilter;
  readonly #repeated: Repeated;
  readonly #tick: () => void;

  constructor(after: number, filter: CompiledFilter, repeated: Repeated, tick: () => void) {
    this.#after = after;
    this.#filter = filter;
    this.#repeated = repeated;
    this.#tick = tick;
  }

  look(handle: SegmentHandle, open: () => Segment): void {
    this.#tick();
    if (!hasNews(handle, this.#after, this.#repeated.ids)) return;
    const segment = open();
    const selection = selectRows(segment, this.#filter, allTime, this.#tick);
    if (!selection.hasAny(0, segment.rows)) return;
    const at = this.#opened.push(segment) - 1;
    if (handle.maxId > this.#after) this.#noteNew(segment, selection, at);
    const { ids } = this.#repeated;
    for (let place = firstAtOrAfter(ids, handle.minId); ids[place]! <= Math.min(handle.maxId, this.#after); place++) {
      const row = segment.rowOf(ids[place]!);
      if (row >= 0 && selection.has(row)) this.#offer(ids[place]!, at, row);
    }
  }

  write(timezone: string): TailFound {
    const events: TailEvent[] = [];
    let bytes = 0;
    for (const { segment: at, row } of this.#best.list(0)) {
      const segment = this.#opened[at]!;
      const id = segment.ids()[row]!;
      const json = JSON.stringify(toEventObject(segment.event(row), timezone));
      bytes += json.length;
      if (bytes > tailBytesMax && events.length > 0) break;
      events.push({ id, repeated: id > this.#after ? 0 : this.#repeated.counts.get(id)!, json });
    }
    return { events: events.reverse(), missed: this.#matched - events.length };
  }

  #noteNew(segment: Segment, selection: Selection, at: number): void {
    const ids = segment.ids();
    for (let row = selection.start; row < selection.end; row++) {
      if ((row & 0xfff) === 0) this.#tick();
      if (ids[row]! > this.#after && selection.has(row)) this.#offer(ids[row]!, at, row);
    }
  }

  /** The latest are the best. */
  #offer(id: number, at: number, row: number): void {
    this.#matched++;
    this.#best.offer(-id, id, at, row);
  }
}

const allTime = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
