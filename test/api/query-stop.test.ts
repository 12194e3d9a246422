import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../support/service/start-service.ts";

describe("questions that take long", () => {
  /** No text is certain to stand in what these patterns match, so every message has to be tried. */
  const slow = {
    type: "Search",
    params: {
      filter: Array.from({ length: 60 }, (_, index) => ({
        field: "message",
        op: "!~",
        value: `(a|b|ab|ba)*[c-d]{3,200}x{1,3}y?[f-g]{1,${index + 1}}$`,
      })),
    },
  };
  /** All threads for light tasks of a service with one query thread. */
  const threads = 2;
  let own: Service;

  beforeAll(async () => {
    own = await startService({ settings: { queryThreads: 1 }, answerWaitMs: 100 });
    const filler = "abab cdcd ".repeat(800);
    for (let batch = 0; batch < 10; batch++) {
      const events = Array.from({ length: 400 }, (_, index) => ({ host: "h", message: `${batch} ${index} ${filler}` }));
      const { status, text } = await own.call("POST", "/incoming", { body: { events } });
      if (status !== 200) throw new Error(`not stored: ${status} ${text}`);
    }
  });

  afterAll(() => own.close());

  const post = async (body: object) => (await own.call("POST", "/api/query", { body })).body;
  const act = async (qid: string, action: string) => (await own.call("GET", `/api/query/${qid}/${action}`)).body;

  /** Of a stopped query; what it found follows when its thread lets go, which a busy machine makes late. */
  async function readFound(qid: string) {
    let { body } = await own.call("GET", `/api/query/${qid}`);
    while (body.results === null) ({ body } = await own.call("GET", `/api/query/${qid}`));
    return body;
  }

  /** A slow query that a thread is at work on. */
  async function begin() {
    let record = await post(slow);
    while (record.status === "PENDING") record = (await own.call("GET", `/api/query/${record.qid}`)).body;
    expect(record).toMatchObject({ status: "IN_PROGRESS", results: null });
    return record;
  }

  /** The slow ones take half a minute, so that a quick one gets no thread before they end, unless one lets go. */
  async function expectFreeThread(beside: { qid: string }): Promise<void> {
    const read = async (qid: string) => (await own.call("GET", `/api/query/${qid}`)).body;
    let record = await post({ type: "TopN", params: {} });
    while (["PENDING", "IN_PROGRESS"].includes(record.status)) record = await read(record.qid);
    expect(record.status).toBe("SUCCESS");
    expect(["PENDING", "IN_PROGRESS"]).toContain((await read(beside.qid)).status);
  }

  test("when it is stopped, then STOPPED with what was found so far, for ever after, and its thread is free", async () => {
    const made = await Promise.all(Array.from({ length: threads }, begin));
    const waiting = await post(slow);
    expect(waiting).toMatchObject({ status: "PENDING", progress: 0, results: null });
    expect(await act(waiting.qid, "stop")).toMatchObject({ status: "STOPPED", results: null });
    for (const [at, { qid }] of made.entries()) {
      expect(await act(qid, "stop")).toMatchObject({ status: "STOPPED", error: null });
      const stopped = await readFound(qid);
      expect(stopped.results.events.objects.length).toBeLessThan(4000);
      expect((await own.call("GET", `/api/query/${qid}`)).body).toEqual(stopped);
      expect((await own.call("GET", `/api/query/${qid}?page=2&page_size=1`)).status).toBe(404);
      expect((await own.call("POST", `/api/query/${qid}/stop`)).body).toEqual(stopped);
      if (at === 0) await expectFreeThread(made[1]);
    }
  });

  test("when it is polled, then its progress never falls and its base_time stays", async () => {
    const made = await begin();
    let { progress } = made;
    for (let poll = 0; poll < 2; poll++) {
      const { body } = await own.call("GET", `/api/query/${made.qid}`);
      expect(body).toMatchObject({ status: "IN_PROGRESS", base_time: made.base_time, results: null });
      expect(body.progress).toBeGreaterThanOrEqual(progress);
      ({ progress } = body);
    }
    await act(made.qid, "remove");
  });

  test("when it is recalculated in work, then the work of before ends; when removed, all ends", async () => {
    const made = await Promise.all(Array.from({ length: threads }, begin));
    for (const { qid } of made)
      expect(await act(qid, "recalculate")).toMatchObject({ status: "PENDING", results: null });
    for (const [at, { qid }] of made.entries()) {
      expect(await act(qid, "remove")).toMatchObject({ qid, status: "STOPPED" });
      expect((await own.call("GET", `/api/query/${qid}`)).status).toBe(404);
      if (at === 0) await expectFreeThread(made[1]);
    }
  });
});
