import type { TaskStatus } from "../../db/schema/tasks.ts";
import { invalidField } from "../../lib/errors.ts";

/** Throws `invalid` when a task may not move from the one to the other; staying is no move. */
export function requireMove(from: TaskStatus, to: TaskStatus): void {
  if (from === to || moves[from].includes(to)) return;
  throw invalidField("status", `A task that is ${from} can become ${moves[from].join(" or ")}, not ${to}.`);
}

const moves: Record<TaskStatus, readonly TaskStatus[]> = {
  new: ["in_progress", "resolved", "closed"],
  in_progress: ["new", "resolved", "closed"],
  resolved: ["closed", "in_progress"],
  closed: ["in_progress"],
};
