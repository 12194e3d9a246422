import type { EventRow } from "../../eventstore/event/event.ts";
import { type ActiveTrigger, askedText } from "../active-trigger.ts";
import type { DueAction } from "../fired-report.ts";
import {
  actionsPerCommitMax,
  evidenceCharactersMax,
  heldMsMax,
  heldMsMin,
  heldPerCommitMax,
  otherPatternsMax,
  repeatedPerCommitMax,
} from "../limits.ts";
import { QuietTimes } from "../quiet-times.ts";
import { HeldPatterns } from "./held-patterns.ts";

/** Firings of a commit that is not stored yet. */
export class PendingActions {
  due: Due[] = [];
  /** New patterns for which a trigger does not act now, some of each trigger. */
  held: Due[] = [];
  dropped = 0;
  readonly fired = new Map<number, number>();
  /** Those due whose trigger has another one due. */
  private repeated = 0;

  /** A trigger that fires for each event of a flood takes no room from the others' first actions. */
  hasRoom(isRepeated: boolean): boolean {
    return this.due.length < actionsPerCommitMax && !(isRepeated && this.repeated >= repeatedPerCommitMax);
  }

  addDue(due: Due, isRepeated: boolean): void {
    if (isRepeated) this.repeated++;
    this.due.push(due);
  }

  /** Patterns beyond these would not be listed. */
  mayHold(fired: number): boolean {
    return fired <= otherPatternsMax + 1 && this.held.length < heldPerCommitMax;
  }

  clear(): void {
    this.due = [];
    this.held = [];
    this.dropped = 0;
    this.repeated = 0;
    this.fired.clear();
  }
}

/**
 * Lets a trigger act at most once in its interval, and counts its firings in between. Firings of a commit that could
 * not be stored never happened: nothing counts before `keep`. Times are monotonic milliseconds.
 */
export class ActionGate {
  private readonly states = new Map<number, GateState>();

  /**
   * Keeps the state of triggers that stay; new ones start with the time of their last action. Held patterns are
   * forgotten when their trigger asks for other events, or its owner may see other hosts.
   */
  set(triggers: readonly ActiveTrigger[], nowMs: number, wallMs: number): void {
    const before = new Map(this.states);
    this.states.clear();
    for (const trigger of triggers) {
      const { id, lastActedMs, quietHours, maintenance, minIntervalSeconds } = trigger;
      // A wall clock that was set back must not keep a trigger from acting for longer than its interval.
      const agoMs = lastActedMs === null ? Number.POSITIVE_INFINITY : Math.max(0, wallMs - lastActedMs);
      const { lastMs, fired, held } = before.get(id) ?? { lastMs: nowMs - agoMs, fired: 0 };
      this.states.set(id, {
        lastMs,
        fired,
        held: trigger.isNewPattern ? heldFor(trigger, held) : undefined,
        intervalMs: minIntervalSeconds * 1000,
        quiet: new QuietTimes(quietHours, maintenance),
      });
    }
  }

  /**
   * The trigger fired for this event. In its quiet times the event still counts, and the interval goes on.
   * Parameters: facts about the event that fired, and both clocks.
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
    const mayAct = (fired === 1 || intervalMs === 0) && nowMs - state.lastMs >= intervalMs && !state.quiet.at(wallMs);
    const isRepeated = fired > 1;
    // Only what is kept has its evidence read: in a flood nearly all is dropped.
    if (mayAct && pending.hasRoom(isRepeated)) {
      const told = intervalMs === 0 ? 1 : fired;
      pending.addDue({ trigger, fired: told, eventId, event: evidenceOf(row) }, isRepeated);
    } else if (trigger.isNewPattern) {
      if (pending.mayHold(fired)) pending.held.push({ trigger, fired, eventId, event: evidenceOf(row) });
    } else if (mayAct) pending.dropped++;
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
    const idOf = (eventId: number) => String(eventId < firstId ? eventId : eventId + difference);
    for (const { trigger, eventId, event } of pending.held)
      this.states.get(trigger.id)?.held?.add({ id: idOf(eventId), ...event });
    for (const { trigger, fired, eventId, event: evidence } of due) {
      const event = { id: idOf(eventId), ...evidence };
      const state = this.states.get(trigger.id);
      const intervalMs = trigger.minIntervalSeconds * 1000;
      // Another commit, for which it acted, may have been stored since.
      if (state !== undefined && intervalMs > 0 && nowMs - state.lastMs < intervalMs) {
        state.held?.add(event);
        continue;
      }
      // Firings of this commit before its action are already subtracted.
      const firedBefore = state === undefined ? 0 : Math.max(0, state.fired - pending.fired.get(trigger.id)!);
      // Everything held is reported with it.
      const firedCount = state?.held !== undefined && intervalMs > 0 ? state.fired : firedBefore + fired;
      actions.push({ triggerId: trigger.id, firedCount, ...(state?.held?.take(event) ?? { event }) });
      if (state === undefined) continue;
      state.lastMs = nowMs;
      // Firings after it in the same commit count for the next time.
      state.fired -= firedCount;
    }
    pending.clear();
    return { actions, dropped };
  }

  /** Held patterns that may be reported now although nothing new comes; each is reported once. */
  takeHeld(nowMs: number, wallMs: number): DueAction[] {
    return this.take(nowMs, ({ lastMs, intervalMs, quiet }) => nowMs - lastMs >= intervalMs && !quiet.at(wallMs));
  }

  /** The rest of them, whatever holds it: the service stops. */
  takeAllHeld(): DueAction[] {
    return this.take(Number.POSITIVE_INFINITY, () => true);
  }

  private take(nowMs: number, mayTell: (state: GateState) => boolean): DueAction[] {
    const actions: DueAction[] = [];
    for (const [triggerId, state] of this.states) {
      const { held, fired } = state;
      if (held === undefined || held.isEmpty || !mayTell(state)) continue;
      if (actions.length >= actionsPerCommitMax) break;
      actions.push({ triggerId, firedCount: fired, asked: held.asked, ...held.take() });
      state.lastMs = nowMs;
      state.fired = 0;
    }
    return actions;
  }

  /** Milliseconds until `takeHeld` should be called; undefined: nothing is held. */
  heldForMs(nowMs: number): number | undefined {
    let least = Number.POSITIVE_INFINITY;
    for (const { held, lastMs, intervalMs } of this.states.values())
      if (held?.isEmpty === false) least = Math.min(least, Math.max(heldMsMin, lastMs + intervalMs - nowMs));
    return least === Number.POSITIVE_INFINITY ? undefined : Math.min(least, heldMsMax);
  }

  private count(id: number, fired: number): void {
    const state = this.states.get(id);
    if (state !== undefined) state.fired += fired;
  }
}

function heldFor(trigger: ActiveTrigger, before: HeldPatterns | undefined): HeldPatterns {
  const asked = askedText(trigger);
  return before?.asked === asked ? before : new HeldPatterns(asked);
}

interface GateState {
  lastMs: number;
  fired: number;
  /** Only of triggers for new patterns: another new one says nothing about the first. */
  held?: HeldPatterns | undefined;
  intervalMs: number;
  quiet: QuietTimes;
}

interface Due {
  trigger: ActiveTrigger;
  /** In this commit, up to this event; without an interval each is reported by itself. */
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
