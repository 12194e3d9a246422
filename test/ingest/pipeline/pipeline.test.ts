import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { Commit, EventStore, StoreStatus } from "../../../src/eventstore/event-store.ts";
import { openEventStore } from "../../../src/eventstore/open-event-store.ts";
import { createDedup } from "../../../src/ingest/commit/dedup.ts";
import type { Delivery, Intake, Receipt } from "../../../src/ingest/intake.ts";
import { Pipeline } from "../../../src/ingest/pipeline/pipeline.ts";
import { openLocalIntake } from "../../../src/ingest/thread/local-intake.ts";
import { openStore } from "../../../src/ingest/thread/open-store.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { createLog } from "../../../src/lib/log.ts";
import { noRules } from "../../../src/parser-rules/run/event-rules.ts";
import { TriggerMatcher } from "../../../src/triggers/matching/trigger-matcher.ts";
import { deliveryOf, optionsFor, storedEvents, withFolder } from "../take-in.ts";

async function withIntake<T>(use: (intake: Intake, folder: string) => Promise<T>): Promise<T> {
  return withFolder(async (folder) => {
    const intake = openLocalIntake(optionsFor(folder));
    try {
      return await use(intake, folder);
    } finally {
      await intake.close();
    }
  });
}

type PipelineOptions = ConstructorParameters<typeof Pipeline>[0];

function pipelineInto(store: PipelineOptions["store"], options?: Partial<PipelineOptions>): Pipeline {
  return new Pipeline({
    store,
    dedup: createDedup(60_000_000),
    retentionDays: 0,
    rules: noRules,
    triggers: new TriggerMatcher(() => undefined),
    clock: Date.now,
    ...options,
  });
}

/** Notes how many events each commit has, and keeps none. */
function storeThatCounts(commits: number[]): PipelineOptions["store"] {
  const store = {
    nextId: 1,
    answerFor: () => undefined,
    isSyncing: false,
    isCrowded: false,
    isOverfull: false,
    whenDurable: (listener: () => void) => listener(),
    flush: () => undefined,
    write({ events }: Commit) {
      if (!("count" in events)) throw new Error("Expected events that are built, got a list.");
      commits.push(events.count);
      store.nextId += events.count;
    },
    status: () => ({}) as StoreStatus,
  };
  return store;
}

async function refusalOf(delivered: Promise<Receipt>): Promise<AppError> {
  const result = await delivered.catch((error: unknown) => error);
  if (result instanceof AppError) return result;
  throw new Error(`Expected a refusal, got ${JSON.stringify(result)}`, { cause: result });
}

