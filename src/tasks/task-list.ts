import { and, count, eq, gte, inArray, isNotNull, isNull, lt, notInArray, or, type SQL, sql } from "drizzle-orm";
import { contains } from "../db/contains.ts";
import type { Db } from "../db/open-database.ts";
import { orderBy } from "../db/order-by.ts";
import { ownerColumns } from "../db/owner.ts";
import { taskComments } from "../db/schema/task-comments.ts";
import { type TaskStatus, tasks } from "../db/schema/tasks.ts";
import { users } from "../db/schema/users.ts";
import type { OrderingTerm } from "../http/pagination.ts";
import { pageBytesMax } from "./limits.ts";
import { openStatuses } from "./open-status.ts";

export type TaskList = ReturnType<typeof createTaskList>;

/** Filters of a list of tasks; undefined: any. */
export interface WantedTasks {
  ownerIds: readonly number[] | undefined;
  /** One of these assignees; `null` stands for none. */
  assigneeIds: readonly (number | null)[] | undefined;
  isUnassigned: boolean | undefined;
  title: string | undefined;
  /** In the title. */
  find?: string;
  /** One of these; none: any. */
  statuses: readonly TaskStatus[] | undefined;
  isOpen: boolean | undefined;
  isOverdue: boolean | undefined;
  /** Epoch seconds; tasks due before it are overdue. */
  now: number;
}

/** Reads tasks, for the API's list and the query of that kind. */
export function createTaskList(db: Db) {
  return {
    count: (wanted: WantedTasks): number =>
      db.select({ n: count() }).from(tasks).where(conditionOf(wanted)).get()?.n ?? 0,

    /** Undefined when the texts of these tasks exceed one answer. */
    read(wanted: WantedTasks, ordering: readonly OrderingTerm[], window: Window): TaskRow[] | undefined {
      const ids = listIds(db, wanted, ordering, window);
      return textBytes(db, ids) > pageBytesMax ? undefined : listByIds(db, ids);
    },

    find: (id: number): TaskRow | undefined => select(db).where(eq(tasks.id, id)).get(),
  };
}

/** Ids only: an index has them in this order, so that skipping to a late page reads no rows. */
function listIds(db: Db, wanted: WantedTasks, ordering: readonly OrderingTerm[], { limit, offset }: Window): number[] {
  const byOwner = needsOwners(ordering);
  return (
    byOwner
      ? db.select({ id: tasks.id }).from(users).crossJoin(tasks).$dynamic()
      : db.select({ id: tasks.id }).from(tasks).$dynamic()
  )
    .where(and(byOwner ? eq(tasks.ownerId, users.id) : undefined, conditionOf(wanted)))
    .orderBy(...orderBy(orderingColumns, ordering, tasks.id))
    .limit(limit)
    .offset(offset)
    .all()
    .map(({ id }) => id);
}

/** In the order of the ids. */
function listByIds(db: Db, ids: readonly number[]): TaskRow[] {
  const rows = new Map<number, TaskRow>();
  for (const row of select(db)
    .where(inArray(tasks.id, [...ids]))
    .all())
    rows.set(row.id, row);
  return ids.flatMap((id) => rows.get(id) ?? []);
}

function textBytes(db: Db, ids: readonly number[]): number {
  const bytes = sql<number>`coalesce(sum(octet_length(${tasks.description}) + octet_length(${tasks.eventIds})), 0)`;
  return (
    db
      .select({ bytes })
      .from(tasks)
      .where(inArray(tasks.id, [...ids]))
      .get()?.bytes ?? 0
  );
}

interface Window {
  limit: number;
  offset: number;
}

export type TaskRow = NonNullable<ReturnType<ReturnType<typeof select>["get"]>>;

function select(db: Db) {
  return db.select(columns).from(tasks).innerJoin(users, eq(users.id, tasks.ownerId)).$dynamic();
}

const columns = {
  id: tasks.id,
  title: tasks.title,
  description: tasks.description,
  status: tasks.status,
  due: tasks.due,
  assignedToId: tasks.assignedToId,
  ownerId: tasks.ownerId,
  owner: ownerColumns,
  eventIds: tasks.eventIds,
  commentsCount: sql<number>`(SELECT count(*) FROM ${taskComments} WHERE ${taskComments.taskId} = ${tasks.id})`,
  createdAt: tasks.createdAt,
  updatedAt: tasks.updatedAt,
  closedAt: tasks.closedAt,
};

/** Orders assignees by id, which is what the API shows; unassigned tasks come first. */
const orderingColumns = {
  id: tasks.id,
  title: tasks.title,
  status: tasks.status,
  due: tasks.due,
  owner: users.username,
  assigned_to: tasks.assignedToId,
  created_at: tasks.createdAt,
  updated_at: tasks.updatedAt,
};

/** They are read only in this case, and first: a cross join keeps SQLite from beginning with the tasks. */
function needsOwners(ordering: readonly OrderingTerm[]): boolean {
  return ordering.some(({ field }) => field === "owner");
}

function conditionOf(wanted: WantedTasks) {
  const { ownerIds, assigneeIds, isUnassigned, title, find, statuses, isOpen, isOverdue, now } = wanted;
  return and(
    ownerIds === undefined ? undefined : inArray(unindexed.ownerId, [...ownerIds]),
    assigneeIds === undefined ? undefined : assignedToOneOf(assigneeIds),
    isUnassigned === undefined ? undefined : (isUnassigned ? isNull : isNotNull)(unindexed.assignedToId),
    title === undefined ? undefined : eq(tasks.title, title),
    contains(find, tasks.title),
    statuses === undefined || statuses.length === 0 ? undefined : inArray(unindexed.status, [...statuses]),
    isOpen === undefined ? undefined : openCondition(isOpen),
    isOverdue === undefined ? undefined : overdueCondition(isOverdue, now),
  );
}

/**
 * With a plus SQLite does not look these values up in an index of their own, which would bring the tasks in another
 * order than the page's and make it sort them all. Read along the order they are in the same index.
 */
const unindexed = {
  ownerId: sql`+${tasks.ownerId}`,
  assignedToId: sql`+${tasks.assignedToId}`,
  status: sql`+${tasks.status}`,
  due: sql`+${tasks.due}`,
};

function assignedToOneOf(ids: readonly (number | null)[]): SQL | undefined {
  const people = ids.filter((id) => id !== null);
  const one = inArray(unindexed.assignedToId, people);
  return people.length < ids.length ? or(one, isNull(unindexed.assignedToId)) : one;
}

function openCondition(isOpen: boolean): SQL {
  return (isOpen ? inArray : notInArray)(unindexed.status, [...openStatuses]);
}

function overdueCondition(isOverdue: boolean, now: number): SQL | undefined {
  if (isOverdue) return and(openCondition(true), lt(unindexed.due, now));
  return or(openCondition(false), isNull(unindexed.due), gte(unindexed.due, now));
}
