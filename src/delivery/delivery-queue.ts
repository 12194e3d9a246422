import { messageOf } from "../lib/errors.ts";
import type { Logger } from "../lib/log.ts";
import { DeliveryError } from "./delivery-error.ts";
import {
  retryPausesMs as defaultPausesMs,
  deliveriesAtOnce,
  deliveriesAtOncePerPlace,
  deliveriesMax,
  retryPauseMaxMs,
} from "./limits.ts";

export interface Delivery {
  /** Names its sender, also in the log: "trigger 12", "report 7". Senders take turns. No secrets. */
  name: string;
  /** Host or mail server; deliveries to one place share its bound. No secrets. */
  place: string;
  /** One try. Ends soon after the signal; throws DeliveryError; any other error is internal and is not retried. */
  send(stop: AbortSignal): Promise<unknown>;
  /** Called after each failed try except the last. */
  onRetry?(error: string, pauseMs: number): void;
  /** The sender no longer wants it. */
  signal?: AbortSignal;
}

/** Never rejects: a failed delivery is an outcome like any other. */
export type Outcome = { isDelivered: true; tries: number } | { isDelivered: false; tries: number; error: string };

export interface DeliveryQueueOptions {
  log: Logger;
  /** Before the second, third, … try. */
  pausesMs?: readonly number[];
  /** Deliveries that wait or are on their way. */
  max?: number;
}

export type DeliveryQueue = ReturnType<typeof openDeliveryQueue>;

/**
 * Messages to other machines: in order for each sender and place, retried after growing pauses, bounded in number. The
 * queue lives in memory: messages that are undelivered when the service ends have failed, and a sender that must not
 * lose one stores it. Main thread.
 */
export function openDeliveryQueue({ log, pausesMs = defaultPausesMs, max = deliveriesMax }: DeliveryQueueOptions) {
  const ready: Entry[] = [];
  const inWork = new Map<string, number>();
  /** Names take turns: one with very many deliveries, or slow ones, does not hold up others to the same place. */
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
    deliver(delivery: Delivery): Promise<Outcome> {
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      if (stop.signal.aborted) resolve(failed(0, closing));
      else if (count >= max) resolve(failed(0, `Limit reached: ${max} deliveries at a time.`));
      else {
        count += 1;
        const settle = (outcome: Outcome) => {
          count -= 1;
          resolve(outcome);
        };
        ready.push({ delivery, tries: 0, settle });
        startSome();
      }
      return promise;
    },

    /** Aborts deliveries on their way and gives up the rest. */
    close(): void {
      stop.abort();
      for (const { tries, settle } of ready.splice(0)) settle(failed(tries, closing));
    },
  };

  function startSome(): void {
    while (busy() < deliveriesAtOnce) {
      const next = nextReady();
      if (next === undefined) return;
      ready.splice(ready.indexOf(next), 1);
      // Some names have nothing more to deliver.
      if (turnOf.size >= max) turnOf.clear();
      turnOf.set(next.delivery.name, ++turns);
      void carryOut(next);
    }
  }

  /** Of a place that has room, of the name whose turn was longest ago. */
  function nextReady(): Entry | undefined {
    let [next, turn]: [Entry | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    for (const entry of ready) {
      const { name, place } = entry.delivery;
      const its = turnOf.get(name) ?? 0;
      if (its < turn && (inWork.get(place) ?? 0) < deliveriesAtOncePerPlace) [next, turn] = [entry, its];
    }
    return next;
  }

  function busy(): number {
    return [...inWork.values()].reduce((sum, n) => sum + n, 0);
  }

  async function carryOut(entry: Entry): Promise<void> {
    const { delivery, settle } = entry;
    const leave = enter(delivery.place);
    entry.tries += 1;
    const signal = signalOf(delivery);
    try {
      signal.throwIfAborted();
      await delivery.send(signal);
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
    const { delivery, tries } = entry;
    const fields = { delivery: delivery.name, place: delivery.place, tries };
    if (!(error instanceof DeliveryError)) log.error({ ...fields, err: error }, "delivery failed");
    const pauseMs = error instanceof DeliveryError && error.canRetry ? pausesMs[tries - 1] : undefined;
    const text = describe(error);
    if (pauseMs === undefined || !(error instanceof DeliveryError)) {
      log.warn({ ...fields, error: text }, "delivery given up");
      entry.settle(failed(tries, text));
      return;
    }
    retryAfter(entry, Math.max(pauseMs, Math.min(error.retryAfterMs ?? 0, retryPauseMaxMs)), text);
  }

  function retryAfter(entry: Entry, pauseMs: number, error: string): void {
    const { delivery, tries } = entry;
    log.info({ delivery: delivery.name, place: delivery.place, tries, error, pauseMs }, "delivery is tried again");
    const signal = signalOf(delivery);
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
    delivery.onRetry?.(error, pauseMs);
  }

  function signalOf({ signal }: Delivery): AbortSignal {
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
  delivery: Delivery;
  tries: number;
  settle(outcome: Outcome): void;
}

const closing = "The service was stopped before it was delivered.";
const cancelled = "It was not wanted any more.";

function failed(tries: number, error: string): Outcome {
  return { isDelivered: false, tries, error };
}

function describe(error: unknown): string {
  if (error instanceof DeliveryError) return messageOf(error);
  return "Internal error: the delivery failed. See the service log.";
}
