import type { KnownPatterns } from "../known-patterns.ts";
import { knownPatternsMax, knownStructuresMax } from "../limits.ts";
import { PatternTable, type SeenPattern } from "./pattern-table.ts";

/**
 * Knows the patterns of events and whether one is new, as far back as events are kept. The store's patterns (`learn`)
 * and incoming events fill it. Before it has learned, nothing is new and nothing is remembered, so a pattern that comes
 * first meanwhile is new when it comes again. For the one thread that owns the store.
 */
export class PatternRegistry {
  /** Some trigger waits for new patterns. */
  #tracks = false;
  #hasLearned = false;
  /** More patterns than may be known came within a day: until another day nothing is new. */
  #isFull = false;
  #today = 0;
  #retentionDays: number;
  readonly #patternsMax: number;
  readonly #table: PatternTable;
  #known = 0;

  /** `retentionDays`: 0 for ever. */
  constructor(retentionDays = 0, patternsMax = knownPatternsMax, structuresMax = knownStructuresMax) {
    this.#retentionDays = retentionDays;
    this.#patternsMax = patternsMax;
    this.#table = new PatternTable(patternsMax, structuresMax);
  }

  /** As of the constructor; from the next day on. */
  setRetentionDays(days: number): void {
    this.#retentionDays = days;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /**
   * From now on these patterns are checked by id, and new ones when `tracks`. Patterns that no trigger needs are
   * forgotten.
   */
  ask(ids: readonly string[], tracks: boolean): void {
    this.#table.ask(ids);
    if (this.#tracks && !tracks) this.#forgetAll();
    this.#tracks = tracks;
  }

  /** The store's patterns at some instant after `ask`. */
  learn({ ids, days }: KnownPatterns): void {
    this.#hasLearned = true;
    for (let i = 0; i < ids.length; i++)
      if (days[i]! > this.#lastForgottenDay) this.#keep(this.#table.of(ids[i]!), days[i]!);
  }

  /** The day of the wall clock, in days since the epoch. Patterns beyond the retention are forgotten. */
  setDay(day: number): void {
    if (day <= this.#today) return;
    this.#today = day;
    this.#isFull = false;
    if (this.#retentionDays > 0) this.#forgetUntil(this.#lastForgottenDay);
  }

  /** The pattern of the UTF-8 text bytes[from .. to). */
  look(bytes: Uint8Array, from: number, to: number): SeenPattern {
    const seen = this.#table.look(bytes, from, to);
    if (seen.isKnown) seen.day = this.#today;
    return seen;
  }

  isNew(seen: SeenPattern): boolean {
    return !seen.isKnown && this.#tracks && this.#hasLearned && !this.#isFull && seen.id !== "";
  }

  /** It came, and is not new any more; `unlearn` undoes that. */
  note(seen: SeenPattern): void {
    this.#keep(seen, this.#today);
  }

  unlearn(seen: SeenPattern): void {
    if (seen.isKnown) this.#known--;
    seen.isKnown = false;
  }

  #keep(seen: SeenPattern, day: number): void {
    seen.day = Math.max(seen.day, day);
    if (seen.isKnown) return;
    // Marked as known before room is made: making room drops unknown patterns, and it would be new again.
    seen.isKnown = true;
    this.#known++;
    if (this.#known > this.#patternsMax) this.#makeRoom();
    if (this.#isFull) this.unlearn(seen);
  }

  /** Those longest unseen are dropped first, all of a day at once. */
  #makeRoom(): void {
    let oldest = Number.POSITIVE_INFINITY;
    for (const { isKnown, day } of this.#table.all()) if (isKnown && day < oldest) oldest = day;
    if (oldest >= this.#today) this.#isFull = true;
    else this.#forgetUntil(oldest);
  }

  get #lastForgottenDay(): number {
    return this.#retentionDays > 0 ? this.#today - this.#retentionDays - 1 : Number.NEGATIVE_INFINITY;
  }

  #forgetUntil(lastDay: number): void {
    for (const seen of this.#table.all()) if (seen.isKnown && seen.day <= lastDay) this.unlearn(seen);
    this.#table.dropIdle();
  }

  #forgetAll(): void {
    for (const seen of this.#table.all()) this.unlearn(seen);
    this.#hasLearned = false;
    this.#isFull = false;
    this.#table.dropIdle();
  }
}
