import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openWorkerPool, type WorkerPool } from "../../src/pool/worker-pool.ts";
import { MemoryQueue, type Share } from "../../src/runtime/memory-queue.ts";
import { until } from "../support/patience.ts";

const taskBytes = 40;
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

describe("a heavy task that waits for memory", () => {
  test("when the only thread collects garbage for it, then it keeps its place before a body that comes later", async () => {
    const { own, shares, pool, look, collected } = await openCrampedPool();
    const answer = echo(pool, 2);
    await until(() => collected.hasBegun(), "the thread collects");
    // Each task that comes or goes makes the pool look for what can begin.
    await pool.run("query", { do: "echo", value: 3 }, "light");
    const body = claimBody(shares);
    expect(body.share).toBeUndefined();
    own.leftBytes = 45;
    look();
    expect(shares.status()).toEqual({ totalBytes: 100, takenBytes: taskBytes, waiting: 1 });
    collected.end();
    expect(await answer).toBe(2);
    await until(() => body.share !== undefined, "the body has its turn");
  });

  test("when the pool closes while it has memory and no thread yet, then others have that memory", async () => {
    const { own, shares, pool, look, collected } = await openCrampedPool();
    const refused = echo(pool, 2).catch((error: Error) => error.message);
    await until(() => collected.hasBegun(), "the thread collects");
    own.leftBytes = 100;
    look();
    expect(shares.status().takenBytes).toBe(taskBytes);
    const closed = pool.close();
    expect(shares.status()).toEqual({ totalBytes: 100, takenBytes: 0, waiting: 0 });
    collected.end();
    await closed;
    expect(await refused).toBe("The service is stopping.");
  });
});

/** With one thread for heavy tasks and no memory left; the last share was a body's. */
async function openCrampedPool() {
  const own = { leftBytes: 100 };
  const alarms: (() => void)[] = [];
  const words = new Int32Array(new SharedArrayBuffer(8));
  const room = { leftBytes: () => own.leftBytes, make: (bytes: number) => pool.giveBack(bytes) };
  const shares = new MemoryQueue(100, room, {
    monotonicMs: () => 0,
    after: (_, action) => {
      alarms.push(action);
      return () => undefined;
    },
  });
  const pool = openWorkerPool({
    threads: 1,
    entryOf: (name) => join(import.meta.dirname, "workers", `${name}.ts`),
    memory: { shares, taskBytes },
    threadData: { light: {}, heavy: { givingBack: words.buffer } },
  });
  const end = () => {
    Atomics.store(words, 1, 1);
    Atomics.notify(words, 1);
  };
  ends.push(end, () => pool.close());
  expect(await echo(pool, 1)).toBe(1);
  await until(() => shares.status().takenBytes === 0, "its memory is back");
  claimBody(shares).share!.release();
  own.leftBytes = 0;
  return {
    own,
    shares,
    pool,
    look: () => {
      for (const alarm of alarms.splice(0)) alarm();
    },
    collected: { hasBegun: () => Atomics.load(words, 0) === 1, end },
  };
}

function echo(pool: WorkerPool, value: number): Promise<number> {
  return pool.run("query", { do: "echo", value }, "heavy");
}

function claimBody(shares: MemoryQueue) {
  const claim = { kind: "body" as const, bytes: 10, offer: () => take() };
  const body: { share: Share | undefined } = { share: undefined };
  const take = () => {
    body.share = shares.tryTake(claim);
  };
  take();
  return body;
}
