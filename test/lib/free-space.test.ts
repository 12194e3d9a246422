import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { watchFreeSpace } from "../../src/lib/free-space.ts";

describe("free space", () => {
  test("when it is asked for, then it is what the file system has, and not asked again for half a second", () => {
    let now = 0;
    const freeBytes = watchFreeSpace(tmpdir(), () => now);
    const first = freeBytes();
    expect(first).toBeGreaterThan(0);
    now = 499;
    expect(freeBytes()).toBe(first);
  });

  test("when the folder is not there, then it throws its path", () => {
    expect(watchFreeSpace("/nonexistent-folder")).toThrow(/nonexistent-folder/);
  });
});
