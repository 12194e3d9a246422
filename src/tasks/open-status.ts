import type { TaskStatus } from "../db/schema/tasks.ts";

export const openStatuses = ["new", "in_progress"] as const satisfies TaskStatus[];

export function isOpenStatus(status: TaskStatus): boolean {
  return (openStatuses as readonly TaskStatus[]).includes(status);
}
