import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fairest } from "../../src/pool/fair-queue.ts";
import { rememberedOwnersMax } from "../../src/pool/limits.ts";
import type { Owner, PoolTask } from "../../src/pool/pool-task.ts";
import { ThreadTimes } from "../../src/pool/thread-times.ts";

/** One thread and those who wait for it. A task's entry is its name. */
class Bench {
  readonly waiting: PoolTask[] = [];
  readonly times = new ThreadTimes();

  come(owner: Owner | undefined, name = `of ${owner}`): void {
    const nothing = () => undefined;
    this.waiting.push({ owner, entry: name, task: name, ports: [], cameMs: 0, resolve: nothing, reject: nothing });
  }

  /** The next task has the thread for so long; undefined: nobody waits. */
  serve(length: (task: PoolTask) => number): PoolTask | undefined {
    const next = fairest(this.waiting, [], this.times);
    if (next === undefined) return undefined;
    this.times.begin(next.owner, this.waiting);
    this.waiting.splice(this.waiting.indexOf(next), 1);
    this.times.add(next.owner, length(next));
    return next;
  }

  /** The names of the next tasks, each of which takes as long. */
  serveAll(length = 1): string[] {
    const names: string[] = [];
    for (let next = this.serve(() => length); next !== undefined; next = this.serve(() => length))
      names.push(next.entry);
    return names;
  }
}

describe("whose turn it is when nothing is in work", () => {
  test("when one owner has many tasks and others come, then all take turns in order of coming", () => {
    const bench = new Bench();
    for (const name of ["a1", "a2", "a3", "a4"]) bench.come("a", name);
    bench.come("b", "b1");
    for (const name of ["c1", "c2"]) bench.come("c", name);
    bench.come(undefined, "own");
    expect(bench.serveAll()).toEqual(["a1", "b1", "c1", "own", "a2", "c2", "a3", "a4"]);
  });

  test("when somebody comes behind another's long task, then he is next, also when he comes again", () => {
    const bench = new Bench();
    for (let i = 0; i < 4; i++) bench.come("a");
    for (let round = 0; round < 3; round++) {
      expect(bench.serve(() => 10_000)?.owner).toBe("a");
      bench.come("b");
      expect(bench.serve(() => 10)?.owner).toBe("b");
    }
  });

  test("when one owner's tasks take ten times as long, then another has ten for each", () => {
    const bench = new Bench();
    for (let i = 0; i < 3; i++) bench.come("a");
    for (let i = 0; i < 25; i++) bench.come("b");
    const owners = Array.from({ length: 25 }, () => bench.serve(({ owner }) => (owner === "a" ? 100 : 10))?.owner);
    const tenOfB = Array(10).fill("b");
    expect(owners).toEqual(["a", ...tenOfB, "a", ...tenOfB, "a", "b", "b"]);
  });

  test("when somebody was alone, or did not ask for long, then he neither pays for it nor has saved up turns", () => {
    const bench = new Bench();
    for (let i = 0; i < 50; i++) bench.come("a");
    for (let i = 0; i < 30; i++) expect(bench.serve(() => 10)?.owner).toBe("a");
    for (let i = 0; i < 3; i++) bench.come("b");
    expect(Array.from({ length: 6 }, () => bench.serve(() => 10)?.owner)).toEqual(["b", "a", "b", "a", "b", "a"]);
  });

  test("when a task of an owner is in work, then others are before him, whatever he had", () => {
    const bench = new Bench();
    bench.come("a");
    bench.come("b");
    bench.times.add("b", 1000);
    const [ofA] = bench.waiting;
    expect(fairest(bench.waiting, [ofA!], bench.times)?.owner).toBe("b");
    expect(fairest(bench.waiting, [], bench.times)?.owner).toBe("a");
    expect(fairest([ofA!], [ofA!], bench.times, 1)).toBeUndefined();
  });

  test("when more owners come than are remembered, then the others count as new ones", () => {
    const times = new ThreadTimes();
    for (let owner = 0; owner <= rememberedOwnersMax; owner++) times.add(owner, 5);
    expect([times.of(0), times.of(1), times.of(rememberedOwnersMax)]).toEqual([0, 5, 5]);
    times.forget();
    expect(times.of(1)).toBe(0);
  });
});

const owners = ["a", "b", "c", "d", "e"];

test("when owners come at random, then none who waits is passed over more often than there are owners", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...owners), fc.constant("serve")), { maxLength: 300 }), (steps) => {
      const bench = new Bench();
      const passedOver = new Map<Owner | undefined, number>();
      for (const step of [...steps, ...steps.map(() => "serve")]) {
        if (step !== "serve") {
          bench.come(step);
          continue;
        }
        const next = bench.serve(() => 1);
        passedOver.delete(next?.owner);
        for (const owner of new Set(bench.waiting.map((task) => task.owner)))
          if (owner !== next?.owner) passedOver.set(owner, (passedOver.get(owner) ?? 0) + 1);
        for (const times of passedOver.values()) expect(times).toBeLessThanOrEqual(owners.length);
      }
      expect(bench.waiting).toEqual([]);
    }),
  );
});

test("when tasks are of any length, then who waits all the time had less than others by one task at most", () => {
  const lengths = fc.array(fc.tuple(fc.constantFrom(...owners), fc.integer({ min: 1, max: 1000 })), { maxLength: 200 });
  fc.assert(
    fc.property(lengths, (tasks) => {
      const bench = new Bench();
      for (const [owner, length] of tasks) bench.come(owner, String(length));
      const had = new Map<Owner | undefined, number>(bench.waiting.map(({ owner }) => [owner, 0]));
      const isWaiting = (owner: Owner | undefined) => bench.waiting.some((task) => task.owner === owner);
      for (let next = bench.serve(lengthOf); next !== undefined; next = bench.serve(lengthOf)) {
        had.set(next.owner, had.get(next.owner)! + lengthOf(next));
        const stillThere = [...had].filter(([owner]) => isWaiting(owner)).map(([, time]) => time);
        const most = Math.max(...[...had.values()]);
        for (const time of stillThere) expect(most - time).toBeLessThanOrEqual(1000);
      }
    }),
  );
});

function lengthOf({ entry }: PoolTask): number {
  return Number(entry);
}
