import { and, count, eq, gt, isNull, lte, or, type SQL } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { orderBy } from "../../db/order-by.ts";
import { ownerColumns } from "../../db/owner.ts";
import { jobs } from "../../db/schema/jobs.ts";
import { users } from "../../db/schema/users.ts";
import type { OrderingTerm } from "../../http/pagination.ts";

export type JobRepository = ReturnType<typeof createJobRepository>;

/** What of a run changes in its life. */
export type JobState = Pick<
  typeof jobs.$inferSelect,
  "status" | "progress" | "result" | "error" | "startedAt" | "finishedAt"
>;

/** `since`, epoch seconds: what ended then or before is as if it were not there. */
export function createJobRepository(db: Db) {
  const select = () => db.select(columns).from(jobs).innerJoin(users, eq(users.id, jobs.ownerId)).$dynamic();
  return {
    countOwn: (ownerId: number, since: number): number =>
      db
        .select({ n: count() })
        .from(jobs)
        .where(and(eq(jobs.ownerId, ownerId), isKept(since)))
        .get()?.n ?? 0,

    listOwn: (
      ownerId: number,
      since: number,
      ordering: readonly OrderingTerm[],
      window: { limit: number; offset: number },
    ): JobRow[] =>
      select()
        .where(and(eq(jobs.ownerId, ownerId), isKept(since)))
        .orderBy(...orderBy(orderingColumns, ordering, jobs.id))
        .limit(window.limit)
        .offset(window.offset)
        .all(),

    find: (uuid: string, since: number): JobRow | undefined =>
      select()
        .where(and(eq(jobs.uuid, uuid), isKept(since)))
        .get(),

    insert: (row: typeof jobs.$inferInsert): void => void db.insert(jobs).values(row).run(),

    update: (uuid: string, state: Partial<JobState>): void =>
      void db.update(jobs).set(state).where(eq(jobs.uuid, uuid)).run(),

    /** Runs that an earlier process left behind. */
    failUnfinished: (error: string, finishedAt: number): void =>
      void db.update(jobs).set({ status: "FAILURE", error, finishedAt }).where(isNull(jobs.finishedAt)).run(),

    removeOld: (since: number): void => void db.delete(jobs).where(lte(jobs.finishedAt, since)).run(),
  };
}

const columns = {
  uuid: jobs.uuid,
  name: jobs.name,
  status: jobs.status,
  progress: jobs.progress,
  result: jobs.result,
  error: jobs.error,
  owner: ownerColumns,
  createdAt: jobs.createdAt,
  startedAt: jobs.startedAt,
  finishedAt: jobs.finishedAt,
};

export interface JobRow extends JobState {
  uuid: string;
  name: (typeof jobs.$inferSelect)["name"];
  owner: { id: number; username: string; firstName: string; lastName: string };
  createdAt: number;
}

const orderingColumns = {
  name: jobs.name,
  status: jobs.status,
  created_at: jobs.createdAt,
  started_at: jobs.startedAt,
  finished_at: jobs.finishedAt,
};

function isKept(since: number): SQL | undefined {
  return or(isNull(jobs.finishedAt), gt(jobs.finishedAt, since));
}
