import { afterEach, expect, test } from "vitest";
import { type Engine, openEngine } from "../../src/engine/open-engine.ts";
import type { SegmentHandle, Snapshot } from "../../src/eventstore/snapshot.ts";
import { lightEventsMax } from "../../src/pool/limits.ts";
import { openWorkerPool, type WorkerPool } from "../../src/pool/worker-pool.ts";

let pool: WorkerPool;
let engine: Engine;
let lent: Set<number>;
let told: string[];
afterEach(() => pool.close());

function open(rows: number): void {
  pool = openWorkerPool({ threads: 2 });
  lent = new Set();
  told = [];
  const parts = { sources: {}, links: {}, log: { debug: (_: unknown, text: string) => told.push(text) } };
  engine = openEngine({
    ...(parts as unknown as Pick<Parameters<typeof openEngine>[0], "sources" | "links" | "log">),
    intake: {
      snapshot: async () => {
        lent.add(1);
        return {
          lease: 1,
          eventsFolder: "",
          warnings: [],
          segments: [{ rows } as SegmentHandle],
        } as unknown as Snapshot;
      },
      release: (lease) => lent.delete(lease),
      setAside: () => undefined,
    },
    pool,
    records: { bytes: 1_000_000, threads: 2 },
  });
}

test.each([
  [lightEventsMax, 0],
  [lightEventsMax + 1, 2],
])("when a service begins with %d events, then %d threads for heavy questions are loaded", async (rows, threads) => {
  open(rows);
  await engine.prepare();
  expect([pool.status().threads, lent.size, told]).toEqual([threads, 0, []]);
  await engine.close();
});

test("when it is stopped before they are, then that is no failure", async () => {
  open(lightEventsMax + 1);
  const prepared = engine.prepare();
  await pool.close();
  await prepared;
  expect([pool.status().threads, lent.size, told.length]).toEqual([0, 0, 1]);
});
