import { type EventObject, toEventObject } from "../../eventstore/event/event-object.ts";
import type { EventBatch } from "../../eventstore/event-batch.ts";
import type { SegmentReader } from "../../eventstore/read/segment-reader.ts";
import { segmentsAsOf } from "../../eventstore/read/segments-as-of.ts";
import { type SegmentHandle, type TimeSpan, touches } from "../../eventstore/snapshot.ts";
import type { Selection } from "../../filter/rows/selection.ts";
import { type CompiledFilter, compileFilter } from "../../filter/select/compile-filter.ts";
import { selectRows } from "../../filter/select/select-rows.ts";
import type { MemoryWatch } from "../../runtime/thread-memory-watch.ts";
import type { QueryTask } from "../execution/task.ts";
import { WorkClock } from "../execution/work-clock.ts";
import { openRowsMax, sortedRowsMax } from "../limits.ts";
import { batchesOf, type RowPlace } from "../page/event-batches.ts";
import { OpenSegments } from "../page/open-segments.ts";
import { keyRange, orderOf, type SearchSort, type SortOrder } from "../page/search-order.ts";
import { TopRows } from "../page/top-rows.ts";
import { conditionsOf } from "../parse/parse-query.ts";
import type { CommonParams } from "../query-kind.ts";
import { resolveTimeRange, toMicros } from "../time/time-range.ts";

/** A search of which all events are wanted, not a page. Plain data: it crosses threads. */
export interface EveryEventTask extends Omit<QueryTask, "type" | "page"> {
  /** The instant that is meant, when the snapshot may be of a later one. */
  instant: Instant | undefined;
  /** Dates are written in this time zone. */
  timezone: string;
}

/** Bounds that separate the events of an instant from later ones. */
export interface Instant {
  /** The last one that it has. */
  commit: number;
  newestId: number;
}

export interface EveryEvent {
  /** Names of the user tags that some of these events can have, sorted. */
  tagNames: readonly string[];
  /** In the order of the search, in memory that does not grow. To be gone through once, either whole or as columns. */
  events: Iterable<EventObject>;
  batches: Iterable<EventBatch>;
}

/**
 * All events of a search in its order. Memory does not grow with their number, except for a byte per row of segments
 * that the filter takes in part. Some ten thousand are sorted at a time: each round takes those that follow the last
 * one of the round before, and skips segments that lie entirely before or after. Any thread that has a reader, while
 * the snapshot's lease lasts. Checks the stop flag every few milliseconds and then throws StopRequested; reports its
 * progress. Throws DamagedSegmentError.
 */
export function openEveryEvent(
  task: EveryEventTask,
  reader: Pick<SegmentReader, "open">,
  watch?: Pick<MemoryWatch, "look">,
): EveryEvent {
  const clock = new WorkClock(task.control);
  const tick = () => {
    clock.tick();
    watch?.look();
  };
  const params = task.params as unknown as CommonParams & { sort: SearchSort };
  const { eventsFolder } = task.snapshot;
  const segments = new OpenSegments((handle) => reader.open(handle, eventsFolder), openRowsMax);
  const filter = compileFilter(conditionsOf(params), task.hosts);
  const span = toMicros(resolveTimeRange(params.time_range, task.baseTime));
  const order = orderOf(params.sort);
  const newestId = task.instant?.newestId ?? Number.POSITIVE_INFINITY;
  const parts = clock.during(() => selectParts(task, { newestId, segments, filter, span, order, tick }));
  const rows = parts.reduce((sum, { selection }) => sum + selection.count, 0);
  const onRows = (done: number) => clock.report(Math.min(1, done / rows));
  const search: OpenSearch = { segments, order, parts, newestId, tick, onRows };
  return { tagNames: tagNamesOf(search), events: listEvents(search, task.timezone), batches: listBatches(search) };
}

interface Part {
  handle: SegmentHandle;
  selection: Selection;
  /** Between which keys its rows lie. */
  low: number;
  high: number;
}

