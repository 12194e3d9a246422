import type { EventRow } from "../../eventstore/event/event.ts";
import { MessageGate } from "../patterns/message-gate.ts";
import type { TagsApart } from "../working-event.ts";
import type { KnownOfEvent } from "./make-gate.ts";

/**
 * The outcome for an event: unchanged or changed; changed, while something did not fit its bound or a field or tag of
 * the sender was overwritten; not to be stored.
 */
export type RuleOutcome = "kept" | "cut" | "overwrote" | "cut-overwrote" | "dropped";

/** Events of one program that bring no tags but some: what looks at the message of each before rules do. */
export interface RuleTarget {
  readonly program: string;
  readonly gate: MessageGate;
}

/** The rules as intake sees them: called for each new event, on the one thread that owns the store. */
export interface EventRules {
  /**
   * Changes the row in place; it must have one time and be shared with nobody. `sent`: which fields came with it; see
   * `sentFields`. `target`: one that was made for such an event, and whose gate looked at its message last. `apart`:
   * has its tags, which are not in the row then. Never throws.
   */
  apply(row: EventRow, sent?: number, target?: RuleTarget, apart?: TagsApart): RuleOutcome;
  /** False: `apply` leaves every event of this program unchanged, as long as `generation` is the same. */
  concerns(program: string): boolean;
  /**
   * `apply` keeps every event of which so much is known and for whose message the target's gate names no rule as it is,
   * as long as `generation` is the same.
   */
  targetFor(known: KnownOfEvent): RuleTarget;
  readonly generation: number;
}

export const noRules: EventRules = {
  apply: () => "kept",
  concerns: () => false,
  targetFor: ({ program }) => ({ program, gate: new MessageGate([], []) }),
  generation: 0,
};
