import type { EventRow, Micros, StoredEvent } from "../../eventstore/event/event.ts";
import { firedSetOf, statusAfter } from "../../eventstore/event/fired-set.ts";
import { fieldText } from "../../filter/condition/field-text.ts";
import { type Field, findField } from "../../filter/condition/fields.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";
import type { ActiveTrigger, Threshold } from "../active-trigger.ts";
import type { FiredReport } from "../fired-report.ts";
import { firedSetsMax } from "../limits.ts";
import { ActionGate, PendingActions } from "./action-gate.ts";
import type { ByteIndex } from "./byte-index.ts";
import { PatternRegistry } from "./pattern-registry.ts";
import type { SeenPattern } from "./pattern-table.ts";
import { ThresholdCounter } from "./threshold-counter.ts";
import type { AskedPattern } from "./trigger-index.ts";
import { TriggerProgram } from "./trigger-program.ts";

/** Triggers that fired for one occurrence. */
export interface Fired {
  /** A text of fired-set.ts. */
  readonly set: string;
  readonly triggers: readonly ActiveTrigger[];
}

/**
 * Matches events against triggers: after the parser rules, before de-duplication. For the one thread that owns the
 * store. Firings count once the events are on disk: `keep`.
 */
export class TriggerMatcher {
  /** Nothing can fire. */
  isIdle = true;
  private program = new TriggerProgram([]);
  /** Compiled when the next event arrives: a thousand single changes must not each compile all triggers. */
  private next: readonly ActiveTrigger[] | undefined;
  private counters: (Counter | undefined)[] = [];
  private readonly gate = new ActionGate();
  private readonly sets = new Map<string, Fired>();
  private readonly long = new PendingFirings();
  private readonly other = new PendingFirings();
  /** Notes for the commit whose events are being matched. */
  private pending = this.other;
  /** Steps that make thresholds forget their counts, latest last; present while a commit may be abandoned. */
  private counted: (() => void)[] | undefined;
  private row: EventRow | undefined;
  /** Until held patterns may be reported. */
  private heldTimer: ReturnType<typeof setTimeout> | undefined;
  /** When it ends, in monotonic milliseconds; infinite: it is not set. */
  private heldTimerMs = Number.POSITIVE_INFINITY;
  private isClosed = false;
  private readonly reaches = (place: number): boolean => this.reachesThreshold(place);

  constructor(
    /** Called after a commit in which triggers fired. */
    private readonly onFired: (report: FiredReport) => void,
    private readonly clock: Clock = systemClock,
    private readonly monotonicMs: () => number = () => performance.now(),
    /** Patterns that came before. */
    readonly patterns = new PatternRegistry(),
  ) {}

  /** Rejects events that can fire nothing, by their bytes. */
  get byteIndex(): ByteIndex {
    this.compile();
    return this.program.byteIndex;
  }

  /** Uses these from now on. A threshold keeps its count if its trigger has the same conditions as before. */
  set(triggers: readonly ActiveTrigger[]): void {
    this.next = triggers;
    this.gate.set(triggers, this.monotonicMs(), this.clock());
    this.isIdle = triggers.length === 0;
    this.patterns.setDay(this.today());
    if (this.isIdle) this.compile();
  }

  /** Checks the triggers for an event that comes in, as its only occurrence, and marks it. Undefined: none fired. */
  fire(row: EventRow): Fired | undefined {
    if (this.isIdle) return undefined;
    this.compile();
    this.row = row;
    const places = this.program.fire(row, this.reaches, this.program.asksPatterns ? this.patternOf(row) : undefined);
    if (places.length === 0) return undefined;
    const fired = this.firedOf(places);
    row.fired = [fired.set];
    row.status = statusAfter(row.status, fired.set);
    return fired;
  }

  /**
   * Events from now on belong to the long commit, or to one that is made while it grows; `note`, `keep` and `undo`
   * apply to that one. The other one may be abandoned and read again.
   */
  fireFor(commit: "long" | "other"): void {
    this.pending = this[commit];
    // Before its events: otherwise patterns would have come on the day of the commit before.
    this.patterns.setDay(this.today());
    if (commit === "long") this.counted = undefined;
    else this.counted ??= [];
  }

  /** The event for which these fired has this id. */
  note({ triggers }: Fired, row: EventRow, id: number): void {
    const nowMs = this.monotonicMs();
    const time = row.times[0]!;
    const { hits, actions } = this.pending;
    for (const trigger of triggers) {
      const known = hits.get(trigger.id);
      if (known === undefined) hits.set(trigger.id, { hits: 1, last: time });
      else {
        known.hits++;
        known.last = Math.max(known.last, time);
      }
      if (trigger.acts) this.gate.pass(actions, trigger, row, id, { nowMs, wallMs: this.clock() });
    }
  }

  /** The notes are stored; ids from `firstId` on have grown by `difference`. */
  keep(firstId = 0, difference = 0): void {
    const { hits: found, actions: pending, patterns } = this.pending;
    this.counted = undefined;
    patterns.length = 0;
    if (found.size === 0) return;
    const { actions, dropped } = this.gate.keep(pending, this.monotonicMs(), firstId, difference);
    const hits = Array.from(found, ([triggerId, { hits: count, last }]) => ({
      triggerId,
      hits: count,
      lastMatched: last / 1e6,
    }));
    found.clear();
    this.onFired({ hits, actions, dropped });
    this.planHeld();
  }

