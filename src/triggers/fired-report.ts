import type { NamedEvent } from "../eventstore/event/event-template.ts";

/** Sent by the intake thread to the main thread after a commit in which triggers fired. Plain data. */
export interface FiredReport {
  hits: TriggerHits[];
  /** Actions now due. */
  actions: DueAction[];
  /** Actions that were too many for one report. */
  dropped: number;
}

export interface TriggerHits {
  triggerId: number;
  hits: number;
  /** Epoch seconds of the latest event, by the event's own time. */
  lastMatched: number;
}

/** A trigger fired for this event and has not acted for its interval. */
export interface DueAction {
  triggerId: number;
  /** How often it fired since it last acted, this time included. */
  firedCount: number;
  event: NamedEvent;
  /** Of a trigger for new patterns: other ones that nobody was told of yet, the first come first. */
  others?: readonly OtherEvent[];
  /** What stayed away is back: what was told before is over. */
  isOver?: boolean;
  /** The one of several that it is about; each is an incident of its own. */
  about?: string;
}

/** As much of an event as stands in a list. */
export type OtherEvent = Pick<NamedEvent, "host" | "program" | "message">;
