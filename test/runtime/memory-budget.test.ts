import { describe, expect, test } from "vitest";
import { memoryBudget } from "../../src/runtime/memory-budget.ts";

describe("the memory budget", () => {
  test("when there is little memory, then each share is still enough to work with", () => {
    const { heapBytes, cacheBytes, distinctBytes, sealBytes, bytesInFlight, bytesBeingRead } = memoryBudget(200, 8);
    expect(heapBytes).toBe(25 * 1024 * 1024);
    for (const share of [cacheBytes, distinctBytes, sealBytes, bytesInFlight, bytesBeingRead])
      expect(share).toBeGreaterThan(1024 * 1024);
  });

  test.each([300, 700, 4_000])("when %i MB may be used, then all threads together stay below it", (memoryMb) => {
    for (const threads of [1, 4, 64]) {
      const { cacheBytes, lightCacheBytes, distinctBytes, recordBytes, ...bytes } = memoryBudget(memoryMb, threads);
      const ofThreads = cacheBytes * threads + lightCacheBytes * Math.max(2, threads) + distinctBytes * threads;
      const all = ofThreads + recordBytes + bytes.sealBytes + bytes.bytesInFlight + bytes.bytesBeingRead;
      expect(all).toBeLessThan(memoryMb * 1024 * 1024);
    }
  });
});
