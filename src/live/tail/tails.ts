import { askUndamaged, borrow, type InstantSource, withinTime } from "../../engine/ask.ts";
import type { QuestionThreads } from "../../engine/question-threads.ts";
import type { TimeSource } from "../../engine/time-source.ts";
import type { Snapshot } from "../../eventstore/snapshot.ts";
import { may, type Principal } from "../../http/access/principal.ts";
import type { Call } from "../../http/route.ts";
import { AppError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log.ts";
import type { Signal } from "../../lib/signal.ts";
import { type TailFound, type WatchedTail, withNewsOnly } from "../../query/answer/answer-tail.ts";
import type { DamageFound } from "../../query/answer/damage.ts";
import type { CommonParams } from "../../query/query-kind.ts";
import { recheckMs } from "../limits.ts";
import { samePrincipal } from "../same-principal.ts";
import { heartbeatMs, lookMs, lookMsMax, resumedEventsMax, tailsMax, tailsPerUserMax } from "./limits.ts";
import { TailOutbox } from "./tail-outbox.ts";

export interface TailsParts {
  instants: InstantSource;
  threads: Pick<QuestionThreads, "run">;
  /** Emitted when events were stored. */
  stored: Signal;
  /** Emitted with the path of a route that has changed something. */
  changed: Signal<string>;
  /** Dates are written in this time zone. */
  timezone: string;
  time: TimeSource;
  log: Logger;
}

/** The request of a client. */
export interface TailWish extends Pick<CommonParams, "filter" | "q"> {
  /** Events with higher ids; undefined: those from now on. */
  after: number | undefined;
}

interface Client {
  principal: Principal;
  wish: TailWish;
  /** All events up to this id were checked; undefined before the first look. */
  seen: number | undefined;
  outbox: TailOutbox;
  recheck(): Principal | null;
  release(): void;
}

/**
 * All live tails. While events come in, one look at a time asks a thread for the news of all of them together, some
 * times a second; without clients nothing runs. Main thread.
 */
export class Tails {
  readonly #clients = new Set<Client>();
  readonly #stopListening: (() => void)[];
  #cancelTimers: (() => void)[] = [];
  #cancelLook: (() => void) | undefined;
  #isLooking = false;
  #lookAgain = false;
  #lookedMs = Number.NEGATIVE_INFINITY;
  /** Commit of the last look: later repeats are new. */
  #commit: number | undefined;
  #newestId = 0;
  #isClosed = false;

  readonly #parts: TailsParts;

  constructor(parts: TailsParts) {
    this.#parts = parts;
    this.#stopListening = [
      parts.stored.listen(() => this.#plan()),
      parts.changed.listen((path) => {
        if (/^\/api\/(auth|authtokens|sessions|users)\b/.test(path)) this.#recheck();
      }),
    ];
  }

  /**
   * For a caller who may search. The function that `hold` returns is called once, when the stream has ended. Throws
   * `too_many`, and `unavailable` while the service stops.
   */
  open(principal: Principal, wish: TailWish, { recheck, hold }: Pick<Call, "recheck" | "hold">): ReadableStream {
    this.#requireRoom(principal.userId);
    const outbox = new TailOutbox(this.#parts.time, () => this.#forget(client));
    const client: Client = { principal, wish, seen: undefined, outbox, recheck, release: hold() };
    this.#clients.add(client);
    if (this.#clients.size === 1) this.#start();
    this.#plan();
    return outbox.stream;
  }

  /** Notifies all clients and accepts no more. */
  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stopListening) stop();
    for (const client of [...this.#clients]) this.#end(client, "The service is stopping.");
  }

  #requireRoom(userId: number): void {
    if (this.#isClosed) throw new AppError("unavailable", "The service is stopping.", retryLater);
    const own = [...this.#clients].filter(({ principal }) => principal.userId === userId).length;
    if (own >= tailsPerUserMax)
      throw new AppError("too_many", `A user has at most ${tailsPerUserMax} live tails at a time.`, retryLater);
    if (this.#clients.size >= tailsMax)
      throw new AppError("too_many", `Limit reached: ${tailsMax} live tails.`, retryLater);
  }

  #start(): void {
    this.#repeat(recheckMs, () => this.#recheck());
    this.#repeat(heartbeatMs, () => {
      for (const { outbox, seen } of [...this.#clients]) if (seen !== undefined) outbox.beat(seen);
    });
  }

  #repeat(everyMs: number, action: () => void): void {
    const place = this.#cancelTimers.length;
    const next = () => {
      this.#cancelTimers[place] = this.#parts.time.after(everyMs, () => {
        next();
        action();
      });
    };
    next();
  }

  #forget(client: Client): void {
    if (!this.#clients.delete(client)) return;
    client.release();
    if (this.#clients.size > 0) return;
    for (const cancel of this.#cancelTimers.splice(0)) cancel();
    this.#cancelLook?.();
    this.#cancelLook = undefined;
    this.#commit = undefined;
  }

  #end(client: Client, reason: string): void {
    client.outbox.end(reason);
    this.#forget(client);
  }

  /** Ends streams whose session or token has ended; changed permissions and hosts apply from the next look on. */
  #recheck(): void {
    for (const client of [...this.#clients]) {
      const found = this.#lookUp(client);
      if (found === null) this.#end(client, "The session or token has ended.");
      else if (!may(found, "search_events")) this.#end(client, "You need the permission search_events.");
      else if (!samePrincipal(found, client.principal)) client.principal = found;
    }
  }

  #lookUp({ recheck }: Client): Principal | null {
    try {
      return recheck();
    } catch (error) {
      this.#parts.log.error({ err: error }, "the caller of a live tail cannot be looked up");
      return null;
    }
  }

  #plan(): void {
    if (this.#clients.size === 0 || this.#cancelLook !== undefined) return;
    if (this.#isLooking) {
      this.#lookAgain = true;
      return;
    }
    const pauseMs = Math.max(0, this.#lookedMs + lookMs - this.#parts.time.monotonicMs());
    this.#cancelLook = this.#parts.time.after(pauseMs, () => {
      this.#cancelLook = undefined;
      void this.#look();
    });
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    this.#lookAgain = false;
    this.#lookedMs = this.#parts.time.monotonicMs();
    try {
      const look = new Look([...this.#clients]);
      const commit = await this.#ask(look);
      if (this.#clients.size > 0) this.#commit = commit;
      look.show();
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isLooking = false;
      if (this.#lookAgain) this.#plan();
    }
  }

  /** Gives the last commit that the answer covers. */
  async #ask(look: Look): Promise<number> {
    const { instants, threads, timezone } = this.#parts;
    const { snapshot } = await withinTime(timeLimits, (control) =>
      askUndamaged(
        instants,
        () => borrow(instants, undefined, this.#commit),
        async (instant): Promise<DamageFound | undefined> => {
          this.#newestId = Math.max(this.#newestId, ...instant.segments.map(({ maxId }) => maxId));
          const watched = look.begin(this.#newestId);
          const oldest = Math.min(...watched.map(({ after }) => after));
          const asked: Snapshot = withNewsOnly(instant, oldest);
          if (watched.length === 0 || asked.segments.length === 0) return undefined;
          const task = { kind: "tail", watched, timezone, snapshot: asked, control } as const;
          const found = await threads.run<TailFound[] | DamageFound>(task);
          if ("damaged" in found) return found;
          look.found = found;
          return undefined;
        },
      ),
    );
    return snapshot.commit;
  }

  /** Asking again would hardly help: all clients continue after the unreadable part and are notified. */
  #fail(error: unknown): void {
    if (!this.#isClosed) this.#parts.log.error({ err: error }, "live tail failed");
    for (const client of this.#clients) {
      if (client.seen === undefined) greet(client, this.#newestId);
      client.seen = this.#newestId;
      client.outbox.miss(undefined);
    }
  }
}

/** One look: the questions of the clients, and the results for each. Clients with the same question are one. */
class Look {
  found: TailFound[] = [];
  #groups: Map<string, { watched: WatchedTail; clients: { client: Client; principal: Principal }[] }> = new Map();
  #newestId = 0;

  readonly #clients: readonly Client[];

  constructor(clients: readonly Client[]) {
    this.#clients = clients;
  }

  /** Called again when damage was found. */
  begin(newestId: number): WatchedTail[] {
    this.found = [];
    this.#newestId = newestId;
    this.#groups = new Map();
    for (const client of this.#clients) {
      const { wish, principal } = client;
      const after = this.#afterOf(client);
      const { filter, q } = wish;
      const watched = { filter, q, hosts: principal.hosts, after };
      const key = JSON.stringify(watched);
      const group = this.#groups.get(key) ?? { watched, clients: [] };
      group.clients.push({ client, principal });
      this.#groups.set(key, group);
    }
    return [...this.#groups.values()].map(({ watched }) => watched);
  }

  show(): void {
    for (const [place, { watched, clients }] of [...this.#groups.values()].entries())
      for (const { client, principal } of clients) {
        // The user may see other hosts now: results found under the old limits are dropped, and the next look starts
        // here again.
        if (client.principal !== principal) continue;
        if (client.seen === undefined) greet(client, watched.after);
        showTo(client, this.found[place]);
        client.seen = this.#newestId;
      }
  }

  #afterOf({ seen, wish }: Client): number {
    if (seen !== undefined) return seen;
    const newest = this.#newestId;
    return wish.after === undefined ? newest : Math.min(Math.max(wish.after, newest - resumedEventsMax), newest);
  }
}

function greet({ outbox, wish }: Client, after: number): void {
  outbox.send("open", after, JSON.stringify({ after: String(after) }));
  if (wish.after !== undefined && wish.after < after) outbox.miss(undefined);
}

function showTo({ outbox, seen }: Client, found: TailFound | undefined): void {
  if (found === undefined) return;
  if (found.missed > 0) outbox.miss(found.missed);
  for (const { id, repeated, json } of found.events)
    if (repeated === 0) outbox.send("event", id, json);
    // The client has not seen its earlier occurrences.
    else if (seen !== undefined) outbox.send("repeat", undefined, `{"repeated":${repeated},"event":${json}}`);
}

const timeLimits = {
  stopMs: lookMsMax,
  giveUpMs: lookMsMax + 1000,
  refusal: () => new AppError("unavailable", "New events could not be read in time."),
};

const retryLater = { headers: { "Retry-After": "10" } };
