import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "../../../src/engine/open-engine.ts";
import type { EventStore } from "../../../src/eventstore/event-store.ts";
import { createLog } from "../../../src/lib/log.ts";
import { lightEventsMax } from "../../../src/pool/limits.ts";
import { openWorkerPool, type WorkerPool } from "../../../src/pool/worker-pool.ts";
import { createTeam } from "../../../src/query/execution/team.ts";
import { parseQuery } from "../../../src/query/parse/parse-query.ts";
import { ControlWords } from "../../../src/runtime/control-words.ts";
import { patienceMs, until } from "../../support/patience.ts";
import { baseTime, event } from "../../support/store/event-arbitrary.ts";
import { commit, newFolder, openStore } from "../../support/store/store-folder.ts";

/**
 * Real threads over a real store; the one thread for heavy questions is held by one that waits for a helper who never
 * comes, until it is stopped.
 */
describe("questions that count as heavy while all threads for such are taken", () => {
  const events = lightEventsMax + 1_000;
  const from = Math.floor(baseTime / 1e6);
  const time_range = { ts_from: from - 10, ts_to: from + 1_000, timezone: "UTC" };
  const byHost = { type: "TopN", params: { field: "host", q: "message:odd", time_range } };
  const page = { type: "Search", params: { q: "message:odd host:web1", page_size: 3, time_range } };
  const stop: { all(): void } = { all: () => undefined };
  let store: EventStore;
  let pool: WorkerPool;

  beforeAll(() => {
    const patient = openStore(newFolder());
    const rows = (first: number) =>
      Array.from({ length: 10_050 }, (_, i) =>
        event(i % 2 === 0 ? "even" : "odd", baseTime + (first + i) * 1_000, { host: `web${i % 3}` }),
      );
    for (let first = 0; first < events; first += 10_050) patient.append(commit({ events: rows(first) }));
    store = patient;
    pool = openWorkerPool({ threads: 1 });
  });

  afterAll(async () => {
    stop.all();
    await pool.close();
    store.close();
  });

  function open(budgetMs: number) {
    const engine = openEngine({
      intake: {
        snapshot: async (span, asOf) => store.snapshot(span, asOf),
        release: (lease) => store.release(lease),
        setAside: () => expect.fail("nothing is damaged"),
      },
      pool,
      sources: {} as never,
      links: {} as never,
      records: { bytes: 64 * 1024 * 1024, threads: 1 },
      log: createLog("silent"),
      answerWaitMs: patienceMs,
      budgetMs,
    });
    return (body: { type: string; params: object }) => {
      const { type, params } = parseQuery(body, { timezone: "UTC", now: from });
      const query = engine.queries.create({ ownerId: 1, askedType: type, type, params, namesTimezone: true }, []);
      return query.view.run;
    };
  }

  /** Until it is let go, no other heavy task has a thread. */
  async function holdThread() {
    const words = new ControlWords();
    const begun = words.whenBegun();
    const snapshot = store.snapshot({ from: baseTime, to: baseTime + 1e9 });
    const team = createTeam(snapshot.segments.length, 1);
    // Somebody is at work, says the first word of the board.
    Atomics.store(new Int32Array(team.task.board), 0, 1);
    const { type, params } = parseQuery(byHost, { timezone: "UTC", now: from });
    const task = {
      kind: "query",
      type,
      params,
      baseTime: from,
      hosts: [],
      snapshot,
      control: words.shared,
      team: team.task,
    };
    const ended = pool.run("query", task, "heavy", undefined, {
      help: { ports: team.task.found, tasks: [], leave: () => undefined, lost: () => undefined },
    });
    await begun;
    stop.all = () => words.stop();
    return async () => {
      stop.all();
      await ended;
      store.release(snapshot.lease);
    };
  }

  const textOf = (results: Uint8Array | undefined) => JSON.parse(Buffer.from(results!).toString());

  test("when they are done soon, then they are answered before it lets go, as they are without it", async () => {
    const ask = open(Number.POSITIVE_INFINITY);
    const letGo = await holdThread();
    const beside = [ask(byHost), ask(page)];
    await Promise.all(beside.map(({ settled }) => settled));
    expect(pool.status().running.heavy).toBe(1);
    await letGo();
    // Other threads, which know nothing of the answers of before.
    const alone = [open(0)(byHost), open(0)(page)];
    await Promise.all(alone.map(({ settled }) => settled));
    for (const [i, run] of beside.entries()) {
      expect([run.status, alone[i]!.status]).toEqual(["SUCCESS", "SUCCESS"]);
      expect(textOf(run.results)).toEqual(textOf(alone[i]!.results));
    }
  });

  test("when they are not, then they are given up, wait for it, and are answered then", async () => {
    const ask = open(0);
    const letGo = await holdThread();
    const run = ask(byHost);
    await until(() => pool.status().waiting.heavy === 1 && pool.status().running.heavy === 1, "it waits again");
    expect(run.status).toBe("PENDING");
    await letGo();
    await run.settled;
    expect([run.status, run.progress]).toEqual(["SUCCESS", 100]);
    expect(textOf(run.results).totals.values).toHaveLength(3);
  });

  test("when they are stopped while they are tried or wait, then STOPPED, and the next is tried", async () => {
    const ask = open(Number.POSITIVE_INFINITY);
    const letGo = await holdThread();
    const stopped = Array.from({ length: 4 }, () => ask(byHost));
    for (const run of stopped) run.stop();
    const run = ask(page);
    await run.settled;
    expect(stopped.map(({ status }) => status)).toEqual(Array(4).fill("STOPPED"));
    expect(run.status).toBe("SUCCESS");
    await letGo();
    await Promise.all(stopped.map(({ ended }) => ended));
  });
});
