import { describe, expect, test } from "vitest";
import { ann, quick, rate, search, setUp } from "../api/query/manual-service.ts";
import { settle } from "../api/query/manual-time.ts";

describe("pages of a search", () => {
  test("when a page is asked for within a minute, then it comes from the same instant and base_time", async () => {
    const { engine, make, read, text } = setUp();
    await quick(engine, make(search), { page: "first" }, 35);
    await engine.time.pass(30_000);
    const second = read({ page: 2 });
    await (await engine.lastTask()).finish({ page: "second" }, { itemCount: 35 });
    expect(text(await second)).toMatchObject({
      status: "SUCCESS",
      base_time: 1_700_000_001,
      results: { page: "second" },
    });
    expect(text(await read({ page: 1 }))).toMatchObject({ results: { page: "first" } });
    expect(engine.tasks.map(({ task }) => [task.snapshot.lease, task.page])).toEqual([
      [1, { offset: 0, size: 10 }],
      [1, { offset: 10, size: 10 }],
    ]);
    expect([...engine.leases]).toEqual([1]);
  });

  test("when a minute has passed, then the lease is given back and a page is of a new instant", async () => {
    const { engine, make, read, text } = setUp();
    await quick(engine, make(search), {}, 35);
    await engine.time.pass(60_000);
    expect(engine.released).toEqual([1]);
    const second = read({ page: 2 });
    await (await engine.lastTask()).finish({}, { itemCount: 35 });
    expect(text(await second).base_time).toBe(1_700_000_061);
    expect(engine.tasks[1]?.task.snapshot.lease).toBe(2);
  });

  test("when the lease would end while a page is read, then it is kept until the thread is free", async () => {
    const { engine, make, read } = setUp();
    await quick(engine, make(search), {}, 35);
    await engine.time.pass(59_900);
    const second = read({ page: 2 });
    const task = await engine.lastTask();
    await engine.time.pass(1000);
    await second;
    expect(engine.released).toEqual([]);
    await task.finish({}, { itemCount: 35 });
    expect(engine.released).toEqual([1]);
  });

  test.each([
    ["page", { page: 3 }, { offset: 20, size: 10 }],
    ["page_size", { page: 2, pageSize: 5 }, { offset: 5, size: 5 }],
    ["offset over page", { page: 2, offset: 7 }, { offset: 7, size: 10 }],
    ["offset 0", { page: 2, offset: 0, pageSize: 20 }, { offset: 0, size: 20 }],
  ])("when %s is given, then these rows are read", async (_, request, page) => {
    const { engine, make, read } = setUp();
    await quick(engine, make(search), {}, 35);
    await quick(engine, read(request), {}, 35);
    expect(engine.tasks[1]?.task.page).toEqual(page);
  });

  test("when the params name a page or an offset, then the record without parameters has it", async () => {
    const { engine, make } = setUp();
    await quick(engine, make({ ...search, params: { ...search.params, page: 3, page_size: 7 } }));
    await quick(engine, make({ ...search, params: { ...search.params, page: 3, offset: 4 } }));
    expect(engine.tasks.map(({ task }) => task.page)).toEqual([
      { offset: 14, size: 7 },
      { offset: 4, size: 10 },
    ]);
  });

  test.each([[{ page: 4 }], [{ offset: 30 }]])(
    "when %j is past the end, then 404 without any work",
    async (request) => {
      const { engine, make, read } = setUp();
      await quick(engine, make(search), {}, 30);
      await expect(read(request)).rejects.toMatchObject({ code: "not_found", message: "Invalid page." });
      expect(engine.tasks).toHaveLength(1);
    },
  );

  test("when nothing was found, then page 1 is there and page 2 is not", async () => {
    const { engine, make, read } = setUp();
    await quick(engine, make(search), {}, 0);
    await read({ page: 1 });
    await expect(read({ page: 2 })).rejects.toMatchObject({ code: "not_found" });
  });

  test("when a page past the end is only known after reading it, then 404", async () => {
    const { engine, make, read } = setUp();
    await quick(engine, make(search), {}, 30);
    await engine.time.pass(60_000);
    const late = read({ page: 9 });
    const refusal = late.catch((error: unknown) => error);
    await (await engine.lastTask()).finish({}, { itemCount: 30 });
    expect(await refusal).toMatchObject({ code: "not_found" });
  });

  test("when the question is of another kind, then paging is ignored", async () => {
    const { engine, make, read } = setUp();
    await quick(engine, make(rate));
    await quick(engine, read({ page: 7, pageSize: 3, offset: 9 }));
    expect(engine.tasks[1]?.task.page).toBeUndefined();
  });

  test("when eight pages are in work, then a ninth is 429, and when one is finished it makes room", async () => {
    const { engine, make, read } = setUp();
    await quick(engine, make(search), {}, 1000);
    const reads = [2, 3, 4, 5, 6, 7, 8].map((page) => read({ page }));
    await settle();
    await expect(read({ page: 9 })).rejects.toMatchObject({ code: "too_many" });
    await engine.tasks[1]?.finish({}, { itemCount: 1000 });
    await quick(engine, read({ page: 9 }));
    await engine.time.pass(1000);
    await Promise.all(reads);
  });

  test("when what can be done with fields is asked for, then the worker is told so for a search only", async () => {
    const { engine, make, read } = setUp();
    await quick(engine, make(search), {}, 30);
    await quick(engine, read({ actionsHint: true }), {}, 30);
    expect(engine.tasks.map(({ extras }) => extras.actionsHint)).toEqual([false, true]);
  });
});

