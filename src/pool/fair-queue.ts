import type { Owner, PoolTask } from "./pool-task.ts";

/**
 * The next task belongs to the owner with the fewest at work, as a rule fewer than `ownMax`; among one owner's, the one
 * that came first. Helpers do not count as their owner's.
 */
export function fairest(
  tasks: Iterable<PoolTask>,
  running: Iterable<PoolTask>,
  ownMax = Number.POSITIVE_INFINITY,
): PoolTask | undefined {
  const atWork = new Map<Owner, number>();
  for (const { owner, leave } of running)
    if (owner !== undefined && leave === undefined) atWork.set(owner, (atWork.get(owner) ?? 0) + 1);
  let best: PoolTask | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const task of tasks) {
    const own = task.owner === undefined ? 0 : (atWork.get(task.owner) ?? 0);
    if (own >= fewest || own >= ownMax) continue;
    best = task;
    fewest = own;
  }
  return best;
}

/** A thread at work may be answering it already: it has no turn until that is known. */
export function isInLine({ isPreempting = false }: PoolTask): boolean {
  return !isPreempting;
}
