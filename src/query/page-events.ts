import type { StoredEvent } from "../eventstore/event.ts";
import type { Segment, TimeTable } from "../eventstore/segment.ts";
import type { Selection } from "../filter/selection.ts";

/**
 * An event of a page. Those of sealed segments are remembered: a page is mostly asked for again, and an event takes a thousandth of the
 * slices that it is read from.
 */
export function readEvent(segment: Segment, row: number): StoredEvent {
  const memory = segment.memory?.isSettled ? segment.memory : undefined;
  const known = memory?.recall<KeptEvent>(keyOf(row));
  if (known) return known.event;
  const event = segment.event(row);
  memory?.keep(keyOf(row), new KeptEvent(event));
  return event;
}

/** The few rows of a selection with what they are sorted by, when all their events are remembered. */
export interface KnownRows {
  readonly rows: readonly number[];
  readonly ids: readonly number[];
  /** By place in `rows`. */
  readonly times: Pick<TimeTable, "first" | "last" | "counter">;
}

export function recallRows(segment: Segment, selection: Selection): KnownRows | undefined {
  const { memory } = segment;
  if (!memory?.isSettled || selection.count > knownRowsMax) return undefined;
  const rows: number[] = [];
  const events: StoredEvent[] = [];
  for (let row = selection.next(0); row < selection.end; row = selection.next(row + 1)) {
    const known = memory.recall<KeptEvent>(keyOf(row));
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

/** More matches than a page has are not all remembered. */
const knownRowsMax = 200;

class KeptEvent {
  readonly byteLength: number;

  constructor(readonly event: StoredEvent) {
    const { host, program, message, extra, ciscoMnemonic, tags, times } = event;
    const texts = [host, program, message, extra, ciscoMnemonic, ...tags];
    this.byteLength = texts.reduce((sum, { length }) => sum + 2 * length + textBytes, 0) + 8 * times.length + textBytes;
  }
}

/** Of a string or an object, besides what it holds; roughly. */
const textBytes = 32;

function keyOf(row: number): string {
  return `event ${row}`;
}