describe("stop, recalculate, remove", () => {
  test("when it is stopped in work, then the partial results are kept and stay", async () => {
    const { engine, make, read, service, text } = setUp();
    const made = make(rate);
    const task = await engine.lastTask();
    await task.begin();
    await engine.time.pass(1000);
    await made;
    const stopped = service.stop("q1", ann);
    await settle();
    expect(task.toldToStop).toBe(true);
    await task.finish({ sum: 5 }, { stopped: true });
    expect(text(await stopped)).toMatchObject({ status: "STOPPED", results: { sum: 5 } });
    await engine.time.pass(70_000);
    expect(text(await read({}))).toMatchObject({ status: "STOPPED", results: { sum: 5 }, base_time: 1_700_000_001 });
    expect(engine.tasks).toHaveLength(1);
    expect(engine.leases.size).toBe(0);
  });

  test("when it is stopped before a thread was free, then the answer does not wait for one", async () => {
    const { engine, make, service, text } = setUp();
    const made = make(rate);
    await engine.time.pass(1000);
    await made;
    expect(text(await service.stop("q1", ann))).toMatchObject({ status: "STOPPED", results: null });
    expect(engine.leases.size).toBe(1);
    await (await engine.lastTask()).finish({}, { stopped: true });
    expect(engine.leases.size).toBe(0);
  });

  test("when the answer was complete when the stop came, then it is STOPPED all the same, never first this then that", async () => {
    const { engine, make, service, text } = setUp();
    const made = make(rate);
    const task = await engine.lastTask();
    await task.begin();
    const stopped = service.stop("q1", ann);
    await task.finish({ sum: 1 }, { stopped: false });
    expect(text(await stopped)).toMatchObject({ status: "STOPPED", results: { sum: 1 } });
    expect(text(await made)).toMatchObject({ status: "STOPPED" });
  });

  test("when it is finished, then stop changes nothing", async () => {
    const { engine, make, service, text } = setUp();
    await quick(engine, make(rate), { sum: 1 });
    expect(text(await service.stop("q1", ann))).toMatchObject({
      status: "SUCCESS",
      progress: 100,
      results: { sum: 1 },
    });
  });

  test("when a search is stopped, then a page that was never begun is 404", async () => {
    const { engine, make, read, service, text } = setUp();
    make(search);
    const task = await engine.lastTask();
    await task.begin();
    const stopped = service.stop("q1", ann);
    await task.finish({ page: "first" }, { stopped: true, itemCount: 3 });
    await stopped;
    await expect(read({ page: 2 })).rejects.toMatchObject({ code: "not_found" });
    expect(text(await read({ page: 1 }))).toMatchObject({ status: "STOPPED", results: { page: "first" } });
    expect(engine.leases.size).toBe(0);
  });

  test.each(["in work", "finished", "stopped", "failed"])(
    "when it is %s, then recalculate makes it PENDING",
    async (state) => {
      const { engine, make, recalculate, read, service, text } = setUp();
      const made = make(search);
      const task = await engine.lastTask();
      if (state === "finished") await task.finish({}, { itemCount: 30 });
      if (state === "failed") await task.fail(new Error("no"));
      if (state === "stopped") await service.stop("q1", ann);
      await engine.time.pass(2000);
      await made;
      expect(text(recalculate())).toMatchObject({
        status: "PENDING",
        progress: 0,
        base_time: 1_700_000_003,
        results: null,
        error: null,
      });
      await task.finish({}, { stopped: true });
      expect(engine.released).toContain(1);
      await (await engine.lastTask()).finish({ fresh: true }, { itemCount: 1 });
      expect(text(await read({}))).toMatchObject({ status: "SUCCESS", results: { fresh: true } });
      expect(engine.tasks).toHaveLength(2);
    },
  );

  test("when it is recalculated while somebody waits for it, then he gets the new state and not a stopped one", async () => {
    const { engine, make, recalculate, text } = setUp();
    const made = make(rate);
    const task = await engine.lastTask();
    await task.begin();
    recalculate();
    await task.finish({}, { stopped: true });
    expect(text(await made)).toMatchObject({ status: "PENDING", results: null });
  });

  test("when it is removed, then the last record is answered, then 404, and nothing is left behind", async () => {
    const { engine, make, read, service, text } = setUp();
    await quick(engine, make(search), { n: 1 }, 30);
    expect(text(await service.remove("q1", ann))).toMatchObject({ qid: "q1", status: "SUCCESS", results: { n: 1 } });
    await expect(read({})).rejects.toMatchObject({ code: "not_found" });
    await expect(service.remove("q1", ann)).rejects.toMatchObject({ code: "not_found" });
    expect(engine.leases.size).toBe(0);
    expect(engine.time.waiting).toBe(0);
  });

  test("when the service ends, then all work is stopped and all leases are given back", async () => {
    const { engine, make, queries } = setUp();
    await quick(engine, make(search), {}, 30);
    make(rate);
    const task = await engine.lastTask();
    queries.close();
    await task.finish({}, { stopped: true });
    expect(engine.leases.size).toBe(0);
  });
});
