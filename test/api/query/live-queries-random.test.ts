import fc from "fast-check";
import { expect, test } from "vitest";
import { createQueryService } from "../../../src/api/query/service.ts";
import { idleMsMax } from "../../../src/engine/limits.ts";
import { StoredQueries } from "../../../src/engine/stored-queries.ts";
import type { Principal } from "../../../src/http/access/principal.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { ManualEngine, type ManualTask } from "./manual-engine.ts";
import { settle } from "./manual-time.ts";

test("when people, threads and the clock do as they like, then every record is of one instant and no lease is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: "max" }), async (steps) => {
      const world = createWorld();
      for (const { act, which, size } of steps) await world[act](which, size);
      await world.end();
    }),
    { numRuns: 300 },
  );
});

const acts = ["make", "read", "leaf", "stop", "recalculate", "remove", "begin", "finish", "fail", "pass"] as const;
const step = fc.record({
  act: fc.constantFrom(...acts),
  which: fc.nat(20),
  size: fc.nat(40),
});

const ann: Principal = {
  userId: 7,
  username: "ann",
  isSuperuser: false,
  permissions: ["search_events"],
  hosts: [],
  via: "token",
  credentialId: 1,
};

const pageSize = 10;
const itemCount = 35;
const ranges = [{ preset: "last_1_hours" }, { ts_from: 1, ts_to: 2 }];

function createWorld() {
  const engine = new ManualEngine();
  const qids: string[] = [];
  const queries = new StoredQueries(engine, { newQid: () => `q${qids.push("") - 1}`, maxBytes: 500 });
  const service = createQueryService({
    queries,
    hostsOf: () => [],
    onAsked: () => {},
    locate: async (results) => results,
  });
  const open: ManualTask[] = [];
  let seen = 0;

  const qidOf = (which: number) => `q${which % Math.max(1, qids.length)}`;

  /** A task that nobody has ended yet. */
  async function pick(which: number): Promise<ManualTask | undefined> {
    await settle();
    open.push(...engine.tasks.slice(seen));
    seen = engine.tasks.length;
    return open[which % Math.max(1, open.length)];
  }

  async function finishTask(task: ManualTask): Promise<void> {
    open.splice(open.indexOf(task), 1);
    const { baseTime, page, snapshot } = task.task;
    await task.finish(
      { baseTime, page, lease: snapshot.lease },
      { stopped: task.toldToStop, itemCount: page && itemCount },
    );
  }

  async function check(call: Promise<Uint8Array> | Uint8Array, page?: number): Promise<void> {
    const outcome = Promise.resolve(call).catch((error: unknown) => error);
    await engine.time.pass(1000);
    const answer = await outcome;
    if (answer instanceof AppError) return void expect(["not_found", "too_many"]).toContain(answer.code);
    if (answer instanceof Error) throw answer;
    const record = JSON.parse(new TextDecoder().decode(answer as Uint8Array));
    if (record.status === "SUCCESS") expect(record).toMatchObject({ progress: 100, error: null });
    if (record.status !== "SUCCESS" && record.status !== "STOPPED") expect(record.results).toBeNull();
    if (record.results === null) return;
    expect(record.results.baseTime).toBe(record.base_time);
    if (page !== undefined && record.type === "Search" && record.status === "SUCCESS")
      expect(record.results.page).toEqual({ offset: (page - 1) * pageSize, size: pageSize });
  }

  return {
    make(which: number, size: number) {
      const type = which % 3 === 0 ? "TopN" : "Search";
      const params = { time_range: ranges[size % 2], page_size: pageSize, freeze_time: size % 5 === 0 };
      return check(service.create({ askedType: type, type, params, namesTimezone: false }, ann));
    },
    read: (which: number) => check(service.read(qidOf(which), {}, ann), 1),
    leaf: (which: number, size: number) =>
      check(service.read(qidOf(which), { page: 1 + (size % 5) }, ann), 1 + (size % 5)),
    stop: (which: number) => check(service.stop(qidOf(which), ann)),
    recalculate: (which: number) => check((async () => service.recalculate(qidOf(which), ann))()),
    remove: (which: number) => check(service.remove(qidOf(which), ann)),
    begin: async (which: number) => (await pick(which))?.begin(),
    async finish(which: number) {
      const task = await pick(which);
      if (task !== undefined) await finishTask(task);
    },
    async fail(which: number) {
      const task = await pick(which);
      if (task === undefined) return;
      open.splice(open.indexOf(task), 1);
      await task.fail(new Error("no"));
    },
    pass: (_: number, size: number) => engine.time.pass(size ** 3),
    /** Everything is used up and answered in the end: nothing may be left. */
    async end() {
      await engine.time.pass(idleMsMax);
      for (let task = await pick(0); task !== undefined; task = await pick(0)) await finishTask(task);
      expect(engine.leases.size).toBe(0);
      expect(engine.time.waiting).toBe(0);
    },
  };
}
