import { expect, test } from "vitest";
import { openMemoryRelief } from "../../src/runtime/idle-memory-relief.ts";
import { MemoryWatch } from "../../src/runtime/thread-memory-watch.ts";

const megabyte = 2 ** 20;
const nobody = { askPool: () => undefined, askOthers: () => undefined };

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
  const askPool = () => {
    wasAsked = true;
  };
  const relief = openMemoryRelief(0, { ...nobody, askPool }, { watch: watchOf(() => residentMb) });
  relief.look();
  relief.close();
  expect(wasAsked).toBe(isAsked);
});

test("when they were asked, then only again when more has been taken since, and not at once", () => {
  let residentMb = 650;
  let nowMs = 0;
  let asked = 0;
  const askPool = () => {
    asked++;
  };
  const relief = openMemoryRelief(
    0,
    { ...nobody, askPool },
    {
      watch: watchOf(
        () => residentMb,
        () => nowMs,
      ),
      monotonicMs: () => nowMs,
    },
  );
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
  const relief = openMemoryRelief(0, nobody, {
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

test("when memory is wanted, then the pool is asked, and others only where that made no room", () => {
  let nowMs = 0;
  const asked: string[] = [];
  const relief = openMemoryRelief(
    0,
    { askPool: (bytes) => asked.push(`pool ${bytes}`), askOthers: (bytes) => asked.push(`others ${bytes}`) },
    {
      watch: watchOf(
        () => 650,
        () => nowMs,
      ),
      monotonicMs: () => nowMs,
    },
  );
  for (nowMs = 1_000; nowMs <= 1_240; nowMs += 20) relief.make(7);
  expect(asked).toEqual(["pool 7", "others 7"]);
  for (nowMs = 60_000; nowMs < 60_100; nowMs += 20) relief.make(8);
  expect(asked.slice(2)).toEqual(["pool 8"]);
  // Another question's want, later: the pool has garbage again.
  for (nowMs = 90_000; nowMs < 91_000; nowMs += 300) relief.make(9);
  expect(asked.slice(3)).toEqual(["pool 9", "pool 9", "pool 9", "pool 9"]);
  relief.close();
});
