import type { StoredEvent } from "../../eventstore/event/event.ts";
import { type EventObject, toEventObject } from "../../eventstore/event/event-object.ts";
import type { Segment, SegmentCache, TimeTable } from "../../eventstore/segment.ts";
import type { Selection } from "../../filter/rows/selection.ts";
import { cachedEventsBytes } from "../limits.ts";

/** A segment whose events are shown. */
export interface ShownSegment {
  readonly cache: SegmentCache | undefined;
  open(): Segment;
}

/**
 * Events of a page, with the triggers that fired; do not change them. Those of sealed segments are cached: a page is
 * usually requested again, and an event takes a thousandth of the memory of the slices that it is read from. With a
 * span, an event with some occurrences outside it tells how many lie within.
 */
export function readEvents(
  { cache, open }: ShownSegment,
  rows: readonly number[],
  timezone: string,
  span?: Span,
): EventObject[] {
  const kept = cache?.isFinal ? (cache.recall<KeptEvents>(eventsKey) ?? new KeptEvents()) : undefined;
  const keptBytes = kept?.byteLength;
  let segment: Segment | undefined;
  const objects = rows.map((row) => {
    const known = kept?.byRow.get(row);
    if (known) return known.show(timezone, span);
    segment ??= open();
    const event = new KeptEvent(segment.event(row));
    kept?.add(row, event);
    return event.show(timezone, span);
  });
  if (kept && kept.byteLength !== keptBytes) cache!.keep(eventsKey, kept);
  return objects;
}

const eventsKey = "events";

/** The few rows of a selection with what they are sorted by, when all their events are cached. */
export interface CachedRows {
  readonly rows: readonly number[];
  readonly ids: readonly number[];
  /** By place in `rows`. */
  readonly times: Pick<TimeTable, "first" | "last" | "counter">;
}

export function recallRows(segment: Segment, selection: Selection): CachedRows | undefined {
  const { cache } = segment;
  const kept = cache?.isFinal ? cache.recall<KeptEvents>(eventsKey) : undefined;
  if (!kept || selection.count > cachedRowsMax) return undefined;
  const rows: number[] = [];
  const events: StoredEvent[] = [];
  for (let row = selection.next(0); row < selection.end; row = selection.next(row + 1)) {
    const known = kept.byRow.get(row);
    if (!known) return undefined;
    rows.push(row);
    events.push(known.event);
  }
  const times = {
    first: Float64Array.from(events, (event) => event.times[0]!),
    last: Float64Array.from(events, (event) => event.times.at(-1)!),
    counter: Uint16Array.from(events, (event) => event.times.length),
  };
  return { rows, ids: events.map(({ id }) => id), times };
}

/** More matches than a page has are not all cached. */
const cachedRowsMax = 200;

/** Those of one segment. */
class KeptEvents {
  /** Longest kept first. */
  readonly byRow = new Map<number, KeptEvent>();
  byteLength = 0;

  add(row: number, event: KeptEvent): void {
    this.byRow.set(row, event);
    this.byteLength += event.byteLength;
    for (const [oldest, { byteLength }] of this.byRow) {
      if (this.byteLength <= cachedEventsBytes) return;
      this.byRow.delete(oldest);
      this.byteLength -= byteLength;
    }
  }
}

class KeptEvent {
  /** Together with the JSON text that is cached of it as long as it is there (encode-answer.ts). */
  readonly byteLength: number;
  shown: { timezone: string; object: EventObject } | undefined;

  constructor(readonly event: StoredEvent) {
    const { host, program, message, extra, ciscoMnemonic, tags, times } = event;
    const texts = [host, program, message, extra, ciscoMnemonic, ...tags];
    const characters = texts.reduce((sum, { length }) => sum + length, 0) + extra.length;
    this.byteLength = 4 * characters + 2 * textBytes * texts.length + 8 * times.length + objectBytes;
  }

  /** As it was last shown, if that was in this time zone. */
  show(timezone: string, span?: Span): EventObject {
    if (this.shown?.timezone !== timezone) this.shown = { timezone, object: toEventObject(this.event, timezone, true) };
    const { object } = this.shown;
    return span === undefined || liesWithin(this.event, span)
      ? object
      : { ...object, in_range: partWithin(this.event, span) };
  }
}

/** Microseconds, `to` excluded. */
interface Span {
  from: number;
  to: number;
}

function liesWithin({ times }: StoredEvent, { from, to }: Span): boolean {
  return times[0]! >= from && times.at(-1)! < to;
}

function partWithin({ times }: StoredEvent, { from, to }: Span): EventObject["in_range"] {
  const within = times.filter((time) => time >= from && time < to);
  const [first = 0, last = 0] = [within[0], within.at(-1)];
  return { first_occurrence: first / 1e6, last_occurrence: last / 1e6, counter: within.length };
}

/** Roughly, of a string or an object besides its contents. */
const textBytes = 32;

/** Bytes that an event takes as an object and as JSON text, besides its values. */
const objectBytes = 1_200;
