import { expect, test, vi } from "vitest";
import type { EventStore } from "../../../src/eventstore/event-store.ts";
import { createDedup } from "../../../src/ingest/commit/dedup.ts";
import { Pipeline } from "../../../src/ingest/pipeline/pipeline.ts";
import { startIntakeLoop } from "../../../src/ingest/thread/intake-loop.ts";
import { openStore } from "../../../src/ingest/thread/open-store.ts";
import { createLog } from "../../../src/lib/log.ts";
import { noRules } from "../../../src/parser-rules/run/event-rules.ts";
import { TriggerMatcher } from "../../../src/triggers/matching/trigger-matcher.ts";
import { HeldDisk } from "../../support/store/held-disk.ts";
import { newFolder, openStore as openStoreOn, readAll } from "../../support/store/store-folder.ts";
import { deliveryOf, optionsFor, withFolder } from "../take-in.ts";

async function turnsOfTheEventLoop(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

function startLoop(pipeline: Pipeline, store: EventStore) {
  const failures: unknown[] = [];
  const loop = startIntakeLoop(
    pipeline,
    store,
    () => undefined,
    (error) => failures.push(error),
  );
  return { loop, failures };
}

test("when nothing comes, then the loop stands still; when something comes, it works it off and stands still again", () =>
  withFolder(async (folder) => {
    const { store, pipeline } = openStore(optionsFor(folder), createLog("silent"), () => undefined);
    let turns = 0;
    const loop = startIntakeLoop(
      pipeline,
      store,
      () => turns++,
      (error) => {
        throw error;
      },
    );
    const standsStill = async () => {
      for (let before = -1; before !== turns; await turnsOfTheEventLoop(100)) before = turns;
    };
    await standsStill();
    const idle = turns;
    const receipts: unknown[] = [];
    const { promise: allAnswered, resolve } = Promise.withResolvers<void>();
    for (let i = 0; i < 50; i++)
      pipeline.deliver(deliveryOf(`{"message":"m${i}"}`), (result) => {
        if (receipts.push(result) === 50) resolve();
      });
    loop.wake();
    loop.wake();
    await allAnswered;
    await standsStill();
    expect(receipts).toHaveLength(50);
    // Alone it is a handful; on a busy machine a slice may have time for one delivery only, and it says so twice.
    expect(turns - idle).toBeLessThan(120);
    loop.close();
  }));

test("when commits cannot be written, then who waited is told, and the loop goes on", () =>
  withFolder(async (folder) => {
    const { store, pipeline } = openStore(optionsFor(folder), createLog("silent"), () => undefined);
    const { loop, failures } = startLoop(pipeline, store);
    store.close();
    const results: unknown[] = [];
    const tooLargeForAGroup = `{"message":"m","rest":"${"x".repeat(1024 * 1024)}"}`;
    for (const body of ['{"message":"m"}', tooLargeForAGroup, '{"message":"n"}'])
      pipeline.deliver(deliveryOf(body), (result) => results.push(result));
    loop.wake();
    await turnsOfTheEventLoop(20);
    loop.wake();
    await turnsOfTheEventLoop(20);
    expect(failures).toEqual([]);
    expect(results.map((result) => result instanceof Error)).toEqual([true, true, true]);
  }));

/** A loop over a store whose disk waits for the test. */
function loopOn(disk: HeldDisk) {
  const store = openStoreOn(newFolder(), { openSyncedFile: () => disk });
  const triggers = new TriggerMatcher(() => undefined);
  const dedup = createDedup(60_000_000);
  const pipeline = new Pipeline({ store, dedup, retentionDays: 0, rules: noRules, triggers, clock: Date.now });
  const { loop, failures } = startLoop(pipeline, store);
  const answers: [name: string, isGood: boolean][] = [];
  const deliver = async (name: string) => {
    pipeline.deliver(deliveryOf(JSON.stringify({ message: name })), (result) =>
      answers.push([name, !(result instanceof Error)]),
    );
    loop.wake();
    await turnsOfTheEventLoop(20);
  };
  const messages = () => readAll(store).map(({ message }) => message);
  return { loop, deliver, answers, failures, messages };
}

test("when deliveries come while the disk works, then they are one commit after it, and each is answered and shown once its own sync has ended", async () => {
  const disk = new HeldDisk();
  const { loop, deliver, answers, messages } = loopOn(disk);
  await deliver("a");
  // A group is open for some milliseconds only, and a slow machine may take longer.
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  await Promise.all([deliver("b"), deliver("c")]);
  expect([disk.begun, answers, messages()]).toEqual([1, [], []]);
  disk.end();
  await turnsOfTheEventLoop(20);
  expect([disk.begun, answers, messages()]).toEqual([2, [["a", true]], ["a"]]);
  clock.mockRestore();
  await deliver("d");
  disk.end();
  await turnsOfTheEventLoop(20);
  expect(answers.map(([name]) => name).join("")).toBe("abc");
  expect(messages()).toEqual(["a", "b", "c"]);
  loop.close();
  expect([answers.length, disk.waited]).toEqual([4, 1]);
});

test("when the disk fails, then nobody who waits for it is told yes, nothing is shown, and the loop ends", async () => {
  const disk = new HeldDisk();
  const { loop, deliver, answers, failures, messages } = loopOn(disk);
  for (const name of ["a", "b"]) await deliver(name);
  disk.end(Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" }));
  await turnsOfTheEventLoop(20);
  await deliver("c");
  expect([failures.length, disk.begun, messages()]).toEqual([1, 1, []]);
  expect(String(failures[0])).toContain("ENOSPC");
  expect(answers).toEqual([
    ["a", false],
    ["b", false],
  ]);
  expect(() => loop.close()).toThrow("ENOSPC");
});

test("when large deliveries wait for a seal, then each is taken when it is over, and small ones do not wait", () =>
  withFolder(async (folder) => {
    const { store, pipeline } = openStore(
      { ...optionsFor(folder), sealBytes: 100_000 },
      createLog("silent"),
      () => undefined,
    );
    const { loop, failures } = startLoop(pipeline, store);
    const deliver = (body: string) =>
      new Promise((resolve) => {
        pipeline.deliver(deliveryOf(body), resolve);
        loop.wake();
      });
    const large = (name: number) =>
      Array.from({ length: 200 }, (_, i) => `{"message":"${name} ${i} ${"x".repeat(6_000)}"}`).join("\n");
    const answers = await Promise.all([1, 2, 3, 4].flatMap((n) => [deliver(large(n)), deliver(`{"message":"${n}"}`)]));
    expect(answers.map((answer) => (answer as { accepted: number }).accepted)).toEqual([
      200, 1, 200, 1, 200, 1, 200, 1,
    ]);
    expect(failures).toEqual([]);
    expect(store.status().stored).toBe(804);
    loop.close();
  }));
