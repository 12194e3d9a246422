import { expect, test } from "vitest";
import { WaitingActions } from "../../../src/triggers/actions/waiting-actions.ts";
import type { DueAction } from "../../../src/triggers/fired-report.ts";

function open() {
  const waiting = new WaitingActions();
  const add = (triggerId: number, firedCount = 1) => waiting.add({ triggerId, firedCount } as DueAction);
  const take = () => {
    const action = waiting.take();
    return action && [action.triggerId, action.firedCount];
  };
  return { waiting, add, take };
}

test("when one trigger has more actions than may wait, then another's first one waits, too, and it is its turn soon", () => {
  const { waiting, add, take } = open();
  const flood = Array.from({ length: 4_000 }, (_, i) => add(1, i)).filter((isAdded) => isAdded).length;
  expect(flood).toBe(2_000);
  expect([add(2), add(2), add(3)]).toEqual([true, false, true]);
  expect([take(), take(), take(), take()]).toEqual([
    [1, 0],
    [2, 1],
    [3, 1],
    [1, 1],
  ]);
  for (let i = 2; i < flood; i++) expect(take()).toEqual([1, i]);
  expect([take(), waiting.size]).toEqual([undefined, 0]);
});

test("when very many triggers act at once, then no more than the bound wait", () => {
  const { waiting, add } = open();
  const added = Array.from({ length: 5_000 }, (_, triggerId) => add(triggerId));
  expect([added.filter((isAdded) => isAdded).length, waiting.size]).toEqual([3_000, 3_000]);
});
