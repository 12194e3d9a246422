import { describe, expect, test } from "vitest";
import { PairTable } from "../../../src/query/counting/pair-table.ts";
import { StopRequested, WorkClock } from "../../../src/query/execution/work-clock.ts";
import { waitingNumbersMax } from "../../../src/query/limits.ts";
import { ValueCounts } from "../../../src/query/statistics/value-counts.ts";
import { ValueTable } from "../../../src/query/values/value-table.ts";
import { ControlWords } from "../../../src/runtime/control-words.ts";

/** Adds one after the other until it is stopped, and gives how many were added. */
function addUntilStopped(words: ControlWords, add: (i: number) => void, most = 300_000): number {
  const clock = new WorkClock(words.shared);
  let added = 0;
  try {
    clock.during(() => {
      for (; added < most; added++) {
        // Tables look at the clock when they grow; a small one has not enough to look.
        if (added === 70_000) words.stop();
        add(added);
      }
    });
  } catch (error) {
    expect(error).toBeInstanceOf(StopRequested);
  }
  return added;
}

describe("when a question is stopped while a table of hundreds of thousands grows", () => {
  test("then that of values ends, has what came before, and takes more later", () => {
    const table = new ValueTable("x");
    const added = addUntilStopped(new ControlWords(), (i) => table.idOf(`value ${i}`));
    expect(added).toBe(table.size);
    expect(added).toBeLessThan(300_000);
    for (let i = 0; i < added; i += 997) expect(table.find(`value ${i}`)).toBe(i);
    for (let i = added; i < added + 1_000; i++) expect(table.idOf(`value ${i}`)).toBe(i);
    expect([table.find(`value ${added}`), table.find("value 5")]).toEqual([added, 5]);
  });

  test("then that of pairs does as well", () => {
    const table = new PairTable("pairs");
    const added = addUntilStopped(new ControlWords(), (i) => table.add(i % 7, i, 1));
    expect(added).toBe(table.size);
    expect(added).toBeLessThan(300_000);
    for (let i = 0; i < added; i += 997) expect(table.countOf(i % 7, i)).toBe(1);
    for (let i = 0; i < added + 1_000; i++) table.add(i % 7, i, 1);
    expect([table.size, table.countOf(added % 7, added), table.countOf(5, 5)]).toEqual([added + 1_000, 1, 2]);
  });

  test("then numbers by group that are sorted and joined meanwhile all stay", () => {
    const counts = new ValueCounts();
    const most = 3 * waitingNumbersMax;
    const added = addUntilStopped(new ControlWords(), (i) => counts.add(i % 7, i, 1), most);
    expect(added).toBe(2 * waitingNumbersMax);
    const has = (group: number) => counts.sorted(group)!.values.length;
    expect([0, 1, 2, 3, 4, 5, 6].map(has).reduce((a, b) => a + b)).toBe(added);
    for (let i = added; i < most; i++) counts.add(i % 7, i, 1);
    const last = most - 1 - ((most - 1) % 7);
    expect([...counts.sorted(0)!.values.slice(-2)]).toEqual([last - 7, last]);
  });
});
