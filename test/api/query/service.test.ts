import { describe, expect, test } from "vitest";
import { finishedPerUserMax, idleMsMax, unfinishedPerUserMax, workMsMax } from "../../../src/engine/limits.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { ann, bob, lastHour, quick, rate, resultBytes, root, type Service, search, setUp } from "./manual-service.ts";

const frozen = { ...rate, params: { ...rate.params, freeze_time: true } };

describe("making a query", () => {
  test("when it is answered within a second, then the record comes finished", async () => {
    const { engine, make, text } = setUp();
    const made = make(rate);
    const task = await engine.lastTask();
    await task.begin();
    await task.finish({ totals: { sum: 3 } });
    expect(text(await made)).toEqual({
      qid: "q1",
      query_id: "q1",
      type: "EventRateQuery",
      params: rate.params,
      status: "SUCCESS",
      progress: 100,
      base_time: 1_700_000_001,
      results: { totals: { sum: 3 } },
      owner_id: ann.userId,
      error: null,
      warnings: [],
    });
    expect(engine.leases.size).toBe(0);
  });

  test("when it takes longer, then the record comes after a second as far as it is", async () => {
    const { engine, make, read, text } = setUp();
    const made = make(rate);
    const task = await engine.lastTask();
    await task.begin();
    await task.progress(40);
    await engine.time.pass(1000);
    expect(text(await made)).toMatchObject({ status: "IN_PROGRESS", progress: 40, results: null });
    const polled = read({});
    await task.finish({ sum: 1 });
    expect(text(await polled)).toMatchObject({ status: "SUCCESS", progress: 100, results: { sum: 1 } });
    expect(engine.tasks).toHaveLength(1);
  });

  test("when no thread is free, then it is PENDING", async () => {
    const { engine, make, text } = setUp();
    const made = make(rate);
    await engine.time.pass(1000);
    expect(text(await made)).toMatchObject({ status: "PENDING", progress: 0, results: null });
  });

  test("when the worker fails, then it is FAILURE with the cause, and stays so for whoever reads it", async () => {
    const { engine, make, read, text } = setUp();
    const made = make(rate);
    await (await engine.lastTask()).fail(new Error("too many values"));
    expect(text(await made)).toMatchObject({ status: "FAILURE", error: "too many values", results: null });
    expect(text(await read({}))).toMatchObject({ status: "FAILURE", error: "too many values" });
    expect(engine.tasks).toHaveLength(1);
    expect(engine.leases.size).toBe(0);
  });

  test("when a page was too large, then a smaller one is tried, and the large one stays FAILURE until then", async () => {
    const { engine, make, read, text } = setUp();
    await quick(engine, make(search), {}, 30);
    const large = read({ pageSize: 10_000 });
    await (await engine.lastTask()).fail(new Error("too large"));
    expect(text(await large)).toMatchObject({ status: "FAILURE", error: "too large" });
    expect(text(await read({ pageSize: 10_000 }))).toMatchObject({ status: "FAILURE", error: "too large" });
    expect(engine.tasks).toHaveLength(2);
    expect(text(await quick(engine, read({}), { n: 1 }, 30))).toMatchObject({ status: "SUCCESS", error: null });
  });

  test("when no thread had room, then it is FAILURE, and the next who reads it tries again", async () => {
    const { engine, make, read, text } = setUp();
    const made = make(rate);
    await (await engine.lastTask()).fail(new AppError("too_many", "200 tasks wait"));
    expect(text(await made)).toMatchObject({ status: "FAILURE", error: "200 tasks wait" });
    expect(text(await quick(engine, read({}), { sum: 1 }))).toMatchObject({ status: "SUCCESS", error: null });
  });

  test("when the store cannot give a snapshot, then it is FAILURE", async () => {
    const { engine, make, text } = setUp();
    engine.refuseSnapshots = new Error("the intake has ended");
    expect(text(await make(rate))).toMatchObject({ status: "FAILURE", error: "the intake has ended" });
  });

  test("when days are damaged, then every record says so", async () => {
    const { engine, make, text } = setUp();
    engine.warnings = [{ file: "2026-01-02.sqlite.damaged-1", day: "2026-01-02" }];
    const made = make(rate);
    await (await engine.lastTask()).finish();
    expect(text(await made).warnings).toEqual(engine.warnings);
  });

  test("when a worker finds a day damaged, then it is set aside and the question asked again without it", async () => {
    const { engine, make, text } = setUp();
    const made = make(search);
    await (await engine.lastTask()).findDamage("2026-01-02");
    await (await engine.lastTask()).finish({ n: 1 }, { itemCount: 1 });
    expect(text(await made)).toMatchObject({
      status: "SUCCESS",
      results: { n: 1 },
      warnings: [{ file: "2026-01-02.sqlite.damaged-1", day: "2026-01-02" }],
    });
    expect(engine.tasks.map(({ task }) => task.snapshot.lease)).toEqual([1, 2]);
    await engine.time.pass(60_000);
    expect(engine.released.sort()).toEqual([1, 2]);
  });

  test("when damage is found without end, then it is FAILURE in the end", async () => {
    const { engine, make, text } = setUp();
    const made = make(rate);
    for (let found = 0; found < 100; found++) await (await engine.lastTask()).findDamage("2026-01-02");
    expect(text(await made)).toMatchObject({ status: "FAILURE", error: expect.stringContaining("damaged") });
    expect(engine.leases.size).toBe(0);
  });

  test("when it is only validated, then nothing is evaluated and nothing is stored", () => {
    const { engine, service, text } = setUp();
    expect(text(service.validate(rate, ann))).toMatchObject({
      qid: null,
      query_id: null,
      results: null,
      type: "EventRateQuery",
      params: rate.params,
    });
    expect(engine.tasks).toHaveLength(0);
    expect(engine.time.waiting).toBe(0);
  });

  test("when a user has as many finished ones as are kept, then the least recently used gives way, those of others stay", async () => {
    const { engine, make, service, text } = setUp();
    await quick(engine, service.create(rate, bob));
    for (let count = 0; count < finishedPerUserMax; count++) await quick(engine, make(frozen));
    // The first of ann's is used again.
    expect(text(await service.read("q2", {}, ann)).qid).toBe("q2");
    expect(text(await quick(engine, make(frozen))).status).toBe("SUCCESS");
    await expect(service.read("q3", {}, ann)).rejects.toMatchObject({ code: "not_found" });
    for (const qid of ["q2", "q4", `q${finishedPerUserMax + 2}`])
      expect(text(await service.read(qid, {}, ann)).status).toBe("SUCCESS");
    expect(text(await service.stop("q1", bob)).qid).toBe("q1");
  });

  test("when as many as may be are not finished, then 429 for this user and not for another, until one is", async () => {
    const { engine, make, service, text } = setUp();
    await quick(engine, make(frozen));
    const made = Array.from({ length: unfinishedPerUserMax }, () => make(frozen));
    const tooMany = { code: "too_many", details: { headers: { "Retry-After": "1" } } };
    await expect(make(frozen)).rejects.toMatchObject(tooMany);
    expect(() => service.recalculate("q1", ann)).toThrow(expect.objectContaining(tooMany));
    expect(text(service.recalculate("q2", ann)).status).toBe("PENDING");
    await quick(engine, service.create(rate, bob));
    await (await engine.lastTask()).finish({ sum: 1 });
    await service.stop("q3", ann);
    await engine.time.pass(1_000);
    await Promise.all(made);
    expect(text(await service.read("q1", {}, ann)).status).toBe("SUCCESS");
    expect(text(service.recalculate("q1", ann)).status).toBe("PENDING");
    await expect(make(frozen)).rejects.toMatchObject(tooMany);
  });

  test("when a query gives way that is exported, then it stays until the export has ended", async () => {
    const { engine, make, service, queries } = setUp();
    for (let count = 0; count < finishedPerUserMax; count++) await quick(engine, make(frozen));
    let stopped = 0;
    const end = queries.find("q1")!.addExport(() => stopped++);
    await quick(engine, make(frozen));
    await quick(engine, make(frozen));
    expect([stopped, queries.find("q1") !== undefined, queries.find("q2")]).toEqual([0, true, undefined]);
    end();
    await quick(engine, make(frozen));
    expect(queries.find("q1")).toBeUndefined();
    await expect(service.read("q1", {}, ann)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("work without end", () => {
  test("when 300 s of work have passed, then FAILURE, and the thread is told to stop", async () => {
    const { engine, make, read, text } = setUp();
    const made = make(rate);
    const task = await engine.lastTask();
    await engine.time.pass(workMsMax);
    expect(text(await made).status).toBe("PENDING");
    await task.begin();
    await engine.time.pass(workMsMax - 1);
    const waiting = read({});
    await engine.time.pass(1);
    const failed = text(await waiting);
    expect(failed).toMatchObject({ status: "FAILURE", results: null });
    expect(failed.error).toContain("300 s");
    expect(task.toldToStop).toBe(true);
    expect(engine.leases.size).toBe(1);
    await task.finish({ partial: true }, { stopped: true });
    expect(engine.leases.size).toBe(0);
    expect(text(await read({}))).toMatchObject({ status: "FAILURE", results: null });
  });
});

describe("reading again", () => {
  test("when the range moves, then each GET answers against now", async () => {
    const { engine, make, read, text } = setUp();
    await quick(engine, make(rate));
    await engine.time.pass(5000);
    const again = read({});
    await (await engine.lastTask()).finish({ sum: 2 });
    expect(text(await again)).toMatchObject({ status: "SUCCESS", base_time: 1_700_000_006, results: { sum: 2 } });
    expect(engine.tasks.map(({ task }) => task.baseTime)).toEqual([1_700_000_001, 1_700_000_006]);
  });

  test.each([
    ["is frozen", { time_range: lastHour, freeze_time: true }],
    ["has absolute bounds", { time_range: { ts_from: 1000, ts_to: 2000 } }],
  ])("when it %s, then its results stay", async (_, params) => {
    const { engine, make, read, recalculate, text } = setUp();
    await quick(engine, make({ ...rate, params }), { sum: 1 });
    await engine.time.pass(100_000);
    expect(text(await read({}))).toMatchObject({ base_time: 1_700_000_001, results: { sum: 1 } });
    expect(engine.tasks).toHaveLength(1);
    expect(text(recalculate())).toMatchObject({ status: "PENDING", base_time: 1_700_000_101, results: null });
  });

  test.each([[{ ts_from: -60, ts_to: 0 }], [{ ts_from: 1000, ts_to: 0 }], [{ ts_from: -60, ts_to: 2_000_000_000 }]])(
    "when the range is %j, then it moves",
    async (time_range) => {
      const { engine, make, read } = setUp();
      await quick(engine, make({ ...rate, params: { time_range } }));
      await quick(engine, read({}));
      expect(engine.tasks).toHaveLength(2);
    },
  );

  test("when the new evaluation is slow, then the poller sees it in progress, at its end once, and no old results", async () => {
    const { engine, make, read, text } = setUp();
    await quick(engine, make(rate), { sum: 1 });
    const slow = read({});
    const task = await engine.lastTask();
    await task.begin();
    await engine.time.pass(1000);
    expect(text(await slow)).toMatchObject({ status: "IN_PROGRESS", results: null });
    await engine.time.pass(500);
    await task.finish({ sum: 2 });
    expect(text(await read({}))).toMatchObject({ status: "SUCCESS", results: { sum: 2 } });
    expect(engine.tasks).toHaveLength(2);
  });

  test("when it took 1.5 s, then a second poller within 1.5 s sees the same end, and a later one starts anew", async () => {
    const { engine, make, read, text } = setUp();
    const made = make(rate);
    const task = await engine.lastTask();
    await task.begin();
    await engine.time.pass(1500);
    await task.finish({ sum: 1 });
    await made;
    expect(text(await read({}))).toMatchObject({ results: { sum: 1 } });
    await engine.time.pass(1499);
    expect(text(await read({}))).toMatchObject({ results: { sum: 1 } });
    await engine.time.pass(1);
    await quick(engine, read({}));
    expect(engine.tasks).toHaveLength(2);
  });

  test("when an end that nobody saw is a minute old, then it is evaluated anew", async () => {
    const { engine, make, read } = setUp();
    const made = make(rate);
    const task = await engine.lastTask();
    await engine.time.pass(1500);
    await made;
    await task.finish();
    await engine.time.pass(60_000);
    await quick(engine, read({}));
    expect(engine.tasks).toHaveLength(2);
  });

  test("when nobody uses it for an hour, then it is gone, its work stopped and its lease given back", async () => {
    const { engine, make, read } = setUp();
    const made = make(search);
    await engine.time.pass(1000);
    await made;
    await engine.time.pass(idleMsMax - 2000);
    const task = await engine.lastTask();
    const used = read({});
    await engine.time.pass(idleMsMax - 1);
    await used;
    expect(task.toldToStop).toBe(false);
    await engine.time.pass(1);
    expect(task.toldToStop).toBe(true);
    await task.finish({}, { stopped: true });
    expect(engine.leases.size).toBe(0);
    await expect(read({})).rejects.toMatchObject({ code: "not_found" });
    expect(engine.time.waiting).toBe(0);
  });
});

describe("who sees it and what", () => {
  test.each([
    ["read", (service: Service) => service.read("q1", {}, bob)],
    ["recalculate", async (service: Service) => service.recalculate("q1", bob)],
    ["stop", (service: Service) => service.stop("q1", bob)],
    ["remove", (service: Service) => service.remove("q1", bob)],
  ])("when another user asks to %s, then 404 as if there were none", async (_, ask) => {
    const { engine, make, service, read } = setUp();
    await quick(engine, make(rate));
    await expect(ask(service)).rejects.toMatchObject({ code: "not_found", message: "Not found." });
    await quick(engine, read({}));
  });

  test("when a superuser reads it, then it is evaluated under its owner's limits", async () => {
    const { engine, make, service, text, limits } = setUp();
    limits.set(ann.userId, ["web*"]);
    await quick(engine, make(rate, { ...ann, hosts: ["web*"] }));
    const seen = await quick(engine, service.read("q1", {}, root));
    expect(text(seen).owner_id).toBe(ann.userId);
    expect(engine.tasks[1]?.task.hosts).toEqual(["web*"]);
  });

  test("when a superuser has other limits himself, then he does not see it", async () => {
    const { engine, make, service } = setUp();
    await quick(engine, make(rate));
    await expect(service.read("q1", {}, { ...root, hosts: ["db*"] })).rejects.toMatchObject({ code: "not_found" });
  });

  test("when the owner is gone, then a superuser does not see it either", async () => {
    const { engine, make, service, limits } = setUp();
    await quick(engine, make(rate));
    limits.delete(ann.userId);
    await expect(service.read("q1", {}, root)).rejects.toMatchObject({ code: "not_found" });
  });

  test("when the owner's limits were narrowed, then results of before are never shown, frozen or not", async () => {
    const { engine, make, service, text } = setUp();
    const params = { time_range: lastHour, freeze_time: true };
    await quick(engine, make({ ...rate, params }), { secret: true });
    const limited = { ...ann, hosts: ["web*"] };
    const stopped = await service.stop("q1", limited);
    expect(text(stopped).results).toBeNull();
    const again = service.recalculate("q1", limited);
    expect(text(again).results).toBeNull();
    expect(engine.tasks.slice(1).every(({ task }) => task.hosts[0] === "web*")).toBe(true);
  });
});

describe("memory", () => {
  test("when results outgrow the bound, then the longest unused query loses its own and is evaluated again when read", async () => {
    const { engine, make, read, text } = setUp();
    const params = { time_range: { ts_from: 1, ts_to: 2 } };
    const big = "x".repeat(resultBytes / 2);
    await quick(engine, make({ ...rate, params }), { big });
    await quick(engine, make({ ...rate, params }), { big });
    expect(engine.tasks).toHaveLength(2);
    const again = read({});
    await (await engine.lastTask()).finish({ small: 1 });
    expect(engine.tasks).toHaveLength(3);
    expect(text(await again).results).toEqual({ small: 1 });
    expect(text(await read({}, "q2")).results).toEqual({ big });
    expect(engine.tasks).toHaveLength(3);
  });
});
