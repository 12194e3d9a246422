import { eq } from "drizzle-orm";
import { type Db, inTransaction } from "../../db/open-database.ts";
import { type SeenEvent, type TaskColumns, tasks } from "../../db/schema/tasks.ts";
import { users } from "../../db/schema/users.ts";
import { forgetUnlinked, keepLinked, readLinked } from "../../tasks/linked-events.ts";

export type TaskRepository = ReturnType<typeof createTaskRepository>;

/** Changes tasks; tasks/task-list.ts reads them. */
export function createTaskRepository(db: Db) {
  return {
    /** Runs the action in a transaction: what it reads stays true until its end. */
    inTransaction: <T>(work: () => T): T => inTransaction(db, work),

    findUser: (id: number) => db.select({ isActive: users.isActive }).from(users).where(eq(users.id, id)).get(),

    insert: (row: Omit<TaskColumns, "id">): number => db.insert(tasks).values(row).returning({ id: tasks.id }).get().id,

    update: (id: number, changes: Partial<TaskColumns>): void =>
      void db.update(tasks).set(changes).where(eq(tasks.id, id)).run(),

    /** Stores copies of newly linked events, and deletes those of unlinked ones. */
    link(id: number, { before, after, seen, now }: Linking): void {
      const known = new Set(before);
      forgetUnlinked(db, id, after);
      keepLinked(
        db,
        id,
        after.filter((event) => !known.has(event)),
        seen,
        now,
      );
    },

    readLinked: (id: number) => readLinked(db, id),

    remove: (id: number): void => void db.delete(tasks).where(eq(tasks.id, id)).run(),
  };
}

/** The events of a task before and after a change. */
interface Linking {
  before: readonly string[];
  after: readonly string[];
  seen: ReadonlyMap<string, SeenEvent>;
  now: number;
}
