import { expect, test } from "vitest";
import { openMemoryRelief } from "../../src/runtime/idle-memory-relief.ts";
import { MemoryWatch } from "../../src/runtime/thread-memory-watch.ts";

const megabyte = 2 ** 20;

/** With a bound of 700 MB, in a process where nothing is garbage. */
function watchOf(residentMb: () => number, nowMs: () => number = () => 0): MemoryWatch {
  const residentBytes = () => residentMb() * megabyte;
  return new MemoryWatch(700 * megabyte, { residentBytes, heldBytes: () => 0, collect: () => undefined, nowMs });
}

test.each([
  { residentMb: 300, isAsked: false },
  { residentMb: 650, isAsked: true },
])("when $residentMb of 700 MB are taken, then that idle threads are asked is $isAsked", ({ residentMb, isAsked }) => {
  let wasAsked = false;
  const askIdle = () => {
    wasAsked = true;
  };
  const relief = openMemoryRelief(0, askIdle, { watch: watchOf(() => residentMb) });
  relief.look();
  relief.close();
  expect(wasAsked).toBe(isAsked);
});

test("when they were asked, then only again when more has been taken since, and not at once", () => {
  let residentMb = 650;
  let nowMs = 0;
  let asked = 0;
  const askIdle = () => {
    asked++;
  };
  const relief = openMemoryRelief(0, askIdle, {
    watch: watchOf(
      () => residentMb,
      () => nowMs,
    ),
    monotonicMs: () => nowMs,
  });
  const askedAfter = (waitMs: number, takenMb: number) => {
    nowMs += waitMs;
    residentMb = takenMb;
    relief.look();
    return asked;
  };
  const steps = [askedAfter(0, 650), askedAfter(60_000, 650), askedAfter(60_000, 600), askedAfter(60_000, 640)];
  expect([...steps, askedAfter(100, 680), askedAfter(200, 680), askedAfter(60_000, 680)]).toEqual([
    1, 1, 1, 2, 2, 3, 3,
  ]);
  relief.close();
});

test("when nothing more is taken, then it looks no more until it is told to", () => {
  let residentMb = 100;
  let nowMs = 0;
  const later: (() => void)[] = [];
  const relief = openMemoryRelief(0, () => undefined, {
    watch: watchOf(
      () => residentMb,
      () => nowMs,
    ),
    monotonicMs: () => nowMs,
    after: (_, action) => {
      later.push(action);
      return () => undefined;
    },
  });
  const passTime = (takenMb: number) => {
    nowMs += 1_000;
    residentMb = takenMb;
    later.shift()?.();
    return later.length;
  };
  relief.look();
  expect([passTime(200), passTime(300), passTime(250), passTime(250), passTime(400)]).toEqual([1, 1, 1, 0, 0]);
  relief.look();
  expect(later).toHaveLength(1);
  relief.close();
});
