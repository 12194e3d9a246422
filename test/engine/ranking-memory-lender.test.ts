import { describe, expect, test } from "vitest";
import { RankingMemoryLender } from "../../src/engine/ranking-memory-lender.ts";

describe("memory that questions share", () => {
  test("when several are answered at once, then one has most of it, and together they have no more than there is", async () => {
    const room = new RankingMemoryLender(1_000, 3);
    const given: number[] = [];
    const { promise: end, resolve } = Promise.withResolvers<void>();
    const asked = Array.from({ length: 4 }, () =>
      room.lend((bytes) => {
        given.push(bytes);
        return end;
      }),
    );
    expect(given.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(1_000);
    expect(given[0]).toBeGreaterThan(700);
    resolve();
    await Promise.all(asked);
  });

  test("when the one that had most of it is over or has failed, then the next one has it", async () => {
    const room = new RankingMemoryLender(1_000, 1);
    await expect(room.lend(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await room.lend(async (bytes) => bytes)).toBe(await room.lend(async (bytes) => bytes));
  });
});
