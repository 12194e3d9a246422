import type { TimeSource } from "../engine/time-source.ts";
import type { Principal } from "../http/access/principal.ts";
import { statusOf } from "../http/on-error.ts";
import type { Socket, SocketHandler } from "../http/socket.ts";
import { AppError } from "../lib/errors.ts";
import type { Logger } from "../lib/log.ts";
import type { Signal } from "../lib/signal.ts";
import { Backlog } from "./backlog.ts";
import { Connection, type ConnectionParts } from "./connection.ts";
import { Feeds } from "./feeds.ts";
import type { FindSources } from "./find-sources.ts";
import { connectionsMax, connectionsPerUserMax, recheckMs, refreshPauseMs } from "./limits.ts";
import { samePrincipal } from "./same-principal.ts";
import { TurnSlices } from "./turn-slices.ts";

export interface LiveUpdatesParts {
  findSources: FindSources;
  /** Emitted when events were stored. */
  stored: Signal;
  /** Emitted with the path of a route that has changed something. */
  changed: Signal<string>;
  /** A subscription is a use of its query. */
  touchQuery(qid: string): void;
  time: TimeSource;
  log: Logger;
}

/** All watching clients. Without any, nothing runs. */
export class LiveUpdates {
  readonly #clients = new Map<Connection, Client>();
  readonly #feeds: Feeds;
  readonly #connectionParts: ConnectionParts;
  readonly #stopListening: (() => void)[];
  #isClosed = false;
  #isRefreshing = false;
  #refreshAgain = false;
  #cancelRecheck: (() => void) | undefined;

  readonly #parts: LiveUpdatesParts;

  constructor(parts: LiveUpdatesParts) {
    this.#parts = parts;
    const { findSources, stored, changed, time } = parts;
    this.#feeds = new Feeds(time);
    const describe = (error: unknown) => this.#describe(error);
    this.#connectionParts = { feeds: this.#feeds, backlog: new Backlog(), findSources, time, describe };
    this.#stopListening = [stored.listen(() => this.#feeds.stored()), changed.listen((path) => this.#changed(path))];
  }

  /** For a caller who was admitted. Throws `too_many`, and `unavailable` while the service stops. */
  accept(principal: Principal, recheck: () => Principal | null): SocketHandler {
    this.#requireRoom(principal.userId);
    let connection: Connection | undefined;
    return {
      open: (socket) => {
        connection = this.#open(principal, recheck, socket);
      },
      message: (message) => connection?.receive(message),
      drain: () => connection?.drain(),
      close: () => {
        connection?.forget();
        if (connection !== undefined) this.#clients.delete(connection);
      },
    };
  }

  /** Closes every connection and accepts no more. */
  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stopListening) stop();
    this.#cancelRecheck?.();
    for (const connection of this.#clients.keys()) connection.close(1001, "The service is stopping.");
    this.#feeds.close();
  }

  #open(principal: Principal, recheck: () => Principal | null, socket: Socket): Connection {
    const connection = new Connection(principal, socket, this.#connectionParts);
    if (this.#isClosed) connection.close(1001, "The service is stopping.");
    else this.#clients.set(connection, { principal, recheck });
    this.#cancelRecheck ??= this.#parts.time.after(recheckMs, () => this.#tick());
    return connection;
  }

  #requireRoom(userId: number): void {
    if (this.#isClosed) throw new AppError("unavailable", "The service is stopping.", retryLater);
    const own = [...this.#clients.values()].filter(({ principal }) => principal.userId === userId).length;
    if (own >= connectionsPerUserMax)
      throw new AppError("too_many", `A user has at most ${connectionsPerUserMax} connections at a time.`, retryLater);
    if (this.#clients.size >= connectionsMax)
      throw new AppError("too_many", `Limit reached: ${connectionsMax} connections.`, retryLater);
  }

  /** Sessions end by themselves, too. */
  #tick(): void {
    this.#cancelRecheck = undefined;
    if (this.#isClosed || this.#clients.size === 0) return;
    this.#recheck();
    for (const connection of this.#clients.keys())
      for (const { topic } of connection.subscriptions)
        if (topic.thing === "query") this.#parts.touchQuery(String(topic.id));
    this.#cancelRecheck = this.#parts.time.after(recheckMs, () => this.#tick());
  }

  #changed(path: string): void {
    if (this.#clients.size === 0) return;
    if (/^\/api\/(auth|authtokens|sessions|users)\b/.test(path)) this.#recheck();
    this.#feeds.changed();
    // A user's objects disappear with the user.
    if (/^\/api\/(dashboards|widgets|users)\b/.test(path)) void this.#refresh();
  }

  /** Closes connections whose session or token has ended; gives the others their new permissions and hosts. */
  #recheck(): void {
    for (const [connection, client] of this.#clients) {
      const found = this.#lookAgain(client);
      if ("code" in found) {
        this.#clients.delete(connection);
        connection.close(found.code, found.reason);
      } else if (!samePrincipal(found, client.principal)) {
        client.principal = found;
        connection.become(found);
      }
    }
  }

  /** A caller who cannot be looked up is no longer served; the request that caused the look-up has still succeeded. */
  #lookAgain({ recheck }: Client): Principal | { code: number; reason: string } {
    try {
      return recheck() ?? { code: closedBecauseEnded, reason: "The session or token has ended." };
    } catch (error) {
      return { code: 1011, reason: this.#describe(error).text };
    }
  }

  /** Checks all subscriptions again, in slices, and soon again if a reason comes in the meantime. */
  async #refresh(): Promise<void> {
    this.#refreshAgain = true;
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    this.#refreshAgain = false;
    const slices = new TurnSlices();
    for (const connection of [...this.#clients.keys()])
      for (const subscription of [...connection.subscriptions]) {
        connection.refresh(subscription);
        if (slices.isOver) await slices.next();
      }
    this.#parts.time.after(refreshPauseMs, () => {
      this.#isRefreshing = false;
      if (this.#refreshAgain && !this.#isClosed) void this.#refresh();
    });
  }

  #describe(error: unknown): { status: number; text: string } {
    if (error instanceof AppError) return { status: statusOf[error.code], text: textOf(error) };
    this.#parts.log.error({ err: error }, "live update failed");
    return { status: 500, text: "Internal server error." };
  }
}

interface Client {
  principal: Principal;
  recheck(): Principal | null;
}

/** In the range of codes that an application chooses; like HTTP's 401. */
const closedBecauseEnded = 4401;

const retryLater = { headers: { "Retry-After": "10" } };

/** Errors of fields describe the problem in the fields and not in their message. */
function textOf({ message, details: { fields } }: AppError): string {
  if (fields === undefined) return message;
  return Object.entries(fields)
    .map(([field, messages]) => `${field}: ${messages.join(" ")}`)
    .join(" ");
}
