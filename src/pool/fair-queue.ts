import type { Owner, PoolTask } from "./pool-task.ts";
import type { ThreadTimes } from "./thread-times.ts";

/**
 * The next task belongs to the owner with the fewest at work, as a rule fewer than `ownMax`; among these, to the one
 * who had the least thread time; of one owner's, it is the one that came first. Helpers do not count as their owner's.
 */
export function fairest(
  tasks: Iterable<PoolTask>,
  running: Iterable<PoolTask>,
  times: ThreadTimes,
  ownMax = Number.POSITIVE_INFINITY,
): PoolTask | undefined {
  const atWork = new Map<Owner, number>();
  for (const { owner, leave } of running)
    if (owner !== undefined && leave === undefined) atWork.set(owner, (atWork.get(owner) ?? 0) + 1);
  let best: PoolTask | undefined;
  let fewest = ownMax;
  let least = 0;
  for (const task of tasks) {
    const own = task.owner === undefined ? 0 : (atWork.get(task.owner) ?? 0);
    const had = times.of(task.owner);
    if (own > fewest || (own === fewest && had >= least)) continue;
    best = task;
    fewest = own;
    least = had;
  }
  return best;
}

/** A thread at work may be answering it already: it has no turn until that is known. */
export function isInLine({ isPreempting = false }: PoolTask): boolean {
  return !isPreempting;
}