describe("Pipeline", () => {
  test("when a batch has good and bad events, then the good are stored and the bad are told by index", () =>
    withIntake(async (intake) => {
      const receipt = await intake.deliver(deliveryOf('{"message":"a"}\nbad\n\n{"message":5}\n{"message":"b"}\n'));
      expect(receipt).toMatchObject({ accepted: 2, duplicates: 0, rejectedCount: 2 });
      expect(receipt.rejected.map(({ index }) => index)).toEqual([1, 2]);
      expect((await storedEvents(intake)).map(({ message }) => message)).toEqual(["a", "b"]);
      const { received, stored, loss } = await intake.status();
      expect([received, stored, loss.rejected]).toEqual([4, 2, 2]);
    }));

  test("when all events are bad, then the refusal says why of each of the first 100, and counts all", () =>
    withIntake(async (intake) => {
      const { code, message, details } = await refusalOf(intake.deliver(deliveryOf("bad\n".repeat(150))));
      expect([code, details.body?.status, details.body?.accepted]).toEqual(["invalid", "error", 0]);
      expect(message).toContain("The line is not valid JSON");
      expect([details.body?.rejected, details.body?.rejected_count]).toMatchObject([{ length: 100 }, 150]);
      expect((await intake.status()).loss.rejected).toBe(150);
    }));

  test("when a list breaks off at its last event, then nothing of it is stored, and what came beside it is", () =>
    withIntake(async (intake) => {
      const results = await Promise.all([
        intake.deliver(deliveryOf('{"message":"before"}')),
        refusalOf(intake.deliver(deliveryOf('[{"message":"a"},{"message":"before"},{"mess'))),
        intake.deliver(deliveryOf('{"message":"after"}')),
      ]);
      expect((results[1] as AppError).code).toBe("invalid");
      expect((await storedEvents(intake)).map(({ message, times }) => [message, times.length])).toEqual([
        ["before", 1],
        ["after", 1],
      ]);
    }));

  const unusable: [name: string, delivery: Partial<Delivery> & { body: string | Uint8Array }, code: string][] = [
    ["empty", { body: "" }, "invalid"],
    ["a truncated gzip", { body: gzipSync("x".repeat(1000)).subarray(0, 20), contentEncoding: "gzip" }, "invalid"],
    ["of an unknown encoding", { body: "{}", contentEncoding: "br" }, "unsupported_media_type"],
    ["of an unknown type", { body: "{}", mediaType: "image/png" }, "unsupported_media_type"],
    ["binary", { body: Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256) }, "invalid"],
  ];
  for (const [name, { body, ...more }, code] of unusable)
    test(`when a body is ${name}, then it is ${code} and counted`, () =>
      withIntake(async (intake) => {
        expect((await refusalOf(intake.deliver(deliveryOf(body, more)))).code).toBe(code);
        const { received, stored, loss, origins } = await intake.status();
        const refused = origins[0]!.uncounted.rejected;
        // Bytes without any JSON are lines, each of which is an event.
        expect([stored, received, refused ? 0 : loss.rejected]).toEqual([0, loss.rejected, loss.rejected]);
        if (refused) expect(refused.deliveries).toBe(1);
        else expect(loss.rejected).toBeGreaterThan(0);
      }));

  test("when a list of events is empty, then nothing is wrong with it", () =>
    withIntake(async (intake) => {
      for (const body of ['{"events":[]}', "[]"])
        expect(await intake.deliver(deliveryOf(body))).toMatchObject({ accepted: 0, rejectedCount: 0 });
    }));

  test("when an event comes again, in the same body or later, then its counter rises and its times are kept", () =>
    withIntake(async (intake) => {
      const at = Date.now() / 1000 - 100;
      const body = (...times: number[]) => times.map((ts) => JSON.stringify({ message: "m", ts: at + ts })).join("\n");
      expect(await intake.deliver(deliveryOf(body(5, 3, 9)))).toMatchObject({ accepted: 3, duplicates: 2 });
      expect(await intake.deliver(deliveryOf(body(1, 63)))).toMatchObject({ accepted: 2, duplicates: 1 });
      const spans = (await storedEvents(intake)).map(({ times }) => times.map((time) => Math.round(time / 1e6 - at)));
      expect(spans).toEqual([[1, 3, 5, 9], [63]]);
    }));

  test("when events were cut or out of time, then they are stored and counted by cause", () =>
    withIntake(async (intake) => {
      const garbled = Buffer.concat([Buffer.from('{"message":"caf'), Buffer.from([0xe9]), Buffer.from('"}\n')]);
      await intake.deliver(deliveryOf(garbled));
      await intake.deliver(deliveryOf(JSON.stringify({ message: "x".repeat(100_000) })));
      await intake.deliver(deliveryOf('{"message":"later","ts":253402300799}'));
      const { received, stored, loss } = await intake.status();
      expect([received, stored, loss.cut, loss.out_of_time]).toEqual([3, 3, 2, 1]);
      const [first, long, late] = await storedEvents(intake);
      expect(first!.message).toBe("caf\ufffd");
      expect(long!.message).toHaveLength(65_536);
      expect(JSON.parse(late!.extra)).toEqual({ original_ts: 253402300799 });
    }));

  test("when raw bodies come, then every line and every object is an event", () =>
    withIntake(async (intake) => {
      const raw = { format: "raw" as const, mediaType: "text/weird", defaultTags: ["source", "hook"] };
      await intake.deliver(deliveryOf('plain text\n{"msg":"json","a":{"b":2}}\n{broken\n', raw));
      expect((await storedEvents(intake)).map(({ message, tags }) => [message, ...tags])).toEqual([
        ["plain text", "source", "hook"],
        ["json", "a.b", "2", "source", "hook"],
        ["{broken", "source", "hook"],
      ]);
    }));

  test("when any bytes come in any format and encoding, then they are answered and nothing else is lost", () =>
    withIntake(async (intake) => {
      let accepted = 0;
      const piece = fc.constantFrom(
        '{"message":"m"}',
        '{"message":"é","ts":-1}',
        "\n",
        ",",
        "[",
        "]",
        '{"events":[',
        "}",
        '"',
      );
      const body = fc.oneof(
        fc.uint8Array({ maxLength: 60 }),
        fc.array(piece, { maxLength: 12 }).map((parts) => new TextEncoder().encode(parts.join(""))),
      );
      const delivery = fc.record({
        body,
        format: fc.constantFrom<Delivery["format"]>("events", "raw"),
        contentEncoding: fc.constantFrom("", "", "", "gzip", "deflate", "zstd"),
        mediaType: fc.constantFrom("", "application/json", "application/x-ndjson", "text/plain"),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(delivery, { maxLength: 30 }), async (deliveries) => {
          const any = deliveries.map(async ({ body, ...more }) => {
            const result = await intake.deliver(deliveryOf(body, more)).catch((error: unknown) => error);
            accepted += result instanceof AppError ? 0 : (result as Receipt).accepted;
          });
          const good = deliveries.map(() =>
            intake.deliver(deliveryOf(JSON.stringify({ message: crypto.randomUUID() }))),
          );
          for (const receipt of await Promise.all(good)) accepted += receipt.accepted;
          await Promise.all(any);
        }),
        { numRuns: 20 },
      );
      const { received, stored, loss } = await intake.status();
      expect(stored).toBe(accepted);
      expect(received).toBe(stored + loss.rejected);
    }));
});

