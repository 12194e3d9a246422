import type { NamedEvent } from "../eventstore/event/event-template.ts";

/** Sent by the intake thread to the main thread after a commit in which triggers fired. Plain data. */
export interface FiredReport {
  hits: TriggerHits[];
  /** Actions now due. */
  actions: DueAction[];
  /** Actions that were too many for one report. */
  dropped: number;
  /** Those that are due when the quiet times of their triggers end: the service stops before. */
  later?: DueAction[];
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
  /** Number of its firings since its last action, this one included. */
  firedCount: number;
  event: NamedEvent;
  /** For a trigger on new patterns: other ones that nobody has heard of yet, in the order of arrival. */
  others?: readonly OtherEvent[];
  /** The missing events are back: the reported absence is over. */
  isOver?: boolean;
  /** The value it is about, among several; each is an incident of its own. */
  about?: string;
  /** What its trigger asked for: `askedText`. Given where that may have changed until it is carried out. */
  asked?: string;
}

/** The part of an event that a list shows. */
export type OtherEvent = Pick<NamedEvent, "host" | "program" | "message">;
