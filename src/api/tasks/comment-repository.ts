import { count, eq, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../db/open-database.ts";
import { orderBy } from "../../db/order-by.ts";
import { ownerColumns } from "../../db/owner.ts";
import { taskComments } from "../../db/schema/task-comments.ts";
import { tasks } from "../../db/schema/tasks.ts";
import { users } from "../../db/schema/users.ts";
import type { OrderingTerm } from "../../http/pagination.ts";

export type CommentRepository = ReturnType<typeof createCommentRepository>;

export function createCommentRepository(db: Db) {
  const select = () =>
    db.select(columns).from(taskComments).leftJoin(users, eq(users.id, taskComments.authorId)).$dynamic();
  return {
    /** Runs the action in a transaction: what it reads stays true until its end. */
    inTransaction: <T>(work: () => T): T => inTransaction(db, work),

    hasTask: (taskId: number): boolean =>
      db.select({ id: tasks.id }).from(tasks).where(eq(tasks.id, taskId)).get() !== undefined,

    count: (taskId: number): number =>
      db.select({ n: count() }).from(taskComments).where(eq(taskComments.taskId, taskId)).get()?.n ?? 0,

    list: (taskId: number, ordering: readonly OrderingTerm[], window: { limit: number; offset: number }) =>
      select()
        .where(eq(taskComments.taskId, taskId))
        .orderBy(...orderBy(orderingColumns, ordering, taskComments.id))
        .limit(window.limit)
        .offset(window.offset)
        .all(),

    find: (id: number) => select().where(eq(taskComments.id, id)).get(),

    insert: (row: Omit<typeof taskComments.$inferInsert, "id">): number =>
      db.insert(taskComments).values(row).returning({ id: taskComments.id }).get().id,

    update: (id: number, text: string, updatedAt: number): void =>
      void db.update(taskComments).set({ text, updatedAt }).where(eq(taskComments.id, id)).run(),

    remove: (id: number): void => void db.delete(taskComments).where(eq(taskComments.id, id)).run(),

    /** The clock may have jumped back; the time of a task's last change never does. */
    touchTask: (taskId: number, updatedAt: number): void =>
      void db
        .update(tasks)
        .set({ updatedAt: sql`max(${tasks.updatedAt}, ${updatedAt})` })
        .where(eq(tasks.id, taskId))
        .run(),
  };
}

export type CommentRow = NonNullable<ReturnType<CommentRepository["find"]>>;

const columns = {
  id: taskComments.id,
  taskId: taskComments.taskId,
  author: ownerColumns,
  text: taskComments.text,
  createdAt: taskComments.createdAt,
  updatedAt: taskComments.updatedAt,
};

const orderingColumns = {
  id: taskComments.id,
  created_at: taskComments.createdAt,
  updated_at: taskComments.updatedAt,
};
