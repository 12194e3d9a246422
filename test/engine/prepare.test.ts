import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { borrow } from "../../src/engine/ask.ts";
import { type Engine, openEngine } from "../../src/engine/open-engine.ts";
import type { EventStore } from "../../src/eventstore/event-store.ts";
import { lightEventsMax } from "../../src/pool/limits.ts";
import { openWorkerPool, type WorkerPool } from "../../src/pool/worker-pool.ts";
import { parseQuery } from "../../src/query/parse/parse-query.ts";
import { ControlWords } from "../../src/runtime/control-words.ts";
import { patienceMs, until } from "../support/patience.ts";
import { baseTime, event } from "../support/store/event-arbitrary.ts";
import { commit, newFolder, openStore } from "../support/store/store-folder.ts";

const few = 1_000;

describe("threads for heavy questions, before anybody asks", () => {
  let store: EventStore;
  let pool: WorkerPool;
  let engine: Engine;
  let lent: Set<number>;
  let told: string[];
  /** Whether rehearsals go on until they are stopped. */
  let isSlow = false;
  /** Those that threads rehearse with. */
  let controls: Set<SharedArrayBuffer>;
  /** Kinds of the tasks of rehearsals. */
  let rehearsed: string[];

  beforeAll(() => {
    const filled = openStore(newFolder());
    const rows = 10_050;
    for (let first = 0; first <= lightEventsMax; first += rows)
      filled.append(
        commit({
          events: Array.from({ length: rows }, (_, i) =>
            event(`request ${first + i} from the client`, baseTime + (first + i) * 1_000, { host: `web${i % 3}` }),
          ),
        }),
      );
    store = filled;
  });
  afterAll(() => store.close());
  afterEach(() => pool.close());

  /** `events`: about how many the service begins with; undefined: all. On a busy machine threads rehearse for long. */
  function open(events?: number, rehearseMs = patienceMs): void {
    pool = openWorkerPool({ threads: 2 });
    lent = new Set();
    told = [];
    controls = new Set();
    rehearsed = [];
    const span = events === undefined ? undefined : { from: baseTime, to: baseTime + events * 1_000 };
    const run: WorkerPool["run"] = (worker, task, ...rest) => {
      const { kind, control } = task as { kind: string; control: SharedArrayBuffer };
      if (kind === "rehearse") controls.add(control);
      if (controls.has(control)) rehearsed.push(kind);
      if (kind === "rehearse" && isSlow)
        return until(() => areStopped()[0]!, "a question is stopped").then(() => []) as never;
      return pool.run(worker, task, ...rest);
    };
    const parts = { sources: {}, links: {}, log: { debug: (_: unknown, text: string) => told.push(text) } };
    engine = openEngine({
      ...(parts as unknown as Pick<Parameters<typeof openEngine>[0], "sources" | "links" | "log">),
      intake: {
        snapshot: async (asked, asOf) => {
          const snapshot = store.snapshot(asked ?? span, asOf);
          lent.add(snapshot.lease);
          return snapshot;
        },
        release: (lease) => {
          lent.delete(lease);
          store.release(lease);
        },
        setAside: () => expect.fail("nothing is damaged"),
      },
      pool: { run },
      records: { bytes: 1_000_000, threads: 2 },
      rehearseMs,
    });
  }

  function ask(events: number) {
    const from = Math.floor(baseTime / 1e6);
    const time_range = { ts_from: from, ts_to: from + Math.ceil(events / 1_000), timezone: "UTC" };
    const { type, params } = parseQuery(
      { type: "TopN", params: { field: "host", q: "request", time_range } },
      { timezone: "UTC", now: from },
    );
    return engine.ask({ type, params, baseTime: from, hosts: [], userId: 1 }, new ControlWords().shared);
  }

  const areStopped = () => [...controls].map((control) => new ControlWords(control).isStopped);

  test("when a service begins with few events, then none is loaded", async () => {
    open(few);
    await engine.prepare();
    expect([pool.status().threads, lent.size, told]).toEqual([0, 0, []]);
  });

  test("when it begins with many, then each rehearses, usual questions are asked, and a light one of a person does not end that", async () => {
    open();
    const prepared = engine.prepare();
    await ask(few);
    expect(areStopped()).toEqual([false]);
    await prepared;
    expect([pool.status().threads, lent.size, told]).toEqual([3, 0, []]);
    expect(rehearsed.slice(0, 2)).toEqual(["rehearse", "rehearse"]);
    expect(rehearsed.filter((kind) => kind === "query").length).toBeGreaterThanOrEqual(11);
  });

  test("when a heavy question comes, then they rehearse no more", async () => {
    open();
    const prepared = engine.prepare();
    const answered = ask(lightEventsMax + 1);
    const { results } = await answered;
    expect(areStopped()).toEqual([true]);
    expect(JSON.parse(Buffer.from(results).toString()).totals.values).toHaveLength(3);
    await prepared;
    expect([lent.size, told]).toEqual([0, []]);
  });

  test("when a question of theirs takes long, then it is stopped when their time is over", async () => {
    open(undefined, 20);
    isSlow = true;
    await engine.prepare();
    isSlow = false;
    expect([areStopped(), lent.size, told]).toEqual([[true], 0, []]);
  });

  test("when only patterns are looked up, as at a start, then they rehearse all the same", async () => {
    open();
    const control = new ControlWords().shared;
    const { snapshot, giveBack } = await borrow(engine.instants);
    const patterns = engine.threads.run({ kind: "patterns", snapshot, control });
    const prepared = engine.prepare();
    await until(() => controls.size > 0, "they rehearse");
    expect(areStopped()).toEqual([false]);
    await Promise.all([patterns, prepared]);
    giveBack();
  });

  test("when it is stopped before they have, then that is no failure", async () => {
    open();
    const prepared = engine.prepare();
    await until(() => controls.size > 0, "they rehearse");
    await engine.close();
    expect(areStopped()).toEqual([true]);
    await pool.close();
    await prepared;
    expect([pool.status().threads, lent.size]).toEqual([0, 0]);
  });
});
