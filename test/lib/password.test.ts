import { describe, expect, test, vi } from "vitest";
import { hashPassword, verifyPassword } from "../../src/lib/password.ts";

describe("passwords", () => {
  test("when a password is hashed, then it is Argon2id and verifies only itself", async () => {
    const hash = await hashPassword("correct horse");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword("correct horse", hash)).toBe(true);
    expect(await verifyPassword("correct horse ", hash)).toBe(false);
  });

  test("when there is no hash to hold it against, then it is wrong and as much work is done", async () => {
    const hash = await hashPassword("correct horse");
    const verify = vi.spyOn(Bun.password, "verify");
    try {
      for (const given of [hash, undefined]) expect(await verifyPassword("x", given)).toBe(false);
      const costs = verify.mock.calls.map(([, checked]) => String(checked).split("$").slice(0, 4).join("$"));
      expect(costs).toEqual(Array(2).fill("$argon2id$v=19$m=19456,t=2,p=1"));
    } finally {
      verify.mockRestore();
    }
  });

  test("when many are checked at once, then the main thread goes on meanwhile", async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await Promise.all(Array.from({ length: 12 }, () => hashPassword("correct horse")));
    clearInterval(timer);
    // On this thread all twelve would come before the timer's first turn.
    expect(turns).toBeGreaterThan(0);
  });
});
