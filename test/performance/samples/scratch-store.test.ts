import { expect, test } from "vitest";
import type { StoreStatus } from "../../../src/eventstore/event-store.ts";
import { OpenScratch, type ScratchStore } from "../../../src/performance/samples/scratch-store.ts";
import { Workload } from "../../../src/performance/workload.ts";

test("when closing seals nothing, as on a busy machine, then all is sealed by upkeep, and its size is told", async () => {
  let unsealed = 3;
  const openStore = (_: string, _toSeal?: boolean, sealEventsMax = Number.POSITIVE_INFINITY): ScratchStore => ({
    deliver: () => Promise.reject(new Error("nothing is delivered")),
    snapshot: () => Promise.reject(new Error("nothing is asked")),
    release: () => undefined,
    ruleCount: async () => 0,
    close: async () => undefined,
    status: async () => {
      if (unsealed > sealEventsMax - 1) unsealed -= 1;
      return { tail: { events: unsealed }, days: [{ events: 3, bytes: 300 }] } as StoreStatus;
    },
  });
  const scratch = new OpenScratch("events", { openStore, ask: () => ({ rowsRead: 0 }) });
  const workload = new Workload({ isStopped: false, progress: 0 });
  expect(await scratch.seal(workload)).toBe(100);
  expect(unsealed).toBe(0);
});
