import { expect, test } from "vitest";
import type { Upkeep, UpkeepWork } from "../../../src/eventstore/catalog/upkeep-jobs.ts";
import { worksAtOnceMax } from "../../../src/eventstore/limits.ts";
import { UpkeepLanes } from "../../../src/eventstore/upkeep/upkeep-lanes.ts";

test.each([
  ["does nothing", () => nothing()],
  ["fails at once", () => failure()],
])("when the rules offer work for ever that %s, then a turn ends, and the next one goes on with it", (_, work) => {
  let offered = 0;
  const lanes = new UpkeepLanes(withoutJobs, {
    next: (lane) => {
      if (lane === "urgent") return undefined;
      offered++;
      return { name: "upkeep", work: work(), day: undefined };
    },
    isGone: () => false,
    failed: () => undefined,
    now: () => 0,
  });
  lanes.moveOn();
  expect(offered).toBe(worksAtOnceMax);
  expect(lanes.isWaiting).toBe(false);
  expect(lanes.canMoveOn()).toBe(true);
  lanes.moveOn();
  expect(offered).toBe(2 * worksAtOnceMax);
});

test("when less work than that ends without a job, then all of it is done in one turn", () => {
  const works = Array.from({ length: worksAtOnceMax - 1 }, () => ({
    name: "upkeep" as const,
    work: nothing(),
    day: undefined,
  }));
  const lanes = new UpkeepLanes(withoutJobs, {
    next: (lane) => (lane === "background" ? works.pop() : undefined),
    isGone: () => false,
    failed: () => undefined,
    now: () => 0,
  });
  lanes.moveOn();
  expect(works).toEqual([]);
  expect(lanes.canMoveOn()).toBe(false);
});

function* nothing(): UpkeepWork {}

function* failure(): UpkeepWork {
  yield* nothing();
  throw new Error("no luck");
}

/** No work of these tests has a job. */
const withoutJobs: Upkeep = {
  onAnswer: () => undefined,
  begin: () => {
    throw new Error("nobody gives a job");
  },
  take: () => undefined,
  wait: () => undefined,
  release: () => undefined,
  stop: () => undefined,
  end: () => undefined,
};
