import type { Micros } from "../../eventstore/event/event.ts";
import { type EventObject, toEventObject } from "../../eventstore/event/event-object.ts";
import type { SegmentReader } from "../../eventstore/read/segment-reader.ts";
import type { Segment } from "../../eventstore/segment.ts";
import { type Snapshot, touches } from "../../eventstore/snapshot.ts";
import { fieldText } from "../../filter/condition/field-text.ts";
import { type Field, findField } from "../../filter/condition/fields.ts";
import type { FilterElement } from "../../filter/condition/filter-element.ts";
import { patternColumn } from "../../filter/patterns/pattern-column.ts";
import { compileFilter } from "../../filter/select/compile-filter.ts";
import { selectRows } from "../../filter/select/select-rows.ts";
import { AppError } from "../../lib/errors.ts";
import type { Threshold } from "../../triggers/active-trigger.ts";
import { previewOccurrencesMax, previewSamplesMax } from "../../triggers/limits.ts";
import { ThresholdCounter } from "../../triggers/matching/threshold-counter.ts";
import { WorkClock } from "../execution/work-clock.ts";
import { spanOfSteps, stepOf, type TimeSteps } from "../time/time-steps.ts";

/** Asks a worker what a trigger would have fired on. Plain data: it crosses threads. */
export interface PreviewTask {
  previewOf: PreviewedTrigger;
  /** Host patterns of the trigger's owner; empty: no limit. */
  hosts: readonly string[];
  steps: TimeSteps;
  /** Silence is counted up to here, since later events may still come. */
  now: Micros;
  /** Dates of the samples are written in this time zone. */
  timezone: string;
  /** All days when patterns are to be new, otherwise those that the steps touch. */
  snapshot: Snapshot;
  /** Memory of `ControlWords`. */
  control: SharedArrayBuffer;
}

/** The parts of a trigger that determine when it fires. */
export interface PreviewedTrigger {
  filter: readonly FilterElement[];
  threshold: Threshold | null;
  isNewPattern: boolean;
  /** Fires when nothing came for this long, separately for each value of the field. */
  absence: { seconds: number; field: string | null } | null;
}

export interface PreviewAnswer {
  matchedCount: number;
  /** By step. */
  counts: number[];
  /** The latest first. */
  samples: EventObject[];
}

/**
 * Which occurrences inside the steps a trigger would have fired for, had it been the only one. With a threshold they
 * are taken in the order of their times; intake takes them in the order of arrival. In any thread that has a reader,
 * while the snapshot's lease lasts. Throws DamagedSegmentError, AppError, StopRequested.
 */
export function previewTrigger(task: PreviewTask, reader: Pick<SegmentReader, "open">): PreviewAnswer {
  const { steps, previewOf, timezone, now } = task;
  const counts = new Array<number>(steps.count).fill(0);
  const latest: Occurrence[] = [];
  let matchedCount = 0;
  const fire = (occurrence: Occurrence) => {
    counts[stepOf(steps, occurrence.time)]!++;
    keepLatest(latest, occurrence);
  };
  const { to } = spanOfSteps(steps);
  const later = fromAllOf(previewOf, Math.min(to, now));
  for (const occurrence of occurrencesOf(task, reader)) {
    matchedCount++;
    if (later === undefined) fire(occurrence);
    else later.add(occurrence);
  }
  for (const occurrence of later?.fired() ?? []) fire(occurrence);
  const samples = latest.map(({ segment, row }) => toEventObject(segment.event(row), timezone));
  return { matchedCount, counts, samples };
}

interface Occurrence {
  time: Micros;
  segment: Segment;
  row: number;
}

function* occurrencesOf(
  { previewOf, hosts, steps, snapshot, control }: PreviewTask,
  reader: Pick<SegmentReader, "open">,
): Generator<Occurrence> {
  const clock = new WorkClock(control);
  const tick = () => clock.tick();
  const filter = compileFilter(previewOf.filter, hosts);
  const span = spanOfSteps(steps);
  const firstIds = previewOf.isNewPattern ? firstEvents(snapshot, reader, tick) : undefined;
  for (const handle of snapshot.segments) {
    tick();
    if (!touches(handle, span)) continue;
    const segment = reader.open(handle, snapshot.eventsFolder);
    const selection = selectRows(segment, filter, span, tick);
    const times = segment.times();
    const isFirst = firstIds === undefined ? () => true : isFirstOf(segment, firstIds, tick);
    for (let row = selection.start; row < selection.end; row++) {
      if ((row & 0xfff) === 0) tick();
      if (!selection.has(row) || !isFirst(row)) continue;
      const all = times.of(row);
      const count = firstIds === undefined ? all.length : 1;
      for (let i = 0; i < count; i++)
        if (all[i]! >= span.from && all[i]! < span.to) yield { time: all[i]!, segment, row };
    }
  }
}