interface OpenSearch {
  segments: OpenSegments;
  order: SortOrder;
  /** By their lowest keys. */
  parts: readonly Part[];
  newestId: number;
  tick(): void;
  /** Receives the number of rows read. */
  onRows(done: number): void;
}

function selectParts(
  { snapshot }: EveryEventTask,
  how: {
    newestId: number;
    segments: OpenSegments;
    filter: CompiledFilter;
    span: TimeSpan;
    order: SortOrder;
    tick: () => void;
  },
): Part[] {
  const { newestId, segments, filter, span, order, tick } = how;
  const parts: Part[] = [];
  for (const handle of segmentsAsOf(snapshot, newestId)) {
    tick();
    if (!touches(handle, span) || handle.minId > newestId) continue;
    const selection = selectRows(segments.get(handle), filter, span, tick);
    if (!selection.hasAny(0, handle.rows)) continue;
    const [low, high] = keyRange(order, [handle]);
    parts.push({ handle, selection, low, high });
  }
  return parts.sort((a, b) => a.low - b.low);
}

function tagNamesOf({ parts, segments }: OpenSearch): string[] {
  const names = new Set<string>();
  for (const { handle } of parts) for (const name of segments.get(handle).tagNames()) names.add(name);
  return [...names].sort();
}

/** The place of an event in the order. */
interface Place {
  key: number;
  /** In an ascending order the older of two events with one key goes first. */
  tiebreak: number;
}

function* listEvents(search: OpenSearch, timezone: string): Generator<EventObject> {
  for (const batch of listBatches(search)) yield* readBatch(batch, timezone);
}

function* listBatches(search: OpenSearch): Generator<EventBatch> {
  const { parts, segments, tick, onRows } = search;
  let done = 0;
  let last: Place = { key: Number.NEGATIVE_INFINITY, tiebreak: Number.POSITIVE_INFINITY };
  for (;;) {
    const round = nextRound(search, last);
    if (round.length === 0) return;
    for (const batch of batchesOf(round, (index) => segments.get(parts[index]!.handle))) {
      tick();
      yield batch;
      done += batch.rows;
      onRows(done);
    }
    if (round.length < sortedRowsMax) return;
    last = placeOf(search, round[round.length - 1]!);
  }
}

function nextRound({ parts, segments, order, newestId, tick }: OpenSearch, after: Place): RowPlace[] {
  const best = new TopRows(sortedRowsMax);
  for (const [index, { handle, selection, low, high }] of parts.entries()) {
    if (low > best.worstKey) break;
    if (high < after.key) continue;
    const segment = segments.get(handle);
    const keyOf = order.keysOf(segment.times());
    const ids = segment.ids();
    const { start, end, flags } = selection;
    const mirror = start + end - 1;
    for (let i = start; i < end; i++) {
      if ((i & 0xfff) === 0) tick();
      // In a descending order the last rows of a segment are the best; the sooner they are in, the fewer are sorted.
      const row = order.descending ? mirror - i : i;
      if (flags && flags[row] === 0) continue;
      const key = keyOf(row);
      if (key > best.worstKey || key < after.key) continue;
      const id = ids[row]!;
      const tiebreak = order.tiebreakOf(id);
      if (id > newestId || (key === after.key && tiebreak >= after.tiebreak)) continue;
      best.offer(key, tiebreak, index, row);
    }
  }
  tick();
  return best.list(0);
}

function placeOf({ parts, segments, order }: OpenSearch, { segment: index, row }: RowPlace): Place {
  const segment = segments.get(parts[index]!.handle);
  return { key: order.keysOf(segment.times())(row), tiebreak: order.tiebreakOf(segment.ids()[row]!) };
}

function* readBatch(batch: EventBatch, timezone: string): Generator<EventObject> {
  const events: EventObject[] = [];
  for (const { segment, rows, places } of batch.runs)
    for (const [i, row] of rows.entries()) {
      const event = segment.event(row);
      batch.characters += event.message.length + event.extra.length;
      for (const text of event.tags) batch.characters += text.length;
      const object = toEventObject(event, timezone);
      if (batch.isGathered) events[places[i]!] = object;
      else yield object;
    }
  yield* events;
}
