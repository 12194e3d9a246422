import { randomUUID } from "node:crypto";
import { AppError } from "../lib/errors.ts";
import type { QueryEngine } from "./evaluation.ts";
import {
  finishedPerUserMax,
  idleMsMax,
  resultBytesMax,
  unfinishedPerUserMax,
  unfinishedRetrySeconds,
} from "./limits.ts";
import { type Definition, StoredQuery, type View } from "./stored-query.ts";
import type { TimeSource } from "./time-source.ts";

/**
 * The queries of all users. They live in memory only: after a restart every qid is unknown. Each is forgotten an hour
 * after its last use by an alarm of its own, so an idle service does nothing, or sooner when its owner has many that
 * are finished. Main thread only.
 */
export class StoredQueries {
  /** Longest unused first. */
  readonly #entries = new Map<string, Entry>();

  readonly #newQid: () => string;
  readonly #maxBytes: number;

  constructor(
    readonly engine: QueryEngine,
    { newQid = randomQid, maxBytes = resultBytesMax }: { newQid?: () => string; maxBytes?: number } = {},
  ) {
    this.#newQid = newQid;
    this.#maxBytes = maxBytes;
  }

  get time(): TimeSource {
    return this.engine.time;
  }

  /** Begins to answer it. Throws `too_many` when too many of the owner's queries are unfinished. */
  create(definition: Omit<Definition, "qid">, hosts: readonly string[]): StoredQuery {
    this.#refuseTooMany(definition.ownerId);
    this.#dropFinished();
    const query = new StoredQuery({ ...definition, qid: this.#newQid() }, hosts, this.engine);
    this.#use({ query, usedMs: 0, cancelAlarm: () => undefined });
    return query;
  }

  /** Answers it again, against now. Throws as `create` does. */
  recalculate(query: StoredQuery): View {
    if (query.isFinished) this.#refuseTooMany(query.definition.ownerId);
    return query.recalculate();
  }

  /** Does not count as a use: see `touch`. */
  find(qid: string): StoredQuery | undefined {
    return this.#entries.get(qid)?.query;
  }

  /** A caller with access has used it. */
  touch(qid: string): void {
    const entry = this.#entries.get(qid);
    if (entry !== undefined) this.#use(entry);
  }

  remove(qid: string): void {
    const entry = this.#entries.get(qid);
    if (entry === undefined) return;
    entry.cancelAlarm();
    entry.query.close();
    this.#entries.delete(qid);
  }

  /**
   * Drops finished queries beyond their bound, and the results of the longest unused ones until the others fit. Call it
   * when results have come.
   */
  makeRoom(): void {
    this.#dropFinished();
    let bytes = 0;
    for (const { query } of this.#entries.values()) bytes += query.resultBytes;
    for (const { query } of this.#entries.values()) {
      if (bytes <= this.#maxBytes) return;
      bytes -= query.resultBytes;
      query.dropResults();
      bytes += query.resultBytes;
    }
  }

  /** Stops all work and gives all leases back. */
  close(): void {
    for (const qid of [...this.#entries.keys()]) this.remove(qid);
  }

  #refuseTooMany(ownerId: number): void {
    let unfinished = 0;
    for (const { query } of this.#entries.values())
      if (query.definition.ownerId === ownerId && !query.isFinished) unfinished++;
    if (unfinished < unfinishedPerUserMax) return;
    const message = `Limit reached: ${unfinishedPerUserMax} unfinished queries per user. Stop one or wait.`;
    throw new AppError("too_many", message, { headers: { "Retry-After": String(unfinishedRetrySeconds) } });
  }

  /** An export that is being written or downloaded is not interrupted. */
  #dropFinished(): void {
    const kept = new Map<number, number>();
    for (const { query } of [...this.#entries.values()].reverse()) {
      if (!query.isFinished || query.isExported) continue;
      const { ownerId, qid } = query.definition;
      const count = (kept.get(ownerId) ?? 0) + 1;
      kept.set(ownerId, count);
      if (count > finishedPerUserMax) this.remove(qid);
    }
  }

  #use(entry: Entry): void {
    const { qid } = entry.query.definition;
    entry.cancelAlarm();
    entry.usedMs = this.engine.time.monotonicMs();
    entry.cancelAlarm = this.engine.time.after(idleMsMax, () => this.remove(qid));
    this.#entries.delete(qid);
    this.#entries.set(qid, entry);
  }
}

interface Entry {
  query: StoredQuery;
  /** Monotonic milliseconds. */
  usedMs: number;
  cancelAlarm(): void;
}

/** 32 hexadecimal digits. */
function randomQid(): string {
  return randomUUID().replaceAll("-", "");
}
