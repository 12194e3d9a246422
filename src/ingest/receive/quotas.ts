import type { Origin } from "../../eventstore/event-store.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { AppError } from "../../lib/errors.ts";
import { DayBytes, dayOf, secondsLeftOfDay } from "../quota/day-bytes.ts";
import { RateBuckets } from "../quota/rate-buckets.ts";

/** null: unlimited. */
export interface Quota {
  eventsPerSecond: number | null;
  /** Counts bodies as sent, so compressed ones count less; by UTC day. */
  bytesPerDay: number | null;
}

/** The use of a token. */
export interface TokenUsage {
  /** YYYY-MM-DD, UTC. */
  day: string;
  bytes: number;
}

export interface QuotaParts {
  /** Undefined: the token no longer exists. */
  findToken(id: number): (Quota & TokenUsage) | undefined;
  /** Counts survive restarts. */
  saveUsage(id: number, usage: TokenUsage): void;
  /** Quota of every address. */
  ofSource: Quota;
  clock?: Clock;
}

/**
 * How much tokens and addresses may send over HTTP. A body is refused as a whole when its sender has sent too much
 * before it; its bytes are counted when it is stored, so the last body before the bound may exceed it. Main thread.
 */
export class Quotas {
  readonly #rates = new RateBuckets();
  readonly #sourceBytes = new DayBytes();
  readonly #tokens = new Map<number, Quota & TokenUsage>();
  /** Their use has not been saved. */
  readonly #unsaved = new Set<number>();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #parts: QuotaParts;
  #ofSource: Quota;
  readonly #clock: Clock;

  constructor(parts: QuotaParts) {
    this.#parts = parts;
    this.#ofSource = parts.ofSource;
    this.#clock = parts.clock ?? systemClock;
    this.#timer = setInterval(() => this.save(), savedEveryMs);
    this.#timer.unref();
  }

  /** From now on every address may send this much in a UTC day; null: unlimited. */
  setBytesOfSource(bytesPerDay: number | null): void {
    this.#ofSource = { ...this.#ofSource, bytesPerDay };
  }

  /** Throws AppError `too_many` with `Retry-After`. */
  admit({ source, tokenId }: Origin): void {
    const ofSource = this.#ofSource;
    const nowMs = this.#clock();
    const token = tokenId === 0 ? undefined : this.#tokenOf(tokenId);
    if (token !== undefined) {
      this.#admitRate(`token ${tokenId}`, token.eventsPerSecond, "This token");
      if (token.bytesPerDay !== null && this.#bytesOf(token) >= token.bytesPerDay)
        throw usedUp("This token", token.bytesPerDay, nowMs);
    }
    this.#admitRate(`source ${source}`, ofSource.eventsPerSecond, "This address");
    if (ofSource.bytesPerDay !== null && this.#sourceBytes.of(source, nowMs) >= ofSource.bytesPerDay)
      throw usedUp("This address", ofSource.bytesPerDay, nowMs);
  }

  /** Counts a body that came and was read, stored or not. */
  spend({ source, tokenId }: Origin, events: number, bytes: number): void {
    const ofSource = this.#ofSource;
    const nowMs = performance.now();
    const token = tokenId === 0 ? undefined : this.#tokenOf(tokenId);
    if (token !== undefined) {
      if (token.eventsPerSecond !== null) this.#rates.spend(`token ${tokenId}`, token.eventsPerSecond, events, nowMs);
      const before = this.#bytesOf(token);
      token.bytes = before + bytes;
      token.day = dayOf(this.#clock());
      this.#unsaved.add(tokenId);
      // Saved counts are what administrators see.
      if (token.bytesPerDay !== null && before < token.bytesPerDay && token.bytes >= token.bytesPerDay)
        this.#trySaving(tokenId, token);
    }
    if (ofSource.eventsPerSecond !== null)
      this.#rates.spend(`source ${source}`, ofSource.eventsPerSecond, events, nowMs);
    if (ofSource.bytesPerDay !== null) this.#sourceBytes.add(source, bytes, this.#clock());
  }

  /** The quotas of tokens changed. */
  forget(): void {
    this.save();
    this.#tokens.clear();
  }

  /** Counts that cannot be written, as on a full disk, are written the next time. */
  save(): void {
    for (const id of this.#unsaved) {
      const token = this.#tokens.get(id);
      if (token === undefined || this.#trySaving(id, token)) this.#unsaved.delete(id);
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.save();
  }

  /** Counting must not fail senders: their events are stored, and they are told so. */
  #trySaving(id: number, { day, bytes }: TokenUsage): boolean {
    try {
      this.#parts.saveUsage(id, { day, bytes });
      return true;
    } catch {
      return false;
    }
  }

  #tokenOf(id: number): (Quota & TokenUsage) | undefined {
    const known = this.#tokens.get(id);
    if (known !== undefined) return known;
    const found = this.#parts.findToken(id);
    if (found === undefined) return undefined;
    if (this.#tokens.size >= tokensMax) this.forget();
    this.#tokens.set(id, found);
    return found;
  }

  #bytesOf({ day, bytes }: TokenUsage): number {
    return day === dayOf(this.#clock()) ? bytes : 0;
  }

  #admitRate(sender: string, perSecond: number | null, who: string): void {
    const waitMs = perSecond === null ? 0 : this.#rates.waitMs(sender, perSecond, performance.now());
    if (waitMs > 0)
      throw overQuota(`${who} may send ${perSecond} events a second and has sent more.`, Math.ceil(waitMs / 1000));
  }
}

function usedUp(who: string, bytesPerDay: number, nowMs: number): AppError {
  return overQuota(`${who} may send ${bytesPerDay} bytes a day and has sent them.`, secondsLeftOfDay(nowMs));
}

function overQuota(message: string, retrySeconds: number): AppError {
  return new AppError("too_many", `${message} Nothing was stored; try again.`, {
    headers: { "Retry-After": String(retrySeconds) },
  });
}

/** A crash loses the counts of at most this time. */
const savedEveryMs = 60_000;

/** Tokens in use that are cached; beyond, all are read again. */
const tokensMax = 10_000;