describe("de-duplication across a restart", () => {
  test("when the service was stopped and started, then a repeat within the window still counts on its event", () =>
    withFolder(async (folder) => {
      const deliver = async (expected: { duplicates: number }) => {
        const intake = openLocalIntake(optionsFor(folder));
        expect(await intake.deliver(deliveryOf('{"message":"again","host":"h"}'))).toMatchObject(expected);
        expect((await storedEvents(intake)).length).toBe(1);
        await intake.close();
      };
      await deliver({ duplicates: 0 });
      await deliver({ duplicates: 1 });
      await deliver({ duplicates: 1 });
    }));
});

describe("retry keys", () => {
  test("when a batch comes again with its key, then it gets the same answer and is not stored again, also after a restart", () =>
    withFolder(async (folder) => {
      const body = '{"message":"a"}\nbad\n{"message":"b"}';
      const delivery = () => deliveryOf(body, { idempotencyKey: "batch 1", sender: "user 1" });
      let intake = openLocalIntake(optionsFor(folder));
      const [first, twin] = await Promise.all([intake.deliver(delivery()), intake.deliver(delivery())]);
      expect(twin).toEqual(first);
      expect(await intake.deliver(delivery())).toEqual(first);
      await intake.close();
      intake = openLocalIntake(optionsFor(folder));
      expect(await intake.deliver(delivery())).toEqual(first);
      expect((await intake.status()).stored).toBe(2);
      expect(await intake.deliver(deliveryOf(body, { idempotencyKey: "batch 1", sender: "user 2" }))).toEqual({
        ...first,
        duplicates: expect.any(Number),
      });
      expect((await intake.status()).stored).toBe(4);
      await intake.close();
    }));

  test("when a batch was refused, then its key is not used up", () =>
    withIntake(async (intake) => {
      const key = { idempotencyKey: "k" };
      await refusalOf(intake.deliver(deliveryOf("bad", key)));
      expect(await intake.deliver(deliveryOf('{"message":"good"}', key))).toMatchObject({ accepted: 1 });
    }));

  test("when an event comes again with its event_id, then it is acknowledged and stored once, also after a restart", () =>
    withFolder(async (folder) => {
      const event = (message: string) => JSON.stringify({ message, event_id: "e-1" });
      let intake = openLocalIntake(optionsFor(folder));
      expect(await intake.deliver(deliveryOf(`${event("a")}\n${event("a")}`))).toMatchObject({
        accepted: 2,
        duplicates: 1,
      });
      expect(await intake.deliver(deliveryOf(event("other text")))).toMatchObject({ accepted: 1, duplicates: 1 });
      expect(await intake.deliver(deliveryOf(event("of another sender"), { sender: "user 2" }))).toMatchObject({
        duplicates: 0,
      });
      await intake.close();
      intake = openLocalIntake(optionsFor(folder));
      expect(await intake.deliver(deliveryOf(event("a")))).toMatchObject({ accepted: 1, duplicates: 1 });
      expect((await storedEvents(intake)).map(({ message, times }) => [message, times.length])).toEqual([
        ["a", 1],
        ["of another sender", 1],
      ]);
      await intake.close();
    }));

  test("when reading fails for a fault of our own, then that delivery alone is refused, for ever", () => {
    const take = () => {
      throw new RangeError("Out of memory");
    };
    const commits: number[] = [];
    const pipeline = pipelineInto(storeThatCounts(commits), { fast: { take, takeLeaves: take } });
    const answers: unknown[] = [];
    for (const delivery of [deliveryOf('{"message":"a"}\n{"message":"c"}\n'), deliveryOf('[{"message":"b"}]')])
      pipeline.deliver(delivery, (answer) => answers.push(answer));
    pipeline.finish();
    expect(answers).toMatchObject([{ code: "internal", cause: { message: "Out of memory" } }, { accepted: 1 }]);
    // On a busy machine the refused one is written before the other is read.
    expect(commits.filter((count) => count > 0)).toEqual([1]);
  });

  test("when one event of a protocol cannot be read for a fault of our own, then the others are stored", () =>
    withIntake(async (intake) => {
      // Nothing known makes a reader fail, so that one is harmed.
      const { stringify } = JSON;
      const spied = vi.spyOn(JSON, "stringify").mockImplementation((value, ...more) => {
        if (Object(value).poison) throw new RangeError("Out of memory");
        return stringify(value, ...(more as []));
      });
      const lines = ["a", { poison: 1 }, "b"].map((hole) =>
        stringify({ "@t": "2026-12-01T00:00:00Z", "@mt": "{H}", H: hole }),
      );
      const receipt = await intake.deliver(deliveryOf(lines.join("\n"), { format: "seq", protocol: "seq" }));
      spied.mockRestore();
      expect(receipt).toMatchObject({ accepted: 2, rejectedCount: 1 });
      expect(receipt.rejected).toEqual([{ index: 1, error: "The event could not be read: Out of memory." }]);
    }));

  test("when four large batches wait, then the first are committed before the last are read", () => {
    const commits: number[] = [];
    const pipeline = pipelineInto(storeThatCounts(commits));
    const linesOf = (batch: number) => Array.from({ length: 10_000 }, (_, i) => `{"message":"event ${i} of ${batch}"}`);
    const answered: number[] = [];
    for (let batch = 0; batch < 4; batch++)
      pipeline.deliver(deliveryOf(linesOf(batch).join("\n")), () => answered.push(batch));
    while (answered.length === 0) pipeline.work(1);
    expect(commits[0]).toBeLessThanOrEqual(20_000);
    pipeline.finish();
    // On a busy machine one that takes long gives way to others.
    expect(answered.toSorted()).toEqual([0, 1, 2, 3]);
    expect(commits.reduce((sum, count) => sum + count, 0)).toBe(40_000);
  });
});

