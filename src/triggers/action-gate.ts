import type { EventRow } from "../eventstore/event.ts";
import type { ActiveTrigger } from "./active-trigger.ts";
import type { DueAction } from "./fired-report.ts";
import { actionsPerCommitMax, evidenceCharactersMax } from "./limits.ts";

/**
 * Lets a trigger act at most once in its interval, and counts what it did not act for. What fired in a commit that could not be stored
 * never was: nothing counts before `keep`. Times are monotonic milliseconds.
 */
export class ActionGate {
  private readonly states = new Map<number, { lastMs: number; fired: number }>();
  private due: DueAction[] = [];
  private dropped = 0;
  private readonly firedNow = new Map<number, number>();

  /** Keeps what is known of triggers that stay; of new ones, when they last acted. */
  set(triggers: readonly ActiveTrigger[], nowMs: number, wallMs: number): void {
    const before = new Map(this.states);
    this.states.clear();
    for (const { id, lastActedMs } of triggers) {
      // A wall clock that was set back must not keep a trigger from acting for longer than its interval.
      const agoMs = lastActedMs === null ? Number.POSITIVE_INFINITY : Math.max(0, wallMs - lastActedMs);
      this.states.set(id, before.get(id) ?? { lastMs: nowMs - agoMs, fired: 0 });
    }
  }

  /** The trigger fired for this event. */
  pass(trigger: ActiveTrigger, row: EventRow, eventId: number, nowMs: number): void {
    const state = this.states.get(trigger.id);
    if (state === undefined) return;
    const fired = (this.firedNow.get(trigger.id) ?? 0) + 1;
    this.firedNow.set(trigger.id, fired);
    const intervalMs = trigger.minIntervalSeconds * 1000;
    const isFirst = fired === 1 || intervalMs === 0;
    if (!isFirst || nowMs - state.lastMs < intervalMs) return;
    if (this.due.length >= actionsPerCommitMax) this.dropped++;
    else {
      const firedCount = intervalMs === 0 ? 1 : state.fired + fired;
      this.due.push({ triggerId: trigger.id, firedCount, event: evidenceOf(row, eventId) });
    }
  }

  /** What the commit brought is on disk. */
  keep(nowMs: number): { actions: DueAction[]; dropped: number } {
    const { due, dropped } = this;
    for (const [id, fired] of this.firedNow) this.count(id, fired);
    for (const { triggerId, firedCount } of due) {
      const state = this.states.get(triggerId);
      if (state === undefined) continue;
      state.lastMs = nowMs;
      // What fired behind it in the same commit counts for the next time.
      state.fired -= firedCount;
    }
    this.undo();
    return { actions: due, dropped };
  }

  undo(): void {
    this.due = [];
    this.dropped = 0;
    this.firedNow.clear();
  }

  private count(id: number, fired: number): void {
    const state = this.states.get(id);
    if (state !== undefined) state.fired += fired;
  }
}

function evidenceOf(row: EventRow, id: number): DueAction["event"] {
  return {
    id: String(id),
    time: row.times[0]! / 1e6,
    host: row.host,
    program: row.program,
    severity: row.severity,
    facility: row.facility,
    message: row.message.slice(0, evidenceCharactersMax).toWellFormed(),
    tags: row.tags,
  };
}
