import { messageOf } from "../lib/errors.ts";
import type { Logger } from "../lib/log.ts";
import {
  retryPausesMs as defaultPausesMs,
  outgoingMax,
  retryPauseMaxMs,
  sentAtOnce,
  sentAtOncePerPlace,
} from "./limits.ts";
import { SendingError } from "./sending-error.ts";

export interface OutgoingMessage {
  /** Names its sender, also in the log: "trigger 12", "report 7". Senders take turns. No secrets. */
  name: string;
  /** Host or mail server; messages to one place share its bound. No secrets. */
  place: string;
  /** One try. Ends soon after the signal; throws SendingError; any other error is internal and is not retried. */
  send(stop: AbortSignal): Promise<unknown>;
  /** Called after each failed try except the last. */
  onRetry?(error: string, pauseMs: number): void;
  /** The sender no longer wants it. */
  signal?: AbortSignal;
}

/** Never rejects: a message that fails is an outcome like any other. */
export type Outcome = { isDelivered: true; tries: number } | { isDelivered: false; tries: number; error: string };

export interface OutgoingQueueOptions {
  log: Logger;
  /** Before the second, third, … try. */
  pausesMs?: readonly number[];
  /** Messages that wait or are on their way. */
  max?: number;
}

export type OutgoingQueue = ReturnType<typeof openOutgoingQueue>;

/**
 * Messages to other machines: in order for each sender and place, retried after growing pauses, bounded in number. The
 * queue lives in memory: messages that are undelivered when the service ends have failed, and a sender that must not
 * lose one stores it. Main thread.
 */
export function openOutgoingQueue({ log, pausesMs = defaultPausesMs, max = outgoingMax }: OutgoingQueueOptions) {
  const ready: Entry[] = [];
  const inWork = new Map<string, number>();
  /** Names take turns: one with very many messages, or slow ones, does not hold up others to the same place. */
  const turnOf = new Map<string, number>();
  let turns = 0;
  const stop = new AbortController();
  let count = 0;

  return {
    /** Waiting, on their way, or between two tries. */
    get size(): number {
      return count;
    },

    /** Resolves when it is delivered or given up; at once when the queue is full. */
    deliver(message: OutgoingMessage): Promise<Outcome> {
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      if (stop.signal.aborted) resolve(failed(0, closing));
      else if (count >= max) resolve(failed(0, `Limit reached: ${max} messages at a time.`));
      else {
        count += 1;
        const settle = (outcome: Outcome) => {
          count -= 1;
          resolve(outcome);
        };
        ready.push({ message, tries: 0, settle });
        startSome();
      }
      return promise;
    },

    /** Aborts messages on their way and gives up the rest. */
    close(): void {
      stop.abort();
      for (const { tries, settle } of ready.splice(0)) settle(failed(tries, closing));
    },
  };

  function startSome(): void {
    while (busy() < sentAtOnce) {
      const next = nextReady();
      if (next === undefined) return;
      ready.splice(ready.indexOf(next), 1);
      // Some names have nothing more to send.
      if (turnOf.size >= max) turnOf.clear();
      turnOf.set(next.message.name, ++turns);
      void carryOut(next);
    }
  }

  /** Of a place that has room, of the name whose turn was longest ago. */
  function nextReady(): Entry | undefined {
    let [next, turn]: [Entry | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    for (const entry of ready) {
      const { name, place } = entry.message;
      const its = turnOf.get(name) ?? 0;
      if (its < turn && (inWork.get(place) ?? 0) < sentAtOncePerPlace) [next, turn] = [entry, its];
    }
    return next;
  }

  function busy(): number {
    return [...inWork.values()].reduce((sum, n) => sum + n, 0);
  }

  async function carryOut(entry: Entry): Promise<void> {
    const { message, settle } = entry;
    const leave = enter(message.place);
    entry.tries += 1;
    const signal = signalOf(message);
    try {
      signal.throwIfAborted();
      await message.send(signal);
      settle({ isDelivered: true, tries: entry.tries });
    } catch (error) {
      if (signal.aborted) settle(failed(entry.tries, stop.signal.aborted ? closing : cancelled));
      else onFailure(entry, error);
    } finally {
      leave();
      startSome();
    }
  }

  function onFailure(entry: Entry, error: unknown): void {
    const { message, tries } = entry;
    const fields = { sender: message.name, place: message.place, tries };
    if (!(error instanceof SendingError)) log.error({ ...fields, err: error }, "sending failed");
    const pauseMs = error instanceof SendingError && error.canRetry ? pausesMs[tries - 1] : undefined;
    const text = describe(error);
    if (pauseMs === undefined || !(error instanceof SendingError)) {
      log.warn({ ...fields, error: text }, "message is given up");
      entry.settle(failed(tries, text));
      return;
    }
    retryAfter(entry, Math.max(pauseMs, Math.min(error.retryAfterMs ?? 0, retryPauseMaxMs)), text);
  }

  function retryAfter(entry: Entry, pauseMs: number, error: string): void {
    const { message, tries } = entry;
    log.info({ sender: message.name, place: message.place, tries, error, pauseMs }, "message is tried again");
    const signal = signalOf(message);
    const end = () => {
      clearTimeout(alarm);
      signal.removeEventListener("abort", giveUp);
    };
    const giveUp = () => {
      end();
      entry.settle(failed(tries, stop.signal.aborted ? closing : cancelled));
    };
    const alarm = setTimeout(() => {
      end();
      ready.push(entry);
      startSome();
    }, pauseMs);
    signal.addEventListener("abort", giveUp, { once: true });
    message.onRetry?.(error, pauseMs);
  }

  function signalOf({ signal }: OutgoingMessage): AbortSignal {
    return signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  }

  function enter(place: string): () => void {
    inWork.set(place, (inWork.get(place) ?? 0) + 1);
    return () => {
      const left = (inWork.get(place) ?? 1) - 1;
      if (left === 0) inWork.delete(place);
      else inWork.set(place, left);
    };
  }
}

interface Entry {
  message: OutgoingMessage;
  tries: number;
  settle(outcome: Outcome): void;
}

const closing = "The service was stopped before it was delivered.";
const cancelled = "It was not wanted any more.";

function failed(tries: number, error: string): Outcome {
  return { isDelivered: false, tries, error };
}

function describe(error: unknown): string {
  if (error instanceof SendingError) return messageOf(error);
  return "Internal error: sending failed. See the service log.";
}
