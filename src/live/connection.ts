import { isDeepStrictEqual } from "node:util";
import type { TimeSource } from "../engine/time-source.ts";
import type { Principal } from "../http/access/principal.ts";
import type { Socket } from "../http/socket.ts";
import { AppError } from "../lib/errors.ts";
import type { Backlog } from "./backlog.ts";
import type { Feeds } from "./feeds.ts";
import type { FindSources } from "./find-sources.ts";
import { messagesMax, messageWindowMs, questionsPerConnectionMax, subscriptionsMax } from "./limits.ts";
import { type ClientMessage, readMessage, type Topic, writeAnswer, writeError } from "./message.ts";
import { Outbox } from "./outbox.ts";
import { Subscription } from "./subscription.ts";

export interface ConnectionParts {
  feeds: Feeds;
  backlog: Backlog;
  findSources: FindSources;
  time: TimeSource;
  /** The text of an error for a client; logs internal errors. */
  describe(error: unknown): { status: number; text: string };
}

/** One client: its subscriptions and its principal. Every message is answered. */
export class Connection {
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #outbox: Outbox;
  #windowStartMs: number;
  #messages = 0;
  #isClosed = false;

  #principal: Principal;
  readonly #socket: Socket;
  readonly #parts: ConnectionParts;

  constructor(principal: Principal, socket: Socket, parts: ConnectionParts) {
    this.#principal = principal;
    this.#socket = socket;
    this.#parts = parts;
    this.#outbox = new Outbox(socket, parts.time, parts.backlog);
    this.#windowStartMs = parts.time.monotonicMs();
  }

  get subscriptions(): Iterable<Subscription> {
    return this.#subscriptions.values();
  }

  receive(message: string | Uint8Array): void {
    if (this.#isClosed) return;
    if (this.#isFlood()) {
      this.close(1008, "Too many messages.");
      return;
    }
    let topic: Topic | undefined;
    try {
      const request = readMessage(message);
      topic = { thing: request.thing, id: request.id, ...(request.look && { look: request.look }) };
      this.#obey(request, topic);
    } catch (error) {
      this.#tell(topic, error);
    }
  }

  drain(): void {
    this.#outbox.drain();
  }

  /** The caller's permissions or hosts have changed. */
  become(principal: Principal): void {
    this.#principal = principal;
    for (const subscription of [...this.#subscriptions.values()]) this.refresh(subscription);
  }

  /** The subject of a subscription may have changed or become invisible to the caller. */
  refresh(subscription: Subscription): void {
    if (this.#subscriptions.get(keyOf(subscription.topic)) !== subscription) return;
    try {
      this.#follow(subscription);
    } catch (error) {
      this.#end(subscription, error);
    }
  }

  close(code: number, reason: string): void {
    this.forget();
    this.#socket.close(code, reason);
  }

  /** The socket is closed. */
  forget(): void {
    this.#isClosed = true;
    for (const subscription of this.#subscriptions.values()) subscription.close();
    this.#subscriptions.clear();
    this.#outbox.close();
  }

  #obey({ verb }: ClientMessage, topic: Topic): void {
    const known = this.#subscriptions.get(keyOf(topic));
    if (verb === "unsubscribe") {
      known?.close();
      this.#subscriptions.delete(keyOf(topic));
      this.#outbox.answer(writeAnswer("unsubscribed", topic));
    } else if (known === undefined) this.#subscribe(topic);
    else if (!isDeepStrictEqual(known.topic.look, topic.look)) {
      known.close();
      this.#subscriptions.delete(keyOf(topic));
      this.#subscribe(topic);
    } else this.#outbox.answer(writeAnswer("subscribed", topic));
  }

  #subscribe(topic: Topic): void {
    if (this.#subscriptions.size >= subscriptionsMax)
      throw new AppError("too_many", `A connection has at most ${subscriptionsMax} subscriptions.`);
    const { feeds, describe } = this.#parts;
    const onEnd = (error: unknown) => this.#end(subscription, error);
    const subscription = new Subscription(topic, feeds, this.#outbox, onEnd, describe);
    const found = this.#find(subscription);
    this.#subscriptions.set(keyOf(topic), subscription);
    this.#outbox.answer(writeAnswer("subscribed", topic));
    try {
      subscription.follow(found);
    } catch (error) {
      this.#end(subscription, error);
    }
  }

  #follow(subscription: Subscription): void {
    subscription.follow(this.#find(subscription));
  }

  #find(subscription: Subscription) {
    const found = this.#parts.findSources(subscription.topic, this.#principal);
    let questions = found.length - subscription.questions;
    for (const other of this.#subscriptions.values()) questions += other.questions;
    if (questions > questionsPerConnectionMax)
      throw new AppError("too_many", `A connection watches at most ${questionsPerConnectionMax} widgets and queries.`);
    return found;
  }

  #end(subscription: Subscription, error: unknown): void {
    subscription.close();
    this.#subscriptions.delete(keyOf(subscription.topic));
    this.#tell(subscription.topic, error);
  }

  #tell(topic: Topic | undefined, error: unknown): void {
    const { status, text } = this.#parts.describe(error);
    this.#outbox.answer(writeError(topic, status, text));
  }

  #isFlood(): boolean {
    const nowMs = this.#parts.time.monotonicMs();
    if (nowMs - this.#windowStartMs > messageWindowMs) {
      this.#windowStartMs = nowMs;
      this.#messages = 0;
    }
    this.#messages += 1;
    return this.#messages > messagesMax;
  }
}

function keyOf({ thing, id }: Topic): string {
  return `${thing} ${id}`;
}
