import { describe, expect, test } from "vitest";
import { findField } from "../../../src/filter/condition/fields.ts";
import { compileFilter } from "../../../src/filter/select/compile-filter.ts";
import { selectRows } from "../../../src/filter/select/select-rows.ts";
import { rowNumbers, type WholeNumbers } from "../../../src/query/counting/row-numbers.ts";
import { GroupTable } from "../../../src/query/groups/group-table.ts";
import type { ChosenRows } from "../../../src/query/query-kind.ts";
import { type CountedPairs, countPairs } from "../../../src/query/statistics/pair-counts.ts";
import { memorySegment } from "../../support/store/memory-segment.ts";
import { storedEvent } from "../../support/store/stored-event.ts";

const span = { from: 0, to: 1e9 };
const quiet = () => undefined;

/** Events of two hosts that took 0 to `numbers` - 1, each number as often. */
function counting(numbers: number) {
  const events = Array.from({ length: 4 * numbers }, (_, i) =>
    storedEvent(i + 1, i, { host: `web${i % 2}`, tags: ["took", String((i >>> 1) % numbers)] }),
  );
  const segment = memorySegment(events, (column) => (column.endsWith("took") ? "number" : "dictionary"));
  const selection = selectRows(segment, compileFilter([], []), span, quiet);
  const count = (tick: () => void = quiet) =>
    countPairs(
      { segment, selection } as unknown as ChosenRows,
      new GroupTable(["host"]).ownGroups(segment, quiet)!,
      rowNumbers(segment, findField("took")) as WholeNumbers,
      { span, tick },
    )!;
  const units = Array.from({ length: numbers }, (_, i) => i);
  const isRight = ({ units: found, counts, occurrences }: CountedPairs) => {
    expect([...found]).toEqual([...units, ...units]);
    expect([...counts]).toEqual(Array(2 * numbers).fill(2));
    expect([...occurrences]).toEqual([2 * numbers, 2 * numbers]);
  };
  return { count, isRight };
}

describe("numbers counted by group, in memory that the thread uses again", () => {
  const few = counting(5);
  const many = counting(3_000);

  test("when more are counted after few, and few after more, then each count is right", () => {
    for (const { count, isRight } of [few, many, few, many]) isRight(count());
  });

  test("when others are counted meanwhile, then both are right", () => {
    let beside: CountedPairs | undefined;
    let ticks = 0;
    many.isRight(
      many.count(() => {
        if (++ticks === 2) beside = few.count();
      }),
    );
    few.isRight(beside!);
    many.isRight(many.count());
  });

  test("when it ends half way, then the next one begins at zero", () => {
    let ticks = 0;
    const count = () =>
      many.count(() => {
        if (++ticks === 2) throw new Error("stopped");
      });
    expect(count).toThrow("stopped");
    many.isRight(many.count());
  });
});
