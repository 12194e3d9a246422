import { and, count, eq, gt, isNull, lte, or, type SQL } from "drizzle-orm";
import type { Db } from "../db/open-database.ts";
import { orderBy } from "../db/order-by.ts";
import { ownerColumns } from "../db/owner.ts";
import { runs } from "../db/schema/runs.ts";
import { users } from "../db/schema/users.ts";
import type { OrderingTerm } from "../http/pagination.ts";

export type RunRepository = ReturnType<typeof createRunRepository>;

/** The fields of a run that change in its life. */
export type RunState = Pick<
  typeof runs.$inferSelect,
  "status" | "progress" | "result" | "error" | "startedAt" | "finishedAt"
>;

/** `since`, epoch seconds: runs that ended then or before do not exist for it. */
export function createRunRepository(db: Db) {
  const select = () => db.select(columns).from(runs).innerJoin(users, eq(users.id, runs.ownerId)).$dynamic();
  return {
    countOwn: (ownerId: number, since: number): number =>
      db
        .select({ n: count() })
        .from(runs)
        .where(and(eq(runs.ownerId, ownerId), isKept(since)))
        .get()?.n ?? 0,

    listOwn: (
      ownerId: number,
      since: number,
      ordering: readonly OrderingTerm[],
      window: { limit: number; offset: number },
    ): RunRow[] =>
      select()
        .where(and(eq(runs.ownerId, ownerId), isKept(since)))
        .orderBy(...orderBy(orderingColumns, ordering, runs.id))
        .limit(window.limit)
        .offset(window.offset)
        .all(),

    find: (uuid: string, since: number): RunRow | undefined =>
      select()
        .where(and(eq(runs.uuid, uuid), isKept(since)))
        .get(),

    insert: (row: typeof runs.$inferInsert): void => void db.insert(runs).values(row).run(),

    update: (uuid: string, state: Partial<RunState>): void =>
      void db.update(runs).set(state).where(eq(runs.uuid, uuid)).run(),

    /** Runs that an earlier process left behind. */
    failUnfinished: (error: string, finishedAt: number): void =>
      void db.update(runs).set({ status: "FAILURE", error, finishedAt }).where(isNull(runs.finishedAt)).run(),

    removeOld: (since: number): void => void db.delete(runs).where(lte(runs.finishedAt, since)).run(),
  };
}

const columns = {
  uuid: runs.uuid,
  name: runs.name,
  status: runs.status,
  progress: runs.progress,
  result: runs.result,
  error: runs.error,
  owner: ownerColumns,
  createdAt: runs.createdAt,
  startedAt: runs.startedAt,
  finishedAt: runs.finishedAt,
};

export interface RunRow extends RunState {
  uuid: string;
  name: (typeof runs.$inferSelect)["name"];
  owner: { id: number; username: string; firstName: string; lastName: string };
  createdAt: number;
}

const orderingColumns = {
  name: runs.name,
  status: runs.status,
  created_at: runs.createdAt,
  started_at: runs.startedAt,
  finished_at: runs.finishedAt,
};

function isKept(since: number): SQL | undefined {
  return or(isNull(runs.finishedAt), gt(runs.finishedAt, since));
}
