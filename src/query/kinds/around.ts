import * as z from "zod";
import type { EventObject } from "../../eventstore/event/event-object.ts";
import { findEvent } from "../../eventstore/read/find-event.ts";
import type { Segment } from "../../eventstore/segment.ts";
import type { SegmentHandle } from "../../eventstore/snapshot.ts";
import { type CompiledCondition, sameValue } from "../../filter/condition/compile-condition.ts";
import { fieldText } from "../../filter/condition/field-text.ts";
import { findField } from "../../filter/condition/fields.ts";
import { matchEvent } from "../../filter/match-event.ts";
import { compileFilter } from "../../filter/select/compile-filter.ts";
import { notFound } from "../../lib/errors.ts";
import { groupFieldsMax, neighboursMax } from "../limits.ts";
import { Neighbours } from "../page/neighbours.ts";
import { readEvents } from "../page/page-events.ts";
import { fieldSchema, wholeNumber } from "../parameters.ts";
import { type Accumulation, type ChosenRows, type OpenQuestion, queryKind } from "../query-kind.ts";

/**
 * The events before and behind one, by first occurrence and id. The event itself is shown whatever the filter says; the
 * filter, and the fields that
 * must be the same, choose its neighbours.
 */
export const around = queryKind({
  type: "Around",
  parameters: {
    id: z
      .string("Expected the id of an event.")
      .regex(/^\d{1,16}$/, "Expected the id of an event.")
      .describe("The event in the middle."),
    before: wholeNumber(0, neighboursMax).default(10),
    after: wholeNumber(0, neighboursMax).default(10),
    same: z
      .array(fieldSchema)
      .max(groupFieldsMax, `Expected at most ${groupFieldsMax} fields.`)
      .default([])
      .describe(
        "Fields that its neighbours have the same values of, such as host and program. Fewer fields show more.",
      ),
  },
  withSteps: false,
  rangeByDefault: "all",
  isAnsweredAlone: () => true,
  begin: (question) => new AroundAccumulation(question),
});

interface AroundParams {
  id: string;
  before: number;
  after: number;
  same: string[];
}

/**
 * Each pass reads the next nearest segments, twice as many as the pass before, until no other can have a nearer event.
 */
class AroundAccumulation implements Accumulation {
  readonly passes = 1;
  readonly conditions: readonly CompiledCondition[];
  readonly #question: OpenQuestion<AroundParams>;
  readonly #event: EventRow;
  readonly #sides: { before: SideInWork; after: SideInWork };
  #perPass = 1;
  #opened: { handle: SegmentHandle; segment: Segment } | undefined;

  constructor(question: OpenQuestion<AroundParams>) {
    const { params, segments } = question;
    this.#question = question;
    const { event, ...row } = findVisible(question, (handle) => this.#open(handle));
    this.#event = row;
    this.conditions = params.same.map((name) => {
      const field = findField(name);
      return sameValue(name, field, [fieldText(field, event)]);
    });
    const place = { time: event.times[0]!, id: event.id };
    const sideOf = (side: "before" | "after") =>
      new SideInWork(new Neighbours(side, place, params[side]), segments, this.#perPass);
    this.#sides = { before: sideOf("before"), after: sideOf("after") };
  }

  wants(handle: SegmentHandle): boolean {
    return this.#sides.before.wants(handle) || this.#sides.after.wants(handle);
  }

  add(chosen: ChosenRows): void {
    for (const side of [this.#sides.before, this.#sides.after])
      if (side.wants(chosen.handle)) side.neighbours.add(chosen, this.#question.tick);
  }

  endPass(): boolean {
    this.#perPass *= 2;
    const before = this.#sides.before.next(this.#perPass);
    return this.#sides.after.next(this.#perPass) || before;
  }

  results(): Record<string, unknown> {
    const { before, after } = this.#sides;
    const older = before.neighbours.list().reverse();
    const rows = [...older, this.#event, ...after.neighbours.list()];
    const { span } = this.#question;
    return {
      totals: { ts_from: span.from / 1e6, ts_to: span.to / 1e6 },
      events: { objects: this.#read(rows), index: older.length },
    };
  }

  /** Most neighbours lie in the slice of the event itself, whose decoded columns serve them, too. */
  #open(handle: SegmentHandle): Segment {
    if (this.#opened?.handle !== handle) this.#opened = { handle, segment: this.#question.open(handle) };
    return this.#opened.segment;
  }

  #read(rows: readonly EventRow[]): EventObject[] {
    const { segments, cache, params } = this.#question;
    const objects = new Array<EventObject>(rows.length);
    for (const [index, places] of Map.groupBy(rows.keys(), (place) => rows[place]!.segment)) {
      const handle = segments[index]!;
      const source = { cache: cache(handle), open: () => this.#open(handle) };
      const wanted = places.map((place) => rows[place]!.row);
      for (const [i, event] of readEvents(source, wanted, params.time_range.timezone).entries())
        objects[places[i]!] = event;
    }
    return objects;
  }
}

interface EventRow {
  /** Position in the question's segments. */
  segment: number;
  row: number;
}

/** Throws AppError `not_found`, also when the caller may not see its host. */
function findVisible(
  { params, segments, span, hosts }: OpenQuestion<AroundParams>,
  open: (handle: SegmentHandle) => Segment,
) {
  const found = findEvent({ segments }, Number(params.id), open);
  const isInside = found?.event.times.some((time) => time >= span.from && time < span.to);
  if (!found || !isInside || !matchEvent(compileFilter([], hosts), found.event))
    throw notFound(
      `There is no event ${params.id} in this time range: it never came, is kept no longer, lies outside, or its host is not yours to see.`,
    );
  return { event: found.event, segment: segments.indexOf(found.handle), row: found.row };
}

/** One side, with the segments that remain to be read for it. */
class SideInWork {
  /** The nearest last. */
  readonly #left: SegmentHandle[];
  #wanted = new Set<SegmentHandle>();

  constructor(
    readonly neighbours: Neighbours,
    segments: readonly SegmentHandle[],
    perPass: number,
  ) {
    const keys = new Map(segments.map((handle) => [handle, neighbours.nearestKey(handle)]));
    this.#left = segments.filter((handle) => keys.get(handle) !== undefined);
    this.#left.sort((a, b) => keys.get(b)! - keys.get(a)!);
    this.next(perPass);
  }

  wants(handle: SegmentHandle): boolean {
    return this.#wanted.has(handle);
  }

  /** The segments of the next pass; false: no remaining one has a nearer event. */
  next(count: number): boolean {
    // Determines which event is the farthest that stays.
    this.neighbours.list();
    this.#wanted = new Set();
    while (this.#wanted.size < count) {
      const nearest = this.#left.at(-1);
      if (nearest === undefined || !this.neighbours.mayImprove(nearest)) break;
      this.#wanted.add(nearest);
      this.#left.pop();
    }
    return this.#wanted.size > 0;
  }
}
