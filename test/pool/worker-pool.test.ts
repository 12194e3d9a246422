import { getPriority } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { AppError } from "../../src/lib/errors.ts";
import { heavyNiceness, longRestMs, preemptAfterMs, waitingTasksMax } from "../../src/pool/limits.ts";
import type { Also, Help } from "../../src/pool/pool-task.ts";
import { openWorkerPool, type WorkerPool } from "../../src/pool/worker-pool.ts";
import { patienceMs, until } from "../support/patience.ts";
import type { TestTask } from "./workers/query.ts";

const pools: WorkerPool[] = [];
const controls: Int32Array[] = [];

afterEach(async () => {
  for (const control of controls.splice(0)) Atomics.store(control, 0, 1);
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe("answers", () => {
  test("when a task is answered, then the answer comes back as it was made", async () => {
    const value = { bytes: new Uint8Array([1, 2, 3]), nested: [null, "é", 1.5] };
    expect(await run(openPool(1), { do: "echo", value })).toEqual(value);
  });

  test("when a worker throws an AppError, then its code, message and details cross the thread border", async () => {
    const error = (await failureOf(run(openPool(1), { do: "refuse" }))) as AppError;
    expect(error).toMatchObject({ name: "AppError", code: "too_large", message: "Too much." });
    expect(error.details).toEqual({ headers: { "Retry-After": "7" }, body: { status: "FAILURE" } });
  });

  test("when a worker fails by its own fault, then name, message and the thread's stack come over", async () => {
    const error = await failureOf(run(openPool(1), { do: "fail" }));
    expect(error).toMatchObject({ name: "RangeError", message: "expected 3 rows, got 4" });
    expect(error.stack).toContain("workers/query.ts");
  });

  test("when an answer cannot be cloned, then the task fails and the next one is answered", async () => {
    const pool = openPool(1);
    expect(await failureOf(run(pool, { do: "answer a function" }))).toBeInstanceOf(Error);
    expect(await run(pool, { do: "echo", value: 1 })).toBe(1);
  });

  test("when a task cannot be cloned, then it fails and the next one is answered", async () => {
    const pool = openPool(1);
    expect((await failureOf(run(pool, { do: "echo", value: () => undefined }))).message).toContain(
      "cannot cross threads",
    );
    expect(await run(pool, { do: "echo", value: 2 })).toBe(2);
  });

  test("when five hundred tasks are run at once, then each gets its own answer and the rest is refused", async () => {
    const pool = openPool(2);
    const values = Array.from({ length: 500 }, (_, index) => index);
    const answers = await Promise.allSettled(values.map((value) => run<number>(pool, { do: "echo", value })));
    const answered = answers.filter((answer) => answer.status === "fulfilled");
    expect(answered.length).toBeGreaterThanOrEqual(waitingTasksMax);
    for (const [index, answer] of answers.entries())
      if (answer.status === "fulfilled") expect(answer.value).toBe(index);
      else expect(answer.reason).toMatchObject({ code: "too_many" });
  });
});

describe("threads that die", () => {
  for (const death of ["exit", "throw later"] as const)
    test(`when a thread dies by "${death}", then its task is rejected and others are answered by a new thread`, async () => {
      const pool = openPool(1);
      const error = (await failureOf(run(pool, { do: death }))) as AppError;
      expect(error.code).toBe("unavailable");
      expect(error.message).toMatch(/ended: (worker exited with code: 9|nobody catches this)/);
      for (let round = 0; round < 3; round++) expect(await run(pool, { do: "echo", value: round })).toBe(round);
    });

  test("when every thread dies again and again, then no task is left waiting", async () => {
    const pool = openPool(2);
    const tasks = Array.from({ length: 24 }, (_, index) =>
      index % 3 === 0 ? run(pool, { do: "exit" }, "heavy") : run(pool, { do: "echo", value: index }, "light"),
    );
    const outcomes = await Promise.allSettled(tasks);
    for (const [index, outcome] of outcomes.entries())
      expect(outcome).toMatchObject(index % 3 === 0 ? { status: "rejected" } : { value: index });
  });

  test("when the entry of a worker is missing, then the task is rejected and says which", async () => {
    const pool = openWorkerPool({ threads: 1, entryOf: () => "/nowhere/query.ts" });
    pools.push(pool);
    const error = await failureOf(pool.run("query", { do: "echo", value: 1 }, "light"));
    expect(error.message).toContain("/nowhere/query.ts");
  });
});

describe("fairness and bounds", () => {
  test("when four heavy tasks are in work, then light ones are answered meanwhile", async () => {
    const pool = openPool(2);
    await Promise.all([1, 2].map((value) => run(pool, { do: "echo", value })));
    const heavy = Array.from({ length: 4 }, () => work(pool));
    await Promise.all(heavy.slice(0, 2).map((task) => task.begun));
    for (let round = 0; round < 20; round++) expect(await run(pool, { do: "echo", value: round })).toBe(round);
    expect(pool.status()).toMatchObject({ running: { heavy: 2 }, waiting: { heavy: 2 } });
    for (const task of heavy) task.stop();
    expect(await Promise.all(heavy.map((task) => task.done))).toEqual(Array(4).fill("stopped"));
  });

  test("when light tasks keep coming, then a heavy one still gets its turn", async () => {
    const pool = openPool(1);
    const lights = Array.from({ length: 100 }, (_, value) => run(pool, { do: "echo", value }));
    const heavy = work(pool);
    await heavy.begun;
    heavy.stop();
    expect(await heavy.done).toBe("stopped");
    await Promise.all(lights);
  });

  test("when too many tasks wait, then the next is refused with the time to come again", async () => {
    const pool = openPool(1);
    const running = work(pool);
    const waiting = Array.from({ length: waitingTasksMax }, () => work(pool));
    const error = (await failureOf(work(pool).done)) as AppError;
    expect(error.code).toBe("too_many");
    expect(error.details.headers).toEqual({ "Retry-After": "2" });
    for (const task of [running, ...waiting]) task.stop();
    await Promise.all([running, ...waiting].map((task) => task.done));
    expect(pool.status()).toMatchObject({ running: { heavy: 0, light: 0 }, waiting: { heavy: 0, light: 0 } });
  });

  test("when one owner has many heavy tasks, then another's begins beside them, and takes turns with them", async () => {
    const pool = openPool(2);
    const mine = Array.from({ length: 4 }, () => work(pool, 1));
    await mine[0]!.begun;
    const others = Array.from({ length: 2 }, () => work(pool, 2));
    await others[0]!.begun;
    expect(pool.status()).toMatchObject({ running: { heavy: 2 }, waiting: { heavy: 4 } });
    mine[0]!.stop();
    await mine[1]!.begun;
    others[0]!.stop();
    await others[1]!.begun;
    for (const task of [...mine, ...others]) task.stop();
    expect(await Promise.all([...mine, ...others].map(({ done }) => done))).toEqual(Array(6).fill("stopped"));
  });

  test("when there is one thread, then owners take turns on it", async () => {
    const pool = openPool(1);
    const order: string[] = [];
    const begin = (owner: number, name: string) => {
      const task = work(pool, owner);
      void Promise.resolve(task.begun).then(() => order.push(name));
      return task;
    };
    const first = begin(1, "a");
    await first.begun;
    const tasks = [first, begin(1, "b"), begin(1, "c"), begin(2, "d"), begin(3, "e"), begin(2, "f")];
    for (const index of [0, 3, 4]) {
      await tasks[index]!.begun;
      tasks[index]!.stop();
    }
    expect(order.slice(0, 2)).toEqual(["a", "d"]);
    for (const task of tasks) task.stop();
    await Promise.all(tasks.map(({ done }) => done));
    expect(pool.status().waiting.heavy).toBe(0);
  });

  test("when a task has help of an idle thread and another owner comes, then the helper is told to leave", async () => {
    const pool = openPool(2);
    const { control: helper, begun } = openControl();
    const leader = work(pool, 1, {
      ports: [],
      tasks: Array(3).fill({ task: { do: "work until", control: helper.buffer }, ports: [] }),
      leave: () => Atomics.store(helper, 0, 1),
      lost: () => expect.fail("nothing was lost"),
    });
    await Promise.all([leader.begun, begun]);
    const next = work(pool, 1);
    expect(Atomics.load(helper, 0)).toBe(0);
    const other = work(pool, 2);
    await other.begun;
    expect(Atomics.load(helper, 0)).toBe(1);
    for (const task of [leader, next, other]) task.stop();
    await Promise.all([leader, next, other].map(({ done }) => done));
  });

  test("when a task with help is done soon, then nobody is woken to help it", async () => {
    // On a busy machine nothing is as soon done as help comes.
    const pool = openPool(2, patienceMs);
    const { control: helper } = openControl();
    await run(pool, { do: "echo", value: 1 }, "heavy");
    const help = {
      ports: [],
      tasks: [{ task: { do: "work until", control: helper.buffer }, ports: [] }],
      leave: () => undefined,
      lost: () => undefined,
    };
    for (let round = 0; round < 20; round++) await run(pool, { do: "echo", value: round }, "heavy", 1, { help });
    const long = work(pool, 1);
    await long.begun;
    expect([Atomics.load(helper, 1), pool.status().running.heavy]).toEqual([0, 1]);
    long.stop();
    await long.done;
  });

  test.skipIf(process.platform !== "linux")(
    "when threads are for heavy tasks, then they give way, and no other thread does",
    async () => {
      const pool = openPool(1);
      expect(await run(pool, { do: "tell its priority" }, "heavy")).toBe(getPriority() + heavyNiceness);
      expect(await run(pool, { do: "tell its priority" }, "light")).toBe(getPriority());
    },
  );

  test("when tasks of one weight wait, then they begin in the order they came", async () => {
    const pool = openPool(1);
    const order: number[] = [];
    const tasks = [0, 1, 2, 3, 4].map((value) =>
      run(pool, { do: "echo", value }, "heavy").then((answer) => order.push(answer as number)),
    );
    await Promise.all(tasks);
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });
});

describe("tasks that preempt others", () => {
  const givenUp = "given up";
  const preemptingOf = (task: TestTask): Also => ({
    preempting: {
      task,
      isGivenUp: (answer) => answer === givenUp,
      took: (milliseconds) => void times.push(milliseconds),
    },
  });
  const times: number[] = [];

  test("when heavy tasks would wait, then what is done soon is answered meanwhile, whoever asks", async () => {
    const pool = openPool(1);
    const host = workAsHost(pool, 1);
    await host.begun;
    for (const owner of [1, 2, undefined]) {
      const also = preemptingOf({ do: "echo", value: `tried for ${owner}` });
      expect(await run(pool, { do: "fail" }, "heavy", owner, also)).toBe(`tried for ${owner}`);
    }
    expect(pool.status()).toMatchObject({ running: { heavy: 1 }, waiting: { heavy: 0 } });
    host.stop();
    expect(await host.done).toBe("stopped");
  });

  test("when a thread is free, then nothing is tried, and the time it took is told", async () => {
    const pool = openPool(1);
    times.length = 0;
    expect(await run(pool, { do: "echo", value: 1 }, "heavy", 1, preemptingOf({ do: "echo", value: 2 }))).toBe(1);
    expect(times).toHaveLength(1);
  });

  test("when nobody at work may be preempted, then they wait for the thread", async () => {
    const pool = openPool(1);
    const heavy = work(pool);
    await heavy.begun;
    const waiting = run(pool, { do: "echo", value: 1 }, "heavy", 1, preemptingOf({ do: "echo", value: 2 }));
    heavy.stop();
    expect(await waiting).toBe(1);
  });

  test("when it is given up, then the task keeps its place and is tried no more", async () => {
    const { pool, host } = await openWithHost();
    const order: unknown[] = [];
    const add = (answer: unknown) => void order.push(answer);
    const first = run(pool, { do: "echo", value: 1 }, "heavy", 1, preemptingOf({ do: "echo", value: givenUp })).then(
      add,
    );
    const second = run(pool, { do: "echo", value: 2 }, "heavy", 1).then(add);
    // Whoever comes later preempts when the first one is done.
    expect(await run(pool, { do: "fail" }, "heavy", 1, preemptingOf({ do: "echo", value: 3 }))).toBe(3);
    expect([order, pool.status().waiting.heavy]).toEqual([[], 2]);
    host.stop();
    await Promise.all([first, second]);
    expect(order).toEqual([1, 2]);
  });

  test("when a task fails while it is tried, or its answer cannot leave the thread, then it has failed and the host goes on", async () => {
    const { pool, host } = await openWithHost();
    const tryIt = (task: TestTask) => failureOf(run(pool, { do: "echo", value: 1 }, "heavy", 1, preemptingOf(task)));
    expect(await tryIt({ do: "refuse" })).toMatchObject({ code: "too_large" });
    expect((await tryIt({ do: "answer a function" })).message).toContain("cannot cross threads");
    host.stop();
    expect(await host.done).toBe("stopped");
  });

  test("when the thread dies, then the preempted and the preempting task are rejected, and others are answered by a new thread", async () => {
    const { pool, host } = await openWithHost();
    const preempted = failureOf(run(pool, { do: "echo", value: 1 }, "heavy", 1, preemptingOf({ do: "exit" })));
    expect(await failureOf(host.done)).toMatchObject({ code: "unavailable" });
    expect(await preempted).toMatchObject({ code: "unavailable" });
    expect(await run(pool, { do: "echo", value: 2 }, "heavy")).toBe(2);
    const next = workAsHost(pool);
    await next.begun;
    expect(await run(pool, { do: "fail" }, "heavy", 1, preemptingOf({ do: "echo", value: 3 }))).toBe(3);
    next.stop();
    await next.done;
  });

  test("when somebody waits for the end of the preempted task, then the other leaves and waits for a thread", async () => {
    const { pool, host } = await openWithHost();
    const { control, begun } = openControl();
    const preempting = {
      task: { do: "work until", control: control.buffer },
      isGivenUp: () => true,
      took: () => undefined,
    };
    const preempted = run(pool, { do: "echo", value: 1 }, "heavy", 1, { preempting });
    await begun;
    host.stop();
    expect(await host.done).toBe("stopped");
    expect(await preempted).toBe(1);
  });

  test("when more come than threads can be preempted, then that of who has the fewest there is next", async () => {
    const { pool, host } = await openWithHost();
    const order: unknown[] = [];
    const ask = (owner: number, value: string) =>
      run(pool, { do: "fail" }, "heavy", owner, preemptingOf({ do: "echo", value })).then((answer) =>
        order.push(answer),
      );
    await Promise.all([ask(1, "a"), ask(1, "b"), ask(2, "c"), ask(1, "d")]);
    expect([...order].sort()).toEqual(["a", "b", "c", "d"]);
    host.stop();
    await host.done;
  });

  test("when an owner's task is preempted, then others come before more of his, though they came later", async () => {
    const pool = openPool(1);
    const host = workAsHost(pool, 1);
    await host.begun;
    const { control, begun } = openControl();
    const busy = run(pool, { do: "fail" }, "heavy", 3, preemptingOf({ do: "work until", control: control.buffer }));
    await begun;
    const order: unknown[] = [];
    const ask = (owner: number, value: string) =>
      run(pool, { do: "fail" }, "heavy", owner, preemptingOf({ do: "echo", value })).then((answer) =>
        order.push(answer),
      );
    const asked = [ask(1, "a"), ask(1, "b"), ask(2, "c"), ask(3, "d")];
    await new Promise((resolve) => setTimeout(resolve, preemptAfterMs + 1));
    Atomics.store(control, 0, 1);
    await Promise.all([busy, ...asked]);
    expect(order).toEqual(["c", "d", "a", "b"]);
    host.stop();
    await host.done;
  });

  test("when many come and go while hosts end and begin, then each is answered once", async () => {
    const pool = openPool(2);
    const hosts = Array.from({ length: 6 }, (_, i) => workAsHost(pool, i));
    const answers = Array.from({ length: 100 }, (_, i) => {
      const also = preemptingOf({ do: "echo", value: i % 3 === 0 ? givenUp : i });
      return run<number>(pool, { do: "echo", value: i }, "heavy", i % 4, also);
    });
    for (const host of hosts) {
      await host.begun;
      host.stop();
    }
    expect(await Promise.all(answers)).toEqual(answers.map((_, i) => i));
    expect(await Promise.all(hosts.map(({ done }) => done))).toEqual(Array(6).fill("stopped"));
    expect(pool.status().waiting.heavy).toBe(0);
  });

  test("when the pool closes, then what preempts another is refused", async () => {
    const { pool, host } = await openWithHost();
    const { control, begun } = openControl();
    const also = preemptingOf({ do: "work until", control: control.buffer });
    const refused = failureOf(run(pool, { do: "fail" }, "heavy", 1, also));
    await begun;
    const closed = pool.close();
    host.stop();
    expect(await refused).toMatchObject({ code: "unavailable" });
    await closed;
    expect(pool.status().threads).toBe(0);
  });

  /** A pool whose one thread for heavy tasks is at such work. */
  async function openWithHost() {
    const pool = openPool(1);
    const host = workAsHost(pool);
    await host.begun;
    return { pool, host };
  }

  /** Heavy work that may be preempted until it is told to stop. */
  function workAsHost(pool: WorkerPool, owner?: number) {
    return work(pool, owner, undefined, "work as a host until");
  }
});

describe("a thread that is kept ready", () => {
  test("when nothing was asked yet, then it is there, and tasks of both weights are answered", async () => {
    const pool = openPool(2);
    pool.keepReady("query");
    expect(pool.status()).toMatchObject({ threads: 1, running: { light: 0, heavy: 0 } });
    expect(await run(pool, { do: "echo", value: 1 })).toBe(1);
    expect(await run(pool, { do: "echo", value: 2 }, "heavy")).toBe(2);
    expect(pool.status().threads).toBe(2);
  });

  test("when it is asked for while a task is in work, then that ends as it would have, and it is there afterwards", async () => {
    const pool = openPool(1);
    const running = run(pool, { do: "echo", value: 1 });
    pool.keepReady("query");
    expect(await running).toBe(1);
    expect(await run(pool, { do: "echo", value: 2 })).toBe(2);
    expect(pool.status()).toMatchObject({ threads: 1 });
  });

  test("when it dies, then another takes its place before it is asked for", async () => {
    const pool = openPool(1);
    pool.keepReady("query");
    expect(await failureOf(run(pool, { do: "exit" }))).toMatchObject({ code: "unavailable" });
    expect(pool.status().threads).toBe(1);
    expect(await run(pool, { do: "echo", value: 1 })).toBe(1);
  });

  test("when its entry cannot be loaded, then tasks say so and it is not started again and again", async () => {
    const pool = openWorkerPool({ threads: 1, entryOf: () => "/nowhere/query.ts" });
    pools.push(pool);
    pool.keepReady("query");
    for (let round = 0; round < 3; round++)
      expect(await failureOf(run(pool, { do: "echo", value: 1 }))).toMatchObject({ code: "unavailable" });
  });
});

describe("closing", () => {
  test("when the pool closes, then what waits is refused, what runs may end, and new tasks are refused", async () => {
    const pool = openPool(1);
    const running = work(pool);
    await running.begun;
    const waiting = failureOf(work(pool).done);
    const closed = pool.close();
    running.stop();
    expect(await running.done).toBe("stopped");
    expect(await waiting).toMatchObject({ code: "unavailable" });
    await closed;
    expect(await failureOf(run(pool, { do: "echo", value: 1 }))).toMatchObject({ code: "unavailable" });
    expect(pool.status().threads).toBe(0);
  });

  test("when a task does not stop, then the pool closes all the same", async () => {
    const pool = openPool(1);
    const stubborn = work(pool);
    await stubborn.begun;
    const failure = failureOf(stubborn.done);
    await pool.close();
    expect(await failure).toMatchObject({ code: "unavailable" });
  });

  test("when the pool is closed twice or was never used, then it closes", async () => {
    const pool = openPool(1);
    await Promise.all([pool.close(), pool.close()]);
    expect(pool.status().threads).toBe(0);
  });
});

describe("giveBack", () => {
  test("when memory is short, then threads that have nothing to do give up what they keep", async () => {
    const pool = openPool(1, undefined, { residentBytes: 1 });
    const count = new SharedArrayBuffer(4);
    const given = new Int32Array(count);
    await Promise.all([1, 2, 3].map(() => run(pool, { do: "count what it gives up", count }, "heavy")));
    const before = Atomics.load(given, 0);
    const taken: Uint8Array[] = [];
    await until(() => {
      // A thread only looks whether it pays when others have taken more.
      taken.push(new Uint8Array(40 * 1024 * 1024).fill(1));
      if (taken.length > 5) taken.length = 0;
      pool.giveBack(0);
      return Atomics.load(given, 0) > before;
    }, "something is given up");
    expect(await run(pool, { do: "echo", value: 1 }, "heavy")).toBe(1);
  });

  test("when no thread runs, or all of them work, then nobody is asked and what works goes on", async () => {
    const pool = openPool(1);
    pool.giveBack(0);
    expect(pool.status().threads).toBe(0);
    const busy = work(pool);
    await busy.begun;
    pool.giveBack(0);
    expect(pool.status().running.heavy).toBe(1);
    busy.stop();
    await busy.done;
  });
});

describe("rest", () => {
  test("when no task is left, then threads that are idle collect their garbage, soon and once more", async () => {
    const { rests, counts } = countRests();
    const pool = openPool(1, undefined, { rests });
    expect(await run(pool, { do: "echo", value: 1 }, "heavy")).toBe(1);
    await until(() => Atomics.load(counts, 1) === 1, "it has rested for long");
    expect(Atomics.load(counts, 0)).toBe(1);
    expect(await run(pool, { do: "echo", value: 2 }, "heavy")).toBe(2);
    await until(() => Atomics.load(counts, 1) === 2, "it has rested again");
    expect([Atomics.load(counts, 0), pool.status().threads]).toEqual([2, 1]);
  });

  test("when a task comes while the only thread collects, then it waits for that and starts no other", async () => {
    const { rests, counts } = countRests();
    const pool = openPool(2, undefined, { rests, collectMs: 200 });
    expect(await run(pool, { do: "echo", value: 1 })).toBe(1);
    await until(() => Atomics.load(counts, 0) === 1, "it collects");
    expect(await run(pool, { do: "echo", value: 2 })).toBe(2);
    expect(pool.status().threads).toBe(1);
  });

  test("when the first collection takes longer than the rest until the second, then that follows it", async () => {
    const { rests, counts } = countRests();
    const pool = openPool(1, undefined, { rests, collectMs: 2 * longRestMs });
    expect(await run(pool, { do: "echo", value: 1 })).toBe(1);
    await until(() => Atomics.load(counts, 1) === 1, "it has rested for long");
    expect(Atomics.load(counts, 0)).toBe(1);
  });

  test("when light tasks come again and again, then threads that had heavy ones end all the same", async () => {
    const { rests, counts } = countRests();
    const pool = openPool(2, undefined, { rests }, 500);
    await Promise.all([1, 2].map((value) => run(pool, { do: "echo", value }, "heavy")));
    await until(async () => {
      const before = Atomics.load(counts, 1);
      await run(pool, { do: "echo", value: 3 });
      await until(() => Atomics.load(counts, 1) > before, "it has rested");
      return pool.status().threads === 1;
    }, "the others have ended");
  });
});

/** Of the short ones and the long ones. */
function countRests() {
  const rests = new SharedArrayBuffer(12);
  return { rests, counts: new Int32Array(rests) };
}

function openPool(threads: number, helpAfterMs?: number, data?: object, idleMs?: number): WorkerPool {
  const entryOf = (name: string) => join(import.meta.dirname, "workers", `${name}.ts`);
  const threadData = data && { light: data, heavy: data };
  const pool = openWorkerPool({ threads, entryOf, helpAfterMs, idleMs, ...(threadData && { threadData }) });
  pools.push(pool);
  return pool;
}

function run<Answer>(
  pool: WorkerPool,
  task: TestTask,
  weight: "light" | "heavy" = "light",
  owner?: number,
  also?: Also,
): Promise<Answer> {
  return pool.run<Answer>("query", task, weight, owner, also);
}

/** A heavy task that burns a core until it is told to stop. */
function work(
  pool: WorkerPool,
  owner?: number,
  help?: Help,
  how: "work until" | "work as a host until" = "work until",
) {
  const { control, begun } = openControl();
  const done = run<string>(pool, { do: how, control: control.buffer }, "heavy", owner, { help });
  done.catch(() => undefined);
  return { begun, done, stop: () => Atomics.store(control, 0, 1) };
}

/** The words by which a task tells that it has begun and is told to stop, as it is when the test has ended. */
function openControl() {
  const control = new Int32Array(new SharedArrayBuffer(8));
  controls.push(control);
  return { control, begun: Atomics.waitAsync(control, 1, 0).value };
}

async function failureOf(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    (value) => expect.fail(`expected a failure, got "${value}"`),
    (error) => error as Error,
  );
}
