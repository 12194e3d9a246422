import { describe, expect, test } from "vitest";
import { bodyBytesMax } from "../../src/ingest/limits.ts";
import { memoryOfBody } from "../../src/ingest/receive/body-memory.ts";
import { memoryBudget, memoryMbMin } from "../../src/runtime/memory-budget.ts";

const megabyte = 1024 * 1024;

describe("the memory budget", () => {
  test("when there is little memory, then each share is still enough to work with", () => {
    const budget = memoryBudget(memoryMbMin, 8);
    expect(budget.heapBytes).toBe(65 * megabyte);
    for (const share of ["cacheBytes", "distinctBytes", "sealBytes", "bytesInFlight", "bytesBeingRead"] as const)
      expect(budget[share]).toBeGreaterThan(8 * megabyte);
  });

  test("when many threads share it, then each keeps at least a column of the largest segment", () => {
    for (const wanted of [1, 2, 4, 8, 64])
      expect(memoryBudget(700, wanted).cacheBytes).toBeGreaterThanOrEqual(12 * megabyte);
  });

  test.each([memoryMbMin, 700, 4_000])(
    "when %i MB may be used, then all threads together stay below it",
    (memoryMb) => {
      for (const wanted of [1, 4, 64]) {
        const budget = memoryBudget(memoryMb, wanted);
        const { threads, cacheBytes, lightCacheBytes, distinctBytes } = budget;
        const ofThreads = (cacheBytes + distinctBytes) * threads + lightCacheBytes * Math.max(2, threads);
        const all = ofThreads + budget.recordBytes + budget.sealBytes + budget.bytesInFlight + budget.bytesBeingRead;
        expect(all).toBeLessThan(memoryMb * megabyte);
      }
    },
  );

  test("when more threads are wanted than there is memory for, then there are fewer, and at least one", () => {
    expect([memoryMbMin, 600, 700, 4_000].map((memoryMb) => memoryBudget(memoryMb, 8).threads)).toEqual([1, 2, 5, 8]);
    expect(memoryBudget(4_000, 2).threads).toBe(2);
  });

  test("when a largest body and a heavy task come together, then there is room for both at any bound", () => {
    for (const memoryMb of [memoryMbMin, 600, 700, 4_000]) {
      const { sharedBytes, taskBytes } = memoryBudget(memoryMb, 8);
      expect(memoryOfBody(bodyBytesMax, false) + taskBytes).toBeLessThanOrEqual(sharedBytes);
    }
  });
});