test.each([
  { crowdedWaitMs: 0, isTaken: true },
  { crowdedWaitMs: Number.POSITIVE_INFINITY, isTaken: false },
])(
  "when the store stays crowded and a large delivery may wait $crowdedWaitMs ms, then that it is taken is $isTaken; small ones are, and at the end all",
  ({ crowdedWaitMs, isTaken }) =>
    withFolder(async (folder) => {
      const { store } = openStore(optionsFor(folder), createLog("silent"), () => undefined);
      Object.defineProperty(store, "isCrowded", { value: true });
      const pipeline = pipelineInto(store, { largeBytes: 100, crowdedWaitMs });
      const taken: string[] = [];
      pipeline.deliver(deliveryOf(`{"message":"${"x".repeat(200)}"}`), () => taken.push("large"));
      pipeline.deliver(deliveryOf('{"message":"a"}'), () => taken.push("small"));
      while (pipeline.work(1));
      store.flush();
      expect(taken.sort()).toEqual(isTaken ? ["large", "small"] : ["small"]);
      pipeline.finish();
      expect(taken.sort()).toEqual(["large", "small"]);
      store.close();
    }),
);

describe("a store that is overfull", () => {
  /** A delivery of each kind with what became of it, and the store's word on whether it is overfull. */
  function withOverfull(heldBackMs: number, use: (parts: OverfullParts) => void): Promise<void> {
    return withFolder((folder) => {
      const { store } = openStore(optionsFor(folder), createLog("silent"), () => undefined);
      let isOverfull = true;
      Object.defineProperty(store, "isOverfull", { get: () => isOverfull });
      const pipeline = pipelineInto(store, { largeBytes: 100, heldBackMs });
      const results = new Map<string, Receipt | Error>();
      const deliver = (name: string, more: Partial<Delivery> = {}) =>
        pipeline.deliver(deliveryOf(`{"message":"${name}"}`, more), (result) => results.set(name, result));
      deliver("small");
      deliver("large".repeat(50));
      deliver("held", { protocol: "syslog-tcp" });
      // A slow machine makes a group of each delivery, and each waits for the disk.
      const work = () => {
        for (let group = 0; group < 3; group++) {
          while (pipeline.work(1));
          store.flush();
        }
      };
      work();
      use({ store, pipeline, results, work, deliver, seal: () => (isOverfull = false) });
      store.close();
    });
  }

  interface OverfullParts {
    store: EventStore;
    pipeline: Pipeline;
    results: Map<string, Receipt | Error>;
    work: () => void;
    deliver: (name: string) => void;
    seal: () => void;
  }

  test("when its seal ends in time, then deliveries wait for it and are taken", () =>
    withOverfull(Number.POSITIVE_INFINITY, ({ store, pipeline, results, work, seal }) => {
      expect([results.size, pipeline.hasMore]).toEqual([0, false]);
      expect(pipeline.nextMs).toBeGreaterThan(0);
      seal();
      expect(pipeline.hasMore).toBe(true);
      work();
      expect([...results.values()].map((result) => "accepted" in result && result.accepted)).toEqual([1, 1, 1]);
      expect(pipeline.nextMs).toBeUndefined();
      expect(store.status().received).toBe(3);
    }));

  test("when the service stops meanwhile, then what waits is taken all the same", () =>
    withOverfull(Number.POSITIVE_INFINITY, ({ store, pipeline }) => {
      pipeline.finish();
      expect(store.status().stored).toBe(3);
    }));

  test("when its seal takes long, then all that waits and comes is refused until it ends, and counted unless held", () =>
    withOverfull(0, ({ store, results, work, deliver, seal }) => {
      expect([...results.values()].map((result) => result instanceof AppError && result.code)).toEqual(
        Array(3).fill("too_many"),
      );
      deliver("later");
      work();
      expect(results.get("later")).toBeInstanceOf(AppError);
      seal();
      deliver("last");
      work();
      expect(results.get("last")).toMatchObject({ accepted: 1 });
      const { received, stored, loss } = store.status();
      expect([received, stored, loss.overload]).toEqual([4, 1, 3]);
    }));
});

