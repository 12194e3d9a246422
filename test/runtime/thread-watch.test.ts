import { expect, test } from "vitest";
import { watchOfThread } from "../../src/runtime/thread-memory-watch.ts";

/** Another copy of the module, as each entry of the executable has its own. */
const copy = "../../src/runtime/thread-memory-watch.ts?copy";

test("when several entries of a thread ask for its watch, then they have the same one", async () => {
  const other = (await import(copy)) as { watchOfThread: typeof watchOfThread };
  expect(other.watchOfThread).not.toBe(watchOfThread);
  expect(other.watchOfThread()).toBe(watchOfThread());
});

test("when nobody named a bound, then there is room for anything", () => {
  expect(watchOfThread().hasRoom(Number.MAX_VALUE)).toBe(true);
});
