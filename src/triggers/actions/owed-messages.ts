import { count, eq } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { type OwedContent, owedMessages } from "../../db/schema/owed-messages.ts";
import { triggers } from "../../db/schema/triggers.ts";
import type { Senders } from "../../outgoing/open-senders.ts";
import type { Outcome, OutgoingMessage } from "../../outgoing/outgoing-queue.ts";
import { placeOf } from "../../outgoing/webhook-url.ts";
import { owedMax, owedPerOwnerMax, owedPerTriggerMax, owedRepeatedMax } from "../limits.ts";

export interface Owed {
  id: number;
  triggerId: number;
  message: OwedContent;
  /** The act that it belongs to. */
  actId: number | null;
}

/** Outcome of a message; "kept": the service is stopping, and the next start tries again. */
export interface OwedEvents {
  onDelivered(owed: Owed): void;
  onRetry(owed: Owed, error: string): void;
  onFailed(owed: Owed, error: string): void;
}

/**
 * Messages that triggers owe to other machines: stored before the first try, deleted when delivered or given up. So
 * each is delivered at least once, even over a kill and a restart, and the receiver can recognise a repetition by its
 * id. Main thread.
 */
export function createOwedMessages(db: Db, { webhook, mail, queue }: Senders, events: OwedEvents) {
  const aborts = new Map<number, AbortController>();
  /** By incident and kind, the last message that is on its way. */
  const lastOf = new Map<string, Promise<void>>();
  let isClosing = false;
  /** Of messages that are not stored: below 0, and others after each start. */
  let unstoredId = -Date.now();

  return {
    /** Stored; `send` delivers it after the transaction. Undefined: too many messages are owed already. */
    add,

    /** For the mail and the call of one more action. */
    hasRoom: (triggerId: number): boolean => roomOf(triggerId) >= 2,

    send,

    /** Also beyond the bounds, and when the trigger is gone; then it is not stored, and a stop loses it. */
    sendAnyway(triggerId: number, message: OwedContent, createdAt: number): void {
      const isThere = db.select({ id: triggers.id }).from(triggers).where(eq(triggers.id, triggerId)).get();
      send((isThere && add(triggerId, message, createdAt)) ?? { id: --unstoredId, triggerId, message, actId: null });
    },

    /** Messages that an earlier run of the service left. */
    resume(): void {
      for (const owed of db.select().from(owedMessages).orderBy(owedMessages.id).all()) send(owed);
    },

    get count(): number {
      return db.select({ n: count() }).from(owedMessages).get()?.n ?? 0;
    },

    /** The trigger is gone, and with it the messages that it owed. */
    forget(triggerId: number): void {
      aborts.get(triggerId)?.abort();
      aborts.delete(triggerId);
    },

    /** From now on, failing messages are kept instead of given up. */
    close(): void {
      isClosing = true;
    },
  };

  function add(
    triggerId: number,
    message: OwedContent,
    createdAt: number,
    actId: number | null = null,
  ): Owed | undefined {
    if (roomOf(triggerId) < 1) return undefined;
    const row = { triggerId, kind: message.kind, message, createdAt, actId };
    return db.insert(owedMessages).values(row).returning().get();
  }

  function roomOf(triggerId: number): number {
    const all = db.select({ n: count() }).from(owedMessages).get()?.n ?? 0;
    const found = db.select({ n: count() }).from(owedMessages).where(eq(owedMessages.triggerId, triggerId)).get();
    const own = found?.n ?? 0;
    const room = Math.min((own === 0 ? owedMax : owedRepeatedMax) - all, owedPerTriggerMax - own);
    // As long as all together owe less, so does each.
    return all < owedPerOwnerMax - 1 ? room : Math.min(room, owedPerOwnerMax - countOfOwner(triggerId));
  }

  /** Of all triggers of the owner of this one. */
  function countOfOwner(triggerId: number): number {
    const owner = db.select({ id: triggers.ownerId }).from(triggers).where(eq(triggers.id, triggerId));
    const found = db
      .select({ n: count() })
      .from(owedMessages)
      .innerJoin(triggers, eq(triggers.id, owedMessages.triggerId))
      .where(eq(triggers.ownerId, owner))
      .get();
    return found?.n ?? 0;
  }

  function send(owed: Owed): void {
    const outgoing = toOutgoing(owed);
    const { incident, kind } = owed.message;
    if (incident === undefined) void deliver(owed, outgoing);
    else inOrder(`${kind} ${incident}`, () => deliver(owed, outgoing));
  }

  /** An end that overtook a begin which is tried again would leave its incident open for ever. */
  function inOrder(key: string, work: () => Promise<void>): void {
    const before = lastOf.get(key);
    const done = (before === undefined ? work() : before.then(work, work)).finally(() => {
      if (lastOf.get(key) === done) lastOf.delete(key);
    });
    lastOf.set(key, done);
  }

  async function deliver(owed: Owed, outgoing: OutgoingMessage): Promise<void> {
    settle(owed, await queue.deliver(outgoing));
  }

  function settle(owed: Owed, outcome: Outcome): void {
    if (isClosing) return;
    const { changes } = db.delete(owedMessages).where(eq(owedMessages.id, owed.id)).run();
    // Gone already: its trigger was removed.
    if (changes === 0) return;
    if (outcome.isDelivered) events.onDelivered(owed);
    else events.onFailed(owed, outcome.error);
  }

  function toOutgoing(owed: Owed): OutgoingMessage {
    const { triggerId, message } = owed;
    const isStored = owed.id > 0;
    const abort = (isStored ? aborts.get(triggerId) : undefined) ?? new AbortController();
    if (isStored) aborts.set(triggerId, abort);
    const id = `vigie-${triggerId}-${owed.id}`;
    return {
      name: `trigger ${triggerId}`,
      place: message.kind === "mail" ? mail.place : placeOf(new URL(message.url)),
      send: (stop) =>
        message.kind === "mail" ? mail.send({ ...message, id }, stop) : webhook({ ...message, id }, stop),
      onRetry: (error) => {
        if (!isClosing && isStored) events.onRetry(owed, error);
      },
      signal: abort.signal,
    };
  }
}
