import { edenGC, fullGC } from "bun:jsc";
import { expect, test } from "vitest";
import { collectAtRest } from "../../src/runtime/collect-at-rest.ts";
import { until } from "../support/patience.ts";

/** Arrays whose end is counted. */
class Watched {
  collected = 0;
  arrays: Uint8Array[] = [];
  readonly #registry = new FinalizationRegistry(() => {
    this.collected++;
  });

  make(count: number): void {
    this.arrays = Array.from({ length: count }, () => new Uint8Array(512 * 1024));
    for (const array of this.arrays) this.#registry.register(array, undefined);
  }

  /** A word on the stack may look like one of them. */
  untilMostAreCollected(count: number): Promise<void> {
    return until(
      () => this.collected > count / 2,
      () => `${this.collected} of ${count} are collected`,
    );
  }
}

/** Whatever was collected is known by then. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test("when a thread rests, then what its last work left is collected", async () => {
  fullGC();
  const watched = new Watched();
  watched.make(8);
  watched.arrays = [];
  await someTurns();
  expect(watched.collected).toBe(0);
  collectAtRest(false);
  await watched.untilMostAreCollected(8);
});

test("when it rests for long, then older garbage is collected, too", async () => {
  fullGC();
  const watched = new Watched();
  watched.make(80);
  edenGC();
  edenGC();
  watched.arrays = [];
  collectAtRest(false);
  await someTurns();
  expect(watched.collected).toBeLessThan(20);
  collectAtRest(true);
  await watched.untilMostAreCollected(80);
});

test("when little has come since all was collected, then a long rest leaves older garbage alone", async () => {
  collectAtRest(true);
  fullGC();
  collectAtRest(false);
  const watched = new Watched();
  watched.make(4);
  edenGC();
  edenGC();
  watched.arrays = [];
  collectAtRest(true);
  await someTurns();
  expect(watched.collected).toBe(0);
});
