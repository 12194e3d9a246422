import { randomUUID } from "node:crypto";
import { AppError } from "../lib/errors.ts";
import type { QueryEngine } from "./evaluation.ts";
import { idleMsMax, queriesPerUserMax, resultBytesMax } from "./limits.ts";
import { type Definition, StoredQuery } from "./stored-query.ts";
import type { TimeSource } from "./time-source.ts";

/**
 * The queries of all users. They live in memory only: after a restart every qid is unknown. Each is forgotten an hour
 * after its last use by an alarm of its own, so an idle service does nothing. Main thread only.
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

  /** Begins to answer it. Throws `too_many` when the owner has as many as one may have. */
  create(definition: Omit<Definition, "qid">, hosts: readonly string[]): StoredQuery {
    this.#refuseTooMany(definition.ownerId);
    const query = new StoredQuery({ ...definition, qid: this.#newQid() }, hosts, this.engine);
    this.#use({ query, usedMs: 0, cancelAlarm: () => undefined });
    return query;
  }

  /** Does not count as a use: see `touch`. */
  find(qid: string): StoredQuery | undefined {
    return this.#entries.get(qid)?.query;
  }

  /** Somebody who may has used it. */
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

  /** Drops the results of the longest unused queries until the others fit; to be called when results have come. */
  makeRoom(): void {
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
    const own = [...this.#entries.values()].filter(({ query }) => query.definition.ownerId === ownerId);
    const oldest = own[0];
    if (oldest === undefined || own.length < queriesPerUserMax) return;
    const idleMs = this.engine.time.monotonicMs() - oldest.usedMs;
    const message = `You have ${queriesPerUserMax} live queries, which is the most there may be. Remove some, or wait.`;
    throw new AppError("too_many", message, {
      headers: { "Retry-After": String(Math.max(1, Math.ceil((idleMsMax - idleMs) / 1000))) },
    });
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
