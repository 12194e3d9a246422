import { describe, expect, test } from "vitest";
import { hashPassword, verifyPassword } from "../../src/lib/password.ts";

describe("passwords", () => {
  test("when a password is hashed, then it is Argon2id and verifies only itself", async () => {
    const hash = await hashPassword("correct horse");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword("correct horse", hash)).toBe(true);
    expect(await verifyPassword("correct horse ", hash)).toBe(false);
  });

  test("when there is no hash to hold it against, then it is wrong and costs as much", async () => {
    const hash = await hashPassword("correct horse");
    await verifyPassword("x", undefined);
    const measure = async (given: string | undefined) => {
      const startedAt = performance.now();
      expect(await verifyPassword("x", given)).toBe(false);
      return performance.now() - startedAt;
    };
    const best = async (given: string | undefined) =>
      Math.min(...[await measure(given), await measure(given), await measure(given)]);
    const [known, unknown] = [await best(hash), await best(undefined)];
    expect(unknown).toBeGreaterThan(known / 3);
    expect(unknown).toBeLessThan(known * 3);
  });

  test("when many are checked at once, then the main thread goes on meanwhile", async () => {
    let longestMs = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - last - 1);
      last = performance.now();
    }, 1);
    await Promise.all(Array.from({ length: 12 }, () => hashPassword("correct horse")));
    clearInterval(timer);
    // One hash takes 40 ms; twelve on this thread would hold it for half a second. Busy machines get some room.
    expect(longestMs).toBeLessThan(200);
  });
});
