import { expect, test } from "vitest";
import { openMemoryRelief } from "../../src/lib/memory-relief.ts";
import { MemoryWatch } from "../../src/lib/memory-watch.ts";

const megabyte = 2 ** 20;

test.each([
  { residentMb: 300, isAsked: false },
  { residentMb: 650, isAsked: true },
])("when $residentMb of 700 MB are taken, then that idle threads are asked is $isAsked", ({ residentMb, isAsked }) => {
  const readings = {
    residentBytes: () => residentMb * megabyte,
    heldBytes: () => 0,
    collect: () => undefined,
    nowMs: () => 0,
  };
  let wasAsked = false;
  const askIdle = () => {
    wasAsked = true;
  };
  const relief = openMemoryRelief(0, askIdle, new MemoryWatch(700 * megabyte, readings));
  relief.look();
  relief.close();
  expect(wasAsked).toBe(isAsked);
});