/** The event that brought each pattern: the one with the lowest id, since ids are given as events come. */
function firstEvents(snapshot: Snapshot, reader: Pick<SegmentReader, "open">, tick: () => void): Map<string, number> {
  const firstIds = new Map<string, number>();
  for (const handle of snapshot.segments) {
    tick();
    const segment = reader.open(handle, snapshot.eventsFolder);
    const column = patternColumn(segment, tick);
    const numbers = column.ids;
    const ids = segment.ids();
    const first = new Float64Array(column.valueCount).fill(Number.POSITIVE_INFINITY);
    for (let row = 0; row < segment.rows; row++) {
      if ((row & 0xfff) === 0) tick();
      const number = numbers[row]!;
      if (ids[row]! < first[number]!) first[number] = ids[row]!;
    }
    for (let number = 1; number < first.length; number++) {
      const pattern = column.value(number);
      const known = firstIds.get(pattern);
      if (known === undefined || first[number]! < known) firstIds.set(pattern, first[number]!);
    }
  }
  return firstIds;
}

function isFirstOf(segment: Segment, firstIds: ReadonlyMap<string, number>, tick: () => void) {
  const column = patternColumn(segment, tick);
  const ids = segment.ids();
  return (row: number) => firstIds.get(column.text(row)) === ids[row];
}

/** Undefined: each that matches fires by itself. */
function fromAllOf({ threshold, absence }: PreviewedTrigger, end: Micros): Bursts | Gaps | undefined {
  if (absence !== null) return new Gaps(absence, end);
  return threshold === null ? undefined : new Bursts(threshold);
}

/** All that matched, with the value that each is counted or waited for by. */
class Matched {
  readonly #all: Occurrence[] = [];
  readonly #field: Field | undefined;

  constructor(field: string | null) {
    this.#field = field === null ? undefined : findField(field);
  }

  add(occurrence: Occurrence): void {
    if (this.#all.length >= previewOccurrencesMax)
      throw new AppError("invalid", "", {
        fields: {
          time_range: [
            `More than ${previewOccurrencesMax} events match. Ask for a shorter range to see when it fires.`,
          ],
        },
      });
    this.#all.push(occurrence);
  }

  /** In the order of time; without those that lack the field. */
  *inOrder(): Generator<{ value: string; occurrence: Occurrence }> {
    this.#all.sort((a, b) => a.time - b.time);
    for (const occurrence of this.#all) {
      const value = this.#field === undefined ? "-" : fieldText(this.#field, occurrence.segment.event(occurrence.row));
      if (value !== "") yield { value, occurrence };
    }
  }
}

/** Applies the threshold. */
class Bursts {
  readonly #matched: Matched;
  readonly #counter: ThresholdCounter;

  constructor({ count, seconds, field }: Threshold) {
    this.#matched = new Matched(field);
    this.#counter = new ThresholdCounter(count, seconds * 1e6);
  }

  add(occurrence: Occurrence): void {
    this.#matched.add(occurrence);
  }

  *fired(): Generator<Occurrence> {
    for (const { value, occurrence } of this.#matched.inOrder())
      if (this.#counter.add(value, occurrence.time)) yield occurrence;
  }
}

/**
 * Fires where nothing came for long enough before the end of the range; each firing is shown by the event before it.
 */
class Gaps {
  readonly #matched: Matched;
  readonly #micros: Micros;
  readonly #end: Micros;

  constructor({ seconds, field }: { seconds: number; field: string | null }, end: Micros) {
    this.#matched = new Matched(field);
    this.#micros = seconds * 1e6;
    this.#end = end;
  }

  add(occurrence: Occurrence): void {
    this.#matched.add(occurrence);
  }

  *fired(): Generator<Occurrence> {
    const latest = new Map<string, Occurrence>();
    for (const { value, occurrence } of this.#matched.inOrder()) {
      const before = latest.get(value);
      if (before !== undefined) yield* this.#between(before, occurrence.time);
      latest.set(value, occurrence);
    }
    for (const last of latest.values()) yield* this.#between(last, this.#end);
  }

  *#between(before: Occurrence, next: Micros): Generator<Occurrence> {
    const time = before.time + this.#micros;
    if (time < next && time < this.#end) yield { ...before, time };
  }
}

/** The latest first; each event once. */
function keepLatest(latest: Occurrence[], occurrence: Occurrence): void {
  const last = latest[latest.length - 1];
  if (latest.length >= previewSamplesMax && last !== undefined && last.time >= occurrence.time) return;
  const known = latest.findIndex(({ segment, row }) => segment === occurrence.segment && row === occurrence.row);
  if (known >= 0) {
    if (latest[known]!.time >= occurrence.time) return;
    latest.splice(known, 1);
  }
  const place = latest.findIndex(({ time }) => time < occurrence.time);
  latest.splice(place < 0 ? latest.length : place, 0, occurrence);
  if (latest.length > previewSamplesMax) latest.pop();
}
