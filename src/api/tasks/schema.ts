import * as z from "zod";
import { titleField } from "../../board/title.ts";
import { type TaskStatus, taskStatuses } from "../../db/schema/tasks.ts";
import { findParameter, listParameters, listSchema } from "../../http/pagination.ts";
import { booleanParameter, idInPath, idListParameter, listParameter } from "../../http/parameters.ts";
import { userIdField, userReference } from "../../http/user-reference.ts";
import { task, taskOrderings } from "../../tasks/task-view.ts";
import { dueField } from "./due.ts";
import { eventIdsMax, textCharactersMax } from "./limits.ts";

export const taskList = listSchema(task);

const longText = z
  .string()
  .max(textCharactersMax, { error: `Expected at most ${textCharactersMax} characters.` })
  .transform((text) => text.toWellFormed());

/** Numbers are taken too: ids are exact in JSON up to 2^53. */
const eventId = z
  .union([z.int().min(0), z.string().regex(/^(?:0|[1-9]\d{0,15})$/)], { error: "Expected the id of an event." })
  .transform(String);

const fields = {
  description: longText.optional(),
  status: z.enum(taskStatuses).optional(),
  due: dueField.optional().describe("Epoch seconds, or ISO 8601; without an offset in the server's time zone."),
  assigned_to: userIdField.nullable().optional().describe("Id of an active user, or null."),
  owner: userIdField.optional().describe("Only who manages tasks may name another user; default: the caller."),
  event_ids: z
    .array(eventId)
    .max(eventIdsMax, { error: `Expected at most ${eventIdsMax} events.` })
    .transform((ids) => [...new Set(ids)])
    .optional(),
};

export const taskBody = z.object({ title: titleField, ...fields }).meta({ id: "TaskRequest" });
export type TaskBody = z.output<typeof taskBody>;
export const taskPatch = z.object({ title: titleField.optional(), ...fields }).meta({ id: "PatchedTask" });
export type TaskPatch = z.output<typeof taskPatch>;

/** Ids of users or `me`; empty: unassigned tasks. */
const assigneesParameter = listParameter().transform((items, context) => {
  const wrong = items?.find((item) => item !== "me" && !/^\d{1,15}$/.test(item));
  if (wrong === undefined) return items?.map((item) => (item === "me" ? ("me" as const) : Number(item)));
  context.addIssue({ code: "custom", message: `Expected ids of users or "me", got "${wrong.slice(0, 60)}".` });
  return z.NEVER;
});

const statusesParameter = listParameter().transform((items, context) => {
  const wrong = items?.find((item) => !(taskStatuses as readonly string[]).includes(item));
  if (wrong === undefined) return items as TaskStatus[] | undefined;
  context.addIssue({
    code: "custom",
    message: `Expected some of ${taskStatuses.join(", ")}, got "${wrong.slice(0, 60)}".`,
  });
  return z.NEVER;
});

export const taskQuery = z.object({
  owner: idListParameter().describe("Ids of users between commas."),
  assigned_to: assigneesParameter.describe(
    'Ids of users between commas, or "me"; empty: unassigned ones. Together with unassigned=true: the union.',
  ),
  title: z.string().optional().describe("The whole title."),
  status: statusesParameter.describe(`Between commas: ${taskStatuses.join(", ")}.`),
  is_open: booleanParameter().describe("Whether it is new or in progress."),
  is_overdue: booleanParameter().describe("Whether it is open and due has passed."),
  unassigned: booleanParameter().describe("Whether it is nobody's."),
  ...findParameter("their title"),
  ...listParameters(taskOrderings, "-created_at"),
});
export type TaskQuery = z.output<typeof taskQuery>;

const taskId = idInPath("The id of the task.");
export const taskInPath = z.object({ id: taskId });

export const comment = z
  .object({
    id: z.int(),
    task_id: z.int(),
    author: userReference.nullable().describe("Null when the user was deleted."),
    text: z.string(),
    created_at: z.int(),
    updated_at: z.int(),
  })
  .meta({ id: "TaskComment" });
export type Comment = z.output<typeof comment>;
export const commentList = listSchema(comment);

const commentText = longText.refine((text) => text.trim() !== "", { error: "This field may not be blank." });
export const commentBody = z.object({ text: commentText }).meta({ id: "TaskCommentRequest" });
export type CommentBody = z.output<typeof commentBody>;
export const commentPatch = z.object({ text: commentText.optional() }).meta({ id: "PatchedTaskComment" });
export type CommentPatch = z.output<typeof commentPatch>;

export const commentQuery = z.object(listParameters(["id", "created_at", "updated_at"], "created_at"));
export type CommentQuery = z.output<typeof commentQuery>;
export const commentInPath = z.object({ id: taskId, comment_id: idInPath("The id of the comment.") });