describe("a full disk", () => {
  test("when there is no room, then nothing is acknowledged or remembered, and all is counted once there is", () =>
    withFolder(async (folder) => {
      let free = 0;
      const store = openEventStore({
        eventsFolder: folder,
        sealEvents: 1000,
        sealAfterSeconds: 600,
        retentionDays: undefined,
        retentionBytes: undefined,
        minFreeBytes: 1000,
        clock: Date.now,
        log: createLog("silent"),
        freeBytes: () => free,
      });
      const full = pipelineInto(store);
      const send = (to: Pipeline, body: string) => {
        const results: (Receipt | Error)[] = [];
        to.deliver(deliveryOf(body, { idempotencyKey: body }), (result) => results.push(result));
        to.finish();
        return results[0];
      };
      const refused = send(full, '{"message":"a"}\n{"message":"a"}\nbad') as AppError;
      expect([refused.code, refused.details.headers]).toEqual(["unavailable", { "Retry-After": "30" }]);
      expect((send(full, "bad") as AppError).code).toBe("invalid");
      expect(full.status()).toMatchObject({ received: 4, stored: 0, loss: { disk_full: 2, rejected: 2 } });
      free = 1_000_000;
      await untilThereIsRoom(store);
      expect(send(full, '{"message":"a"}\n{"message":"a"}\nbad')).toMatchObject({ accepted: 2, duplicates: 1 });
      expect(store.status()).toMatchObject({ received: 7, stored: 2, loss: { disk_full: 2, rejected: 3 } });
      store.close();
    }));
});

