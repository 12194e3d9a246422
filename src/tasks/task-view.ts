import * as z from "zod";
import { ownerOf } from "../db/owner.ts";
import { taskStatuses } from "../db/schema/tasks.ts";
import { userReference } from "../http/user-reference.ts";
import { isOpenStatus } from "./open-status.ts";
import type { TaskRow } from "./task-list.ts";

export const task = z
  .object({
    id: z.int(),
    title: z.string(),
    description: z.string(),
    status: z.enum(taskStatuses),
    due: z.int().nullable().describe("Epoch seconds."),
    is_open: z.boolean().describe("New or in progress."),
    is_closed: z.boolean().describe("Resolved or closed."),
    is_overdue: z.boolean().describe("Open, and due has passed."),
    assigned_to: z.int().nullable().describe("Id of a user."),
    owner: userReference,
    event_ids: z.array(z.string()).describe("Events it is about."),
    comments_count: z.int(),
    created_at: z.int(),
    updated_at: z.int().describe("Time of its last change or comment."),
    closed_at: z.int().nullable().describe("When it was resolved or closed; null while open."),
  })
  .meta({ id: "Task" });
export type Task = z.output<typeof task>;
export const taskOrderings = [
  "id",
  "title",
  "status",
  "due",
  "owner",
  "assigned_to",
  "created_at",
  "updated_at",
] as const;

/** `now` in epoch seconds. */
export function toTask(row: TaskRow, now: number): Task {
  const isOpen = isOpenStatus(row.status);
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    due: row.due,
    is_open: isOpen,
    is_closed: !isOpen,
    is_overdue: isOpen && row.due !== null && row.due < now,
    assigned_to: row.assignedToId,
    owner: ownerOf(row.owner),
    event_ids: row.eventIds,
    comments_count: row.commentsCount,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    closed_at: row.closedAt,
  };
}