  /**
   * New patterns that came while a trigger might not act are reported when it may again: none of them comes a second
   * time.
   */
  tellHeld(): void {
    this.heldTimerMs = Number.POSITIVE_INFINITY;
    const actions = this.gate.takeHeld(this.monotonicMs(), this.clock());
    if (actions.length > 0) this.onFired({ hits: [], actions, dropped: 0 });
    this.planHeld();
  }

  /**
   * Nothing more comes: held patterns are reported although their trigger's interval is not over, because nobody will
   * know of them after a start; those of triggers in quiet times for their end.
   */
  tellLast(): void {
    for (;;) {
      const actions = this.gate.takeHeld(Number.POSITIVE_INFINITY, this.clock());
      const later = this.gate.takeAllHeld();
      if (actions.length + later.length === 0) return;
      this.onFired({ hits: [], actions, dropped: 0, later });
    }
  }

  /** Before the store. */
  close(): void {
    clearTimeout(this.heldTimer);
    this.isClosed = true;
  }

  /** The notes could not be stored. Thresholds keep their counts. */
  undo(): void {
    this.counted = undefined;
    this.forgetPending();
  }

  /** The pending events will come again: thresholds forget them too, except for values evicted to make room. */
  rewind(): void {
    for (const forget of this.counted?.splice(0).reverse() ?? []) forget();
    this.forgetPending();
  }

  /** A timer that is set stays: commits in which others fire come more often than it ends. */
  private planHeld(): void {
    const nowMs = this.monotonicMs();
    const delayMs = this.isClosed ? undefined : this.gate.heldForMs(nowMs);
    if (delayMs === undefined || nowMs + delayMs >= this.heldTimerMs) return;
    clearTimeout(this.heldTimer);
    this.heldTimerMs = nowMs + delayMs;
    this.heldTimer = setTimeout(() => this.tellHeld(), delayMs);
    this.heldTimer.unref();
  }

  private forgetPending(): void {
    for (const pattern of this.pending.patterns) this.patterns.unlearn(pattern);
    this.pending.clear();
  }

  /** A first occurrence in a commit that was not stored does not count. */
  private patternOf({ message }: EventRow): AskedPattern {
    const bytes = Buffer.from(message);
    const seen = this.patterns.look(bytes, 0, bytes.length);
    const isNew = this.patterns.isNew(seen);
    if (isNew) {
      this.patterns.note(seen);
      this.pending.patterns.push(seen);
    }
    return { id: seen.id, families: seen.families, isNew: isNew && seen.isKnown };
  }

  private today(): number {
    return Math.floor(this.clock() / dayMs);
  }

  private compile(): void {
    if (this.next === undefined) return;
    const sorted = [...this.next].sort((a, b) => a.order - b.order || a.id - b.id);
    this.next = undefined;
    const known = new Map(this.counters.map((counter) => [counter?.key, counter]));
    this.program = new TriggerProgram(sorted, this.program);
    const { patternIds, asksNewPatterns } = this.program.byteIndex;
    this.patterns.ask(patternIds, asksNewPatterns);
    this.counters = sorted.map((trigger) => {
      const key = counterKey(trigger);
      return key === undefined ? undefined : (known.get(key) ?? createCounter(key, trigger.threshold!));
    });
    this.sets.clear();
  }

  private reachesThreshold(place: number): boolean {
    const { isNewPattern, learnsUntilMs } = this.program.triggers[place]!;
    if (isNewPattern && this.clock() < learnsUntilMs) return false;
    const counter = this.counters[place];
    if (counter === undefined) return true;
    const row = this.row!;
    // A clock that is ahead must not make all events of others seem late.
    const time = Math.min(row.times[0]!, this.clock() * 1000);
    const value = counter.field === undefined ? "" : fieldText(counter.field, row as StoredEvent);
    return counter.field !== undefined && value === "" ? false : counter.times.add(value, time, this.counted);
  }

  /** The same combination gives the same text, so that it is kept once. */
  private firedOf(places: readonly number[]): Fired {
    const key = places.length === 1 ? String(places[0]) : places.join();
    const known = this.sets.get(key);
    if (known) return known;
    if (this.sets.size >= firedSetsMax) this.sets.clear();
    const triggers = places.map((place) => this.program.triggers[place]!);
    const fired = { set: firedSetOf(triggers.map(toFiredTrigger)), triggers };
    this.sets.set(key, fired);
    return fired;
  }
}

/** Firings of a commit that is not stored yet. */
class PendingFirings {
  readonly hits = new Map<number, { hits: number; last: Micros }>();
  readonly actions = new PendingActions();
  /** Patterns that came for the first time. */
  readonly patterns: SeenPattern[] = [];

  clear(): void {
    this.patterns.length = 0;
    this.hits.clear();
    this.actions.clear();
  }
}

const dayMs = 86_400_000;

interface Counter {
  key: string;
  field: Field | undefined;
  times: ThresholdCounter;
}

/** Same key: earlier counts still apply. */
function counterKey({ id, filter, hosts, threshold }: ActiveTrigger): string | undefined {
  return threshold === null ? undefined : JSON.stringify([id, filter, hosts, threshold]);
}

function createCounter(key: string, { count, seconds, field }: Threshold): Counter {
  const times = new ThresholdCounter(count, seconds * 1e6);
  return { key, field: field === null ? undefined : findField(field), times };
}

function toFiredTrigger({ id, name, markActionable, markKnown, note }: ActiveTrigger) {
  return { id, name, mark_actionable: markActionable, mark_known: markKnown, note_text: note };
}
