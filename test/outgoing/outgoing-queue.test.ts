import { describe, expect, test } from "vitest";
import { createLog } from "../../src/lib/log.ts";
import { sentAtOnce, sentAtOncePerPlace } from "../../src/outgoing/limits.ts";
import { openOutgoingQueue } from "../../src/outgoing/outgoing-queue.ts";
import { SendingError } from "../../src/outgoing/sending-error.ts";

const log = createLog("silent");
const soon = [1, 1, 1];
const refusal = (canRetry: boolean) => new SendingError("refused", canRetry);

describe("an outgoing message", () => {
  test("when it fails twice, then it is tried a third time", async () => {
    const queue = openOutgoingQueue({ log, pausesMs: soon });
    let tries = 0;
    const retried: string[] = [];
    const outcome = await queue.deliver({
      name: "report 7",
      place: "a",
      onRetry: (error) => retried.push(error),
      async send() {
        tries += 1;
        if (tries < 3) throw refusal(true);
      },
    });
    expect(outcome).toEqual({ isDelivered: true, tries: 3 });
    expect(retried).toEqual(["refused", "refused"]);
    expect(queue.size).toBe(0);
  });

  test.each([
    ["when it fails every time, then it is given up after the last pause", () => refusal(true), 4, "refused"],
    ["when another try makes no sense, then there is none", () => refusal(false), 1, "refused"],
    [
      "when it is our own fault, then there is no other try and no inner text",
      () => new Error("x.y is undefined"),
      1,
      /Internal error: sending failed/,
    ],
  ])("%s", async (_, error, tries, text) => {
    const queue = openOutgoingQueue({ log, pausesMs: soon });
    const outcome = await queue.deliver({ name: "x", place: "a", send: () => Promise.reject(error()) });
    expect(outcome).toMatchObject({ isDelivered: false, tries, error: expect.stringMatching(text) });
  });

  test("when the place asks for a longer pause, then it gets it, up to an hour", async () => {
    const queue = openOutgoingQueue({ log, pausesMs: [1] });
    const pauses: number[] = [];
    const stop = new AbortController();
    const outcomes = [5000, 1e9, 0].map((retryAfterMs) =>
      queue.deliver({
        name: "x",
        place: String(retryAfterMs),
        signal: stop.signal,
        onRetry: (_error, pauseMs) => {
          pauses.push(pauseMs);
          if (pauses.length === 3) stop.abort();
        },
        send: () => Promise.reject(new SendingError("busy", true, { retryAfterMs })),
      }),
    );
    await Promise.all(outcomes);
    expect(pauses).toEqual([5000, 3_600_000, 1]);
  });

  test("when it is not wanted any more between two tries, then it ends", async () => {
    const queue = openOutgoingQueue({ log, pausesMs: [60_000] });
    const stop = new AbortController();
    const outcome = await queue.deliver({
      name: "x",
      place: "a",
      signal: stop.signal,
      onRetry: () => stop.abort(),
      send: () => Promise.reject(refusal(true)),
    });
    expect(outcome).toEqual({ isDelivered: false, tries: 1, error: "It was not wanted any more." });
  });
});

describe("the queue", () => {
  test("when it is full, then the next one fails at once and the others go on", async () => {
    const queue = openOutgoingQueue({ log, max: 2 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = [1, 2].map(() => queue.deliver({ name: "x", place: "a", send: () => promise }));
    expect(await queue.deliver({ name: "x", place: "b", send: async () => undefined })).toEqual({
      isDelivered: false,
      tries: 0,
      error: "Limit reached: 2 messages at a time.",
    });
    resolve();
    expect(await Promise.all(first)).toMatchObject([{ isDelivered: true }, { isDelivered: true }]);
    expect(await queue.deliver({ name: "x", place: "b", send: async () => undefined })).toMatchObject({
      isDelivered: true,
    });
  });

  test("when one place does not answer, then it takes its share and others are served", async () => {
    const queue = openOutgoingQueue({ log });
    const { promise, resolve } = Promise.withResolvers<void>();
    let stuck = 0;
    const send = () => {
      stuck += 1;
      return promise;
    };
    const dead = Array.from({ length: 20 }, () => queue.deliver({ name: "x", place: "dead", send }));
    expect(await queue.deliver({ name: "x", place: "alive", send: async () => undefined })).toMatchObject({ tries: 1 });
    expect(stuck).toBe(sentAtOncePerPlace);
    resolve();
    await Promise.all(dead);
    expect(stuck).toBe(20);
  });

  test("when many places are called, then so many at a time, and each place in its order", async () => {
    const queue = openOutgoingQueue({ log });
    let now = 0;
    let most = 0;
    const order = new Map<string, number[]>();
    await Promise.all(
      Array.from({ length: 100 }, (_, i) => {
        const place = `place ${i % 20}`;
        return queue.deliver({
          name: "x",
          place,
          async send() {
            now += 1;
            most = Math.max(most, now);
            order.set(place, [...(order.get(place) ?? []), i]);
            await Promise.resolve();
            now -= 1;
          },
        });
      }),
    );
    expect(most).toBe(sentAtOnce);
    for (const list of order.values()) expect(list).toEqual(list.toSorted((a, b) => a - b));
  });

  test("when one sender has very many for a place, then another's is not behind all of them", async () => {
    const queue = openOutgoingQueue({ log });
    const sent: string[] = [];
    const deliver = (name: string) =>
      queue.deliver({
        ...{ name, place: "a" },
        async send() {
          sent.push(name);
        },
      });
    const flood = Array.from({ length: 50 }, () => deliver("trigger 1"));
    const others = ["trigger 2", "trigger 3", "trigger 2"].map(deliver);
    await Promise.all([...flood, ...others]);
    const before = sentAtOncePerPlace;
    expect(sent.slice(before, before + 5)).toEqual(["trigger 2", "trigger 3", "trigger 1", "trigger 2", "trigger 1"]);
    expect(sent).toHaveLength(53);
  });

  test("when it closes, then what is on its way is broken off and the rest has failed", async () => {
    const queue = openOutgoingQueue({ log, pausesMs: [60_000] });
    const untilStopped = (stop: AbortSignal) =>
      new Promise<void>((_, reject) =>
        stop.addEventListener("abort", () => reject(new SendingError("broken off", true))),
      );
    const waiting = Promise.withResolvers<void>();
    const outcomes = [
      ...Array.from({ length: 3 }, () => queue.deliver({ name: "x", place: "a", send: untilStopped })),
      queue.deliver({
        name: "x",
        place: "b",
        onRetry: () => waiting.resolve(),
        send: () => Promise.reject(refusal(true)),
      }),
    ];
    await waiting.promise;
    queue.close();
    for (const outcome of await Promise.all(outcomes))
      expect(outcome).toMatchObject({ isDelivered: false, error: "The service was stopped before it was delivered." });
    expect(queue.size).toBe(0);
    expect(await queue.deliver({ name: "x", place: "a", send: async () => undefined })).toMatchObject({ tries: 0 });
  });
});
