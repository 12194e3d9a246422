import { DamagedSegmentError, faultOf } from "../../eventstore/errors.ts";
import type { Micros, StoredEvent } from "../../eventstore/event/event.ts";
import type { EventStore } from "../../eventstore/event-store.ts";
import { createSegmentReader, type SegmentReader } from "../../eventstore/read/segment-reader.ts";
import type { Segment } from "../../eventstore/segment.ts";
import type { Damage, FileSegment, SegmentHandle } from "../../eventstore/snapshot.ts";
import { dedupEventsMax, rebuildCacheBytes } from "../limits.ts";
import type { Dedup, Recalled } from "./dedup.ts";
import type { IdentityLog } from "./identity-log.ts";

/**
 * Restores the memory of de-duplication after a start. For events whose identity was kept, whatever their times, it
 * reads only ids and times. It reads the others whole, one at a time: unsealed ones, and sealed ones seen since `from`.
 * Called once, by the thread that owns the store, before intake begins.
 */
export function restoreDedup(
  store: EventStore,
  dedup: Dedup,
  identities: Pick<IdentityLog, "lastId" | "take">,
  from: Micros,
): void {
  const { lease, segments, eventsFolder } = store.snapshot();
  const reader = createSegmentReader({ cacheBytes: rebuildCacheBytes });
  const sound = new SoundSegments(store, reader, eventsFolder);
  try {
    const { lastId } = identities;
    const { ids, keys } = identities.take();
    const found = new FoundEvents(ids);
    const unknown: Place[] = [];
    for (const handle of segments.filter((some) => mayHold(some, ids, lastId, from)))
      sound.attempt(handle, (segment) => {
        if (ids.length > 0 && handle.maxId >= ids[0]!) found.take(segment);
        if (handle.place !== "file" || handle.maxId <= lastId || handle.maxTime < from) return;
        const room = dedupEventsMax - unknown.length;
        for (const place of placesBeyond(segment, handle, { lastId, from, room })) unknown.push(place);
      });
    for (const { at, ...event } of found) dedup.recall(keys, at * 4, event);
    unknown.sort((a, b) => a.id - b.id);
    dedup.rebuild(inIdOrder(readPlaces(unknown, sound), store.unsealed(lastId + 1)));
  } finally {
    reader.close();
    store.release(lease);
  }
}

/** Location of an event. */
interface Place {
  id: number;
  row: number;
  handle: FileSegment;
}

/** The store's data about events with known identities. */
class FoundEvents {
  private readonly first: Float64Array;
  private readonly last: Float64Array;
  /** 0: it is not shown. */
  private readonly counter: Uint16Array;

  constructor(private readonly ids: Float64Array) {
    this.first = new Float64Array(ids.length);
    this.last = new Float64Array(ids.length);
    this.counter = new Uint16Array(ids.length);
  }

  take(segment: Segment): void {
    const oldest = this.ids[0] ?? Number.POSITIVE_INFINITY;
    for (const part of partsWith(segment, oldest)) this.takeRows(part, oldest);
  }

  *[Symbol.iterator](): Generator<Recalled & { at: number }> {
    const { ids, first, last, counter } = this;
    for (let at = 0; at < ids.length; at++)
      if (counter[at] !== 0) yield { at, id: ids[at]!, first: first[at]!, last: last[at]!, counter: counter[at]! };
  }

  private takeRows(part: Segment, oldest: number): void {
    const ids = part.ids();
    const times = part.times();
    for (let row = 0; row < ids.length; row++) {
      if (ids[row]! < oldest) continue;
      const at = placeOf(this.ids, ids[row]!);
      if (at < 0) continue;
      this.first[at] = times.first[row]!;
      this.last[at] = times.last[row]!;
      this.counter[at] = times.counter[row]!;
    }
  }
}

/** The slices that may have ids from this one on, or the segment as it is. */
function* partsWith(segment: Segment, oldest: number): Generator<Segment> {
  const { slices } = segment;
  if (slices === undefined) yield segment;
  else for (let slice = 0; slice < slices.count; slice++) if (slices.maxId(slice) >= oldest) yield slices.open(slice);
}

function placeOf(ids: Float64Array, id: number): number {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (ids[middle] === id) return middle;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function mayHold({ place, maxId, maxTime }: SegmentHandle, ids: Float64Array, lastId: number, from: Micros): boolean {
  const hasKnown = ids.length > 0 && maxId >= ids[0]!;
  return hasKnown || (place === "file" && maxId > lastId && maxTime >= from);
}

/** Events of a segment whose identity is not known, seen since `from`; the newest, as far as there is room. */
function placesBeyond(
  segment: Segment,
  handle: FileSegment,
  { lastId, from, room }: { lastId: number; from: Micros; room: number },
): Place[] {
  const places: Place[] = [];
  const { last } = segment.times();
  const ids = segment.ids();
  for (let row = segment.rows - 1; row >= 0 && places.length < room; row--)
    if (ids[row]! > lastId && last[row]! >= from) places.push({ id: ids[row]!, row, handle });
  return places;
}

function* readPlaces(places: readonly Place[], sound: SoundSegments): Generator<StoredEvent> {
  for (const { row, handle } of places) {
    const event = sound.attemptAgain(handle, (segment) => segment.event(row));
    if (event) yield event;
  }
}

/** Two rows in order, as one. */
function* inIdOrder(one: Iterable<StoredEvent>, other: Iterable<StoredEvent>): Generator<StoredEvent> {
  const rest = other[Symbol.iterator]();
  let next = rest.next();
  for (const event of one) {
    for (; !next.done && next.value.id < event.id; next = rest.next()) yield next.value;
    yield event;
  }
  for (; !next.done; next = rest.next()) yield next.value;
}

/** Reads segments; one that is damaged is set aside, as it would be by the first query, and not read again. */
class SoundSegments {
  private readonly lost = new Set<SegmentHandle>();
  /** Segments that are read row by row. */
  private readonly opened = new Map<SegmentHandle, Segment>();

  constructor(
    private readonly store: EventStore,
    private readonly reader: SegmentReader,
    private readonly eventsFolder: string,
  ) {}

  attempt<T>(handle: SegmentHandle, read: (segment: Segment) => T): T | undefined {
    if (this.lost.has(handle)) return undefined;
    try {
      return read(this.opened.get(handle) ?? this.reader.open(handle, this.eventsFolder));
    } catch (error) {
      if (!(error instanceof DamagedSegmentError) && faultOf(error) !== "content") throw error;
      this.store.setAside(error instanceof DamagedSegmentError ? error.damage : damageOf(handle, String(error)));
      this.lost.add(handle);
      return undefined;
    }
  }

  /** For a segment that is read several times. */
  attemptAgain<T>(handle: SegmentHandle, read: (segment: Segment) => T): T | undefined {
    return this.attempt(handle, (segment) => {
      this.opened.set(handle, segment);
      return read(segment);
    });
  }
}

function damageOf(handle: SegmentHandle, reason: string): Damage {
  if (handle.place === "memory") {
    const { place, minId, maxId } = handle;
    return { day: "", segment: { place, minId, maxId }, reason };
  }
  const { place, day, segmentId } = handle;
  return { day, segment: { place, day, segmentId }, reason };
}
