import { type Day, setAsideOf } from "../catalog/day.ts";
import type { DayCatalog } from "../catalog/day-catalog.ts";
import { apply, type UpkeepWork } from "../catalog/upkeep-jobs.ts";
import type { DayChange } from "../files/day-file.ts";

/**
 * Makes a change to a day's file. After a failure it is unknown whether the change was made, since only the answer may
 * be lost. The file is consistent either way and stays as it is until the next change, which first takes the failed one
 * back in the same transaction. `rest` is called when no other change is under way.
 */
export function* applyChange(
  catalog: DayCatalog,
  day: Day,
  { add, replace }: Pick<DayChange, "add" | "replace">,
  rest: () => Pick<DayChange, "repeats" | "sealedCommit">,
): UpkeepWork {
  try {
    yield* apply(() => {
      const { name, sealedCommit, doubtful } = catalog.require(day);
      const setAside = setAsideOf(day).filter(({ segmentId }) => !replace.includes(segmentId));
      const change = {
        add: [...doubtful.add, ...add],
        replace: [...doubtful.replace, ...replace],
        setAside,
        ...rest(),
      };
      return { day: { name, sealedCommit }, change };
    });
  } catch (error) {
    const { doubtful } = day;
    day.doubtful = { add: union(doubtful.add, replace), replace: union(doubtful.replace, add) };
    throw error;
  }
  day.leftOver.push(...day.doubtful.replace);
  day.doubtful = { add: [], replace: [] };
}

function union(some: readonly number[], more: readonly number[]): number[] {
  return [...new Set([...some, ...more])];
}