/** Free space is looked up anew only after a while. */
async function untilThereIsRoom(store: EventStore): Promise<void> {
  while (store.status().freeBytes === 0) await new Promise((resolve) => setImmediate(resolve));
}

describe("a line that tells how often something happened", () => {
  const failed = "Failed password for root from 192.0.2.1 port 22 ssh2";

  test.each(["events", "raw"] as const)(
    "when it comes as %s, then each is an occurrence of what it speaks of",
    (format) =>
      withIntake(async (intake) => {
        const lines = [
          failed,
          `message repeated 5 times: [ ${failed}]`,
          "PAM 2 more authentication failures; user=root",
        ];
        const body = lines.map((message) => JSON.stringify({ ts: Date.now() / 1000, message })).join("\n");
        const receipt = await intake.deliver(deliveryOf(body, { format }));
        expect(receipt).toMatchObject({ accepted: 3, duplicates: 1, cut: 0 });
        expect((await storedEvents(intake)).map(({ message, times }) => [message, times.length])).toEqual([
          [failed, 6],
          [lines[2], 2],
        ]);
        const { received, stored } = await intake.status();
        expect([received, stored]).toEqual([8, 8]);
      }),
  );

  test("when it is sent again under its key, then nothing is added", () =>
    withIntake(async (intake) => {
      const body = JSON.stringify({ event_id: "7", message: `message repeated 5 times: [ ${failed}]` });
      await intake.deliver(deliveryOf(body));
      expect(await intake.deliver(deliveryOf(body))).toMatchObject({ accepted: 1, duplicates: 1 });
      expect((await intake.status()).stored).toBe(5);
    }));

  test("when a delivery tells of more than it may, then one of each is stored, and the events are known as cut", () =>
    withIntake(async (intake) => {
      const lines = Array.from({ length: 25 }, (_, i) =>
        JSON.stringify({ message: `message repeated 9001 times: [ m${i}]` }),
      );
      const { cut } = await intake.deliver(deliveryOf(lines.join("\n")));
      expect(cut).toBe(3);
      const { stored, loss } = await intake.status();
      expect([stored, loss.cut]).toEqual([22 * 9001 + 3, 3]);
    }));
});

test("when a line has no time that is understood, then that is counted, and what says none by intent is not", () =>
  withIntake(async (intake) => {
    const text = await intake.deliver(deliveryOf("plain\nmore\n", { format: "raw", mediaType: "text/plain" }));
    const odd = await intake.deliver(
      deliveryOf('{"message":"a","time":"soon"}\n{"message":"b","ts":null}\n{"message":"c"}'),
    );
    expect([text.withoutTime, odd.withoutTime]).toEqual([2, 2]);
    expect((await intake.status()).loss.without_time).toBe(4);
  }));
