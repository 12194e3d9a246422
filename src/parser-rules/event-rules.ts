import type { EventRow } from "../eventstore/event.ts";

/** What became of an event: as it was or changed; changed, and something did not fit its bound; not to be stored. */
export type RuleOutcome = "kept" | "cut" | "dropped";

/** The rules as intake sees them: called for each new event, on the one thread that owns the store. */
export interface EventRules {
  /** Changes the row in place; it must have one time and belong to nobody else. Never throws. */
  apply(row: EventRow): RuleOutcome;
  /** False: `apply` keeps every event of this program as it is, as long as `generation` is the same. */
  concerns(program: string): boolean;
  /** False: `apply` keeps every event of this program and message as it is that has no tags but some of these. */
  mayChange(program: string, message: string, tagNames: ReadonlySet<string>): boolean;
  readonly generation: number;
}

export const noRules: EventRules = {
  apply: () => "kept",
  concerns: () => false,
  mayChange: () => false,
  generation: 0,
};
