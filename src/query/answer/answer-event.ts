import type { StoredEvent } from "../../eventstore/event/event.ts";
import { toEventObject } from "../../eventstore/event/event-object.ts";
import { triggersOf } from "../../eventstore/event/fired-set.ts";
import { firedTriggersOf } from "../../eventstore/event/fired-triggers.ts";
import { findEvent } from "../../eventstore/read/find-event.ts";
import type { SegmentReader } from "../../eventstore/read/segment-reader.ts";
import type { Snapshot } from "../../eventstore/snapshot.ts";
import { matchEvent } from "../../filter/match-event.ts";
import { compileFilter } from "../../filter/select/compile-filter.ts";
import { actionHints, type FieldLinks } from "../action-hints.ts";
import { type SharedJson, toSharedJson } from "../shared-json.ts";

/** A question about one event, as a worker gets it. Plain data: it crosses threads. */
export interface EventTask {
  part: "event" | "timestamps" | "triggers";
  id: number;
  /** Host patterns of the caller's limits; empty: no limit. */
  hosts: readonly string[];
  /** With them an event also says what can be done with its fields. */
  links?: FieldLinks;
  /** Also what triggers fired. */
  addTriggerData?: boolean;
  /** Dates are written in this time zone. */
  timezone: string;
  snapshot: Snapshot;
}

/**
 * JSON text; null when there is no such event for the caller. In any thread that has a reader, while the snapshot's
 * lease lasts. Throws DamagedSegmentError.
 */
export function answerEvent(task: EventTask, reader: Pick<SegmentReader, "open">): SharedJson | null {
  const { eventsFolder } = task.snapshot;
  const event = findEvent(task.snapshot, task.id, (handle) => reader.open(handle, eventsFolder))?.event;
  if (event === undefined || !matchEvent(compileFilter([], task.hosts), event)) return null;
  return toSharedJson(writePart[task.part](event, task));
}

const writePart: Record<EventTask["part"], (event: StoredEvent, task: EventTask) => object> = {
  event: (event, { links, addTriggerData, timezone }) => {
    const object = toEventObject(event, timezone, addTriggerData);
    return links === undefined ? object : { ...object, actions: actionHints({ ...object }, links) };
  },
  timestamps: ({ id, times, fired }) => ({
    ev_id: String(id),
    count: times.length,
    first_occurrence: secondsOf(times[0]!),
    last_occurrence: secondsOf(times.at(-1)!),
    timestamps: times.map((time, i) => ({
      ts: secondsOf(time),
      trigger_ids: triggersOf(fired?.[i] ?? "").map((trigger) => trigger.id),
    })),
  }),
  triggers: (event) => {
    const triggers = firedTriggersOf(event);
    return { ev_id: String(event.id), triggers_fired_count: triggers.length, triggers };
  },
};

function secondsOf(micros: number): number {
  return micros / 1e6;
}
