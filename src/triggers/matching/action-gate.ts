import type { EventRow } from "../../eventstore/event/event.ts";
import type { ActiveTrigger } from "../active-trigger.ts";
import type { DueAction } from "../fired-report.ts";
import { actionsPerCommitMax, evidenceCharactersMax } from "../limits.ts";
import { QuietTimes } from "../quiet-times.ts";

/** What fired in a commit that is not stored yet. */
export class PendingActions {
  due: Due[] = [];
  dropped = 0;
  readonly fired = new Map<number, number>();

  clear(): void {
    this.due = [];
    this.dropped = 0;
    this.fired.clear();
  }
}

/**
 * Lets a trigger act at most once in its interval, and counts what it did not act for. What fired in a commit that
 * could not be stored never was: nothing counts before `keep`. Times are monotonic milliseconds.
 */
export class ActionGate {
  private readonly states = new Map<number, { lastMs: number; fired: number; quiet: QuietTimes }>();

  /** Keeps what is known of triggers that stay; of new ones, when they last acted. */
  set(triggers: readonly ActiveTrigger[], nowMs: number, wallMs: number): void {
    const before = new Map(this.states);
    this.states.clear();
    for (const { id, lastActedMs, quietHours, maintenance } of triggers) {
      // A wall clock that was set back must not keep a trigger from acting for longer than its interval.
      const agoMs = lastActedMs === null ? Number.POSITIVE_INFINITY : Math.max(0, wallMs - lastActedMs);
      const { lastMs, fired } = before.get(id) ?? { lastMs: nowMs - agoMs, fired: 0 };
      this.states.set(id, { lastMs, fired, quiet: new QuietTimes(quietHours, maintenance) });
    }
  }

  /**
   * The trigger fired for this event. In its quiet times it is counted all the same, and its interval goes on.
   * Parameters: what is known of an event that fired, and both clocks.
   */
  pass(
    pending: PendingActions,
    trigger: ActiveTrigger,
    row: EventRow,
    eventId: number,
    { nowMs, wallMs }: { nowMs: number; wallMs: number },
  ): void {
    const state = this.states.get(trigger.id);
    if (state === undefined) return;
    const fired = (pending.fired.get(trigger.id) ?? 0) + 1;
    pending.fired.set(trigger.id, fired);
    const intervalMs = trigger.minIntervalSeconds * 1000;
    const isFirst = fired === 1 || intervalMs === 0;
    if (!isFirst || nowMs - state.lastMs < intervalMs || state.quiet.at(wallMs)) return;
    if (pending.due.length >= actionsPerCommitMax) pending.dropped++;
    else pending.due.push({ trigger, fired: intervalMs === 0 ? 1 : fired, eventId, event: evidenceOf(row) });
  }

  /** The commit is stored; the ids of its events from `firstId` on grew by `difference`. */
  keep(
    pending: PendingActions,
    nowMs: number,
    firstId: number,
    difference: number,
  ): { actions: DueAction[]; dropped: number } {
    const { due, dropped } = pending;
    const actions: DueAction[] = [];
    for (const [id, fired] of pending.fired) this.count(id, fired);
    for (const { trigger, fired, eventId, event } of due) {
      const state = this.states.get(trigger.id);
      const intervalMs = trigger.minIntervalSeconds * 1000;
      // Another commit may have been stored since, for which it acted.
      if (state !== undefined && intervalMs > 0 && nowMs - state.lastMs < intervalMs) continue;
      // Those of this commit that acted before this one are taken off already.
      const firedBefore = state === undefined ? 0 : Math.max(0, state.fired - pending.fired.get(trigger.id)!);
      const firedCount = firedBefore + fired;
      const id = String(eventId < firstId ? eventId : eventId + difference);
      actions.push({ triggerId: trigger.id, firedCount, event: { id, ...event } });
      if (state === undefined) continue;
      state.lastMs = nowMs;
      // What fired behind it in the same commit counts for the next time.
      state.fired -= firedCount;
    }
    pending.clear();
    return { actions, dropped };
  }

  private count(id: number, fired: number): void {
    const state = this.states.get(id);
    if (state !== undefined) state.fired += fired;
  }
}

interface Due {
  trigger: ActiveTrigger;
  /** In this commit, up to this event. */
  fired: number;
  eventId: number;
  event: Omit<DueAction["event"], "id">;
}

function evidenceOf(row: EventRow): Due["event"] {
  return {
    time: row.times[0]! / 1e6,
    host: row.host,
    program: row.program,
    severity: row.severity,
    facility: row.facility,
    message: row.message.slice(0, evidenceCharactersMax).toWellFormed(),
    tags: row.tags,
  };
}
