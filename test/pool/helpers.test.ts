import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Help } from "../../src/pool/pool-task.ts";
import { openWorkerPool, type WorkerPool } from "../../src/pool/worker-pool.ts";
import { MemoryQueue } from "../../src/runtime/memory-queue.ts";
import { until } from "../support/patience.ts";

const pools: WorkerPool[] = [];
const controls: Int32Array[] = [];

afterEach(async () => {
  for (const control of controls.splice(0)) Atomics.store(control, 0, 1);
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

const taskBytes = 100;
/** Half of a task's, as `helperMemoryShare` says. */
const helperBytes = 50;

describe("helpers that find no memory", () => {
  test("when a task begins without memory for a helper and some becomes free meanwhile, then the helper joins", async () => {
    const { memory, pool } = openPool(2);
    const helper = openControl();
    const leader = await begin(pool, memory, [helper]);
    await memory.isAskedAgain();
    expect([helper.hasBegun(), pool.status().running.heavy]).toEqual([false, 1]);
    memory.leftBytes = helperBytes;
    await helper.begun;
    expect(pool.status()).toMatchObject({ running: { heavy: 2 }, memory: { takenBytes: taskBytes + helperBytes } });
    const { asked } = memory;
    helper.stop();
    leader.stop();
    expect(await leader.done).toBe("stopped");
    await until(() => pool.status().running.heavy === 0, "the helper has ended");
    expect(memory.asked).toBe(asked);
    expect(pool.status().memory).toMatchObject({ takenBytes: 0, waiting: 0 });
  });

  test("when there is memory for one of two helpers, then that one joins, and the other one as soon as there is more", async () => {
    const { memory, pool } = openPool(3);
    const helpers = [openControl(), openControl()] as const;
    const leader = await begin(pool, memory, helpers);
    await memory.isAskedAgain();
    memory.leftBytes = helperBytes;
    memory.takesEach = true;
    await helpers[0].begun;
    memory.takesEach = false;
    await memory.isAskedAgain();
    expect(helpers[1].hasBegun()).toBe(false);
    memory.leftBytes = 10 * taskBytes;
    await helpers[1].begun;
    leader.stop();
    await leader.done;
  });

  test("when another task comes before there is memory, then it has the thread, and the helper joins behind it", async () => {
    const { memory, pool } = openPool(2);
    const helper = openControl();
    const leader = await begin(pool, memory, [helper]);
    await memory.isAskedAgain();
    const other = openControl();
    const done = pool.run("query", { do: "work until", control: other.shared }, "heavy", 2);
    await memory.isAskedAgain();
    expect(pool.status()).toMatchObject({ running: { heavy: 1 }, waiting: { heavy: 1 } });
    memory.leftBytes = 10 * taskBytes;
    await other.begun;
    expect([helper.hasBegun(), pool.status().running.heavy]).toEqual([false, 2]);
    other.stop();
    await done;
    await helper.begun;
    leader.stop();
    await leader.done;
  });

  test("when the task ends before there is memory, then no helper begins and nobody asks for memory any more", async () => {
    const { memory, pool, counts } = openPool(2);
    const helper = openControl();
    const leader = await begin(pool, memory, [helper]);
    await memory.isAskedAgain();
    leader.stop();
    expect(await leader.done).toBe("stopped");
    const { asked } = memory;
    memory.leftBytes = 10 * taskBytes;
    await until(() => Atomics.load(counts, 1) > 0, "the pool has rested for long");
    expect([helper.hasBegun(), memory.asked]).toEqual([false, asked]);
  });

  test("when the pool closes before there is memory, then no helper begins", async () => {
    const { memory, pool } = openPool(2);
    const helper = openControl();
    const leader = await begin(pool, memory, [helper]);
    await memory.isAskedAgain();
    const closed = pool.close();
    memory.leftBytes = 10 * taskBytes;
    // The task does not stop, so that closing takes longer than the next offer to a helper.
    await expect(leader.done).rejects.toMatchObject({ code: "unavailable" });
    await closed;
    expect(helper.hasBegun()).toBe(false);
  });
});

/** Memory of the process, which is free as a test says, and is asked whenever a helper is offered. */
class TestMemory {
  leftBytes = taskBytes;
  /** What is left becomes less with each answer. */
  takesEach = false;
  asked = 0;
  readonly shares = new MemoryQueue(10 * taskBytes, {
    leftBytes: () => {
      this.asked++;
      const { leftBytes } = this;
      if (this.takesEach) this.leftBytes = 0;
      return leftBytes;
    },
    make: () => undefined,
  });

  /** Several times: once may have been before this call. */
  async isAskedAgain(): Promise<void> {
    const end = this.asked + 3;
    await until(() => this.asked >= end, "memory for a helper is asked for again");
  }
}

function openPool(threads: number): { memory: TestMemory; pool: WorkerPool; counts: Int32Array } {
  const memory = new TestMemory();
  const rests = new SharedArrayBuffer(12);
  const pool = openWorkerPool({
    threads,
    entryOf: (name) => join(import.meta.dirname, "workers", `${name}.ts`),
    threadData: { light: { rests }, heavy: { rests } },
    memory: { shares: memory.shares, taskBytes },
  });
  pools.push(pool);
  return { memory, pool, counts: new Int32Array(rests) };
}

/** A task that takes all memory that is left, and works until it is told to stop. */
async function begin(pool: WorkerPool, memory: TestMemory, helpers: readonly Control[]) {
  const { shared, begun, stop } = openControl();
  const help: Help = {
    ports: [],
    tasks: helpers.map((helper) => ({ task: { do: "work until", control: helper.shared }, ports: [] })),
    leave: () => undefined,
    lost: () => expect.fail("nothing was lost"),
  };
  const done = pool.run<string>("query", { do: "work until", control: shared }, "heavy", 1, { help });
  done.catch(() => undefined);
  memory.leftBytes = helperBytes - 1;
  await begun;
  return { done, stop };
}

type Control = ReturnType<typeof openControl>;

/** The words by which a task tells that it has begun and is told to stop, as it is when the test has ended. */
function openControl() {
  const shared = new SharedArrayBuffer(8);
  const words = new Int32Array(shared);
  controls.push(words);
  return {
    shared,
    begun: Promise.resolve(Atomics.waitAsync(words, 1, 0).value),
    hasBegun: () => Atomics.load(words, 1) !== 0,
    stop: () => Atomics.store(words, 0, 1),
  };
}
