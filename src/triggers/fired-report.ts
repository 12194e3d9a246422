/** What the intake thread tells the main thread after a commit in which triggers fired. Plain data. */
export interface FiredReport {
  hits: TriggerHits[];
  /** What they are to do now. */
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
  event: Evidence;
}

/** As much of an event as messages about it need. */
export interface Evidence {
  id: string;
  /** Epoch seconds. */
  time: number;
  host: string;
  program: string;
  severity: number;
  facility: number;
  message: string;
  /** name, value, name, value … */
  tags: readonly string[];
}
