import * as z from "zod";
import { AppError } from "../../lib/errors.ts";
import type { WantedTasks } from "../../tasks/task-list.ts";
import { taskOrderings, toTask } from "../../tasks/task-view.ts";
import { listedMax } from "../limits.ts";
import { wholeNumber } from "../parameters.ts";
import { serviceKind } from "../service-kind.ts";

const userId = z.int().min(1);
const assignee = z.union([userId, z.literal("me")], `Expected the id of a user or "me".`);
const ordering = taskOrderings.flatMap((field) => [field, `-${field}`]) as [string, ...string[]];
const orderingField = z.enum(ordering, `Expected one of ${taskOrderings.join(", ")}, with or without "-" in front.`);

/** The current tasks, as a list. Everybody sees all of them; "me" is the user who asks. */
export const tasks = serviceKind({
  type: "Tasks",
  parameters: {
    target: z
      .enum(["all", "assigned_to_me", "owned_by_me"], "Expected one of all, assigned_to_me, owned_by_me.")
      .default("all"),
    title: z.string().optional().describe("Exactly this."),
    owner: z
      .union([assignee.transform((one) => [one]), z.array(assignee).max(listedMax)], {
        error: `Expected the id of a user or "me", or a list of these.`,
      })
      .optional(),
    unassigned: z.boolean().optional().describe("Whether it is nobody's; with assigned_to, true: the union."),
    is_open: z.boolean().optional(),
    is_overdue: z.boolean().optional(),
    assigned_to: z
      .union(
        [
          assignee.transform((one) => [one]),
          z.array(assignee).max(listedMax),
          z.null().transform(() => []),
          z.literal("").transform(() => []),
        ],
        {
          error: `Expected the id of a user or "me", a list of these, or null or "" for tasks that are nobody's.`,
        },
      )
      .optional(),
    sort: z
      .union([orderingField.transform((one) => [one]), z.array(orderingField).min(1).max(taskOrderings.length)], {
        error: `Expected one of ${taskOrderings.join(", ")}, with or without "-" in front, or a list of these.`,
      })
      .default(["-created_at"]),
    limit: wholeNumber(1, listedMax).default(100),
  },
  stepUnitSeconds: 0,
  check: ({ target, assigned_to, owner }): Record<string, string[]> | undefined => {
    const twice = (name: string) => [`Expected either this or the target ${name}, got both.`];
    if (target === "assigned_to_me" && assigned_to !== undefined) return { assigned_to: twice(target) };
    return target === "owned_by_me" && owner !== undefined ? { owner: twice(target) } : undefined;
  },
  async answer({ params, userId: me, baseTime }, { tasks: list }) {
    const now = baseTime;
    const terms = params.sort.map((name) => ({ field: name.replace(/^-/, ""), descending: name.startsWith("-") }));
    const rows = list.read(wantedBy(params, me, now), terms, { limit: params.limit, offset: 0 });
    if (rows === undefined)
      throw new AppError("too_large", "These tasks do not fit one answer. Ask for a smaller limit.");
    return rows.map((row) => toTask(row, now));
  },
});

interface TaskParams {
  target: "all" | "assigned_to_me" | "owned_by_me";
  title?: string | undefined;
  owner?: (number | "me")[] | undefined;
  unassigned?: boolean | undefined;
  is_open?: boolean | undefined;
  is_overdue?: boolean | undefined;
  assigned_to?: (number | "me")[] | undefined;
}

function wantedBy(params: TaskParams, me: number, now: number): WantedTasks {
  const ids = (people: readonly (number | "me")[] | undefined) => people?.map((id) => (id === "me" ? me : id));
  const named = params.target === "assigned_to_me" ? [me] : ids(params.assigned_to);
  const isUnion = named !== undefined && params.unassigned === true;
  const assignees = named?.length === 0 ? [null] : named;
  return {
    ownerIds: params.target === "owned_by_me" ? [me] : ids(params.owner),
    assigneeIds: isUnion ? [...assignees!, null] : assignees,
    isUnassigned: isUnion ? undefined : params.unassigned,
    title: params.title,
    statuses: undefined,
    isOpen: params.is_open,
    isOverdue: params.is_overdue,
    now,
  };
}
