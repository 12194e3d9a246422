import { and, count, desc, eq, inArray, isNotNull, isNull, type SQL, sum } from "drizzle-orm";
import { contains } from "../../db/contains.ts";
import type { Db } from "../../db/open-database.ts";
import { orderBy } from "../../db/order-by.ts";
import { ownerColumns } from "../../db/owner.ts";
import { type ReportColumns, reports } from "../../db/schema/reports.ts";
import { users } from "../../db/schema/users.ts";
import type { OrderingTerm } from "../../http/pagination.ts";

export type ReportRepository = ReturnType<typeof createReportRepository>;

/** Filters of a list of reports; absent ones do not narrow it. */
export interface ReportFilter {
  ownerId?: number;
  scheduleId?: number;
  statuses?: readonly ReportColumns["status"][];
  /** In the title. */
  find?: string;
}

export function createReportRepository(db: Db) {
  const select = () => db.select(columns).from(reports).innerJoin(users, eq(users.id, reports.ownerId)).$dynamic();
  return {
    count: (filter: ReportFilter): number =>
      db.select({ n: count() }).from(reports).where(conditionOf(filter)).get()?.n ?? 0,

    totalBytes: (): number =>
      db
        .select({ bytes: sum(reports.size).mapWith(Number) })
        .from(reports)
        .get()?.bytes ?? 0,

    /** Ids only: an index has them in this order, so that skipping to a late page reads no rows. */
    listIds: (
      filter: ReportFilter,
      ordering: readonly OrderingTerm[],
      window: { limit: number; offset: number },
    ): number[] =>
      db
        .select({ id: reports.id })
        .from(reports)
        .where(conditionOf(filter))
        .orderBy(...orderBy(orderingColumns, ordering, reports.id))
        .limit(window.limit)
        .offset(window.offset)
        .all()
        .map(({ id }) => id),

    /** In the order of the ids. */
    listByIds: (ids: readonly number[]): ReportRow[] => {
      const rows = new Map<number, ReportRow>();
      for (const row of select()
        .where(inArray(reports.id, [...ids]))
        .all())
        rows.set(row.id, row);
      return ids.flatMap((id) => rows.get(id) ?? []);
    },

    find: (id: number): ReportRow | undefined => select().where(eq(reports.id, id)).get(),

    insert: (row: Omit<typeof reports.$inferInsert, "id">): number =>
      db.insert(reports).values(row).returning({ id: reports.id }).get().id,

    /** False when the report no longer exists. */
    update: (id: number, changes: Partial<ReportColumns>): boolean =>
      db.update(reports).set(changes).where(eq(reports.id, id)).run().changes > 0,

    remove: (id: number): void => void db.delete(reports).where(eq(reports.id, id)).run(),

    /** Finished ones of a schedule beyond the newest. */
    listOldOfSchedule: (scheduleId: number, kept: number): ReportRow[] =>
      select()
        .where(and(eq(reports.scheduleId, scheduleId), isNotNull(reports.finishedAt)))
        .orderBy(desc(reports.id))
        .limit(prunedAtOnce)
        .offset(kept)
        .all(),

    /** Those that an earlier process left behind. */
    failUnfinished: (error: string, finishedAt: number): void =>
      void db.update(reports).set({ status: "FAILURE", error, finishedAt }).where(isNull(reports.finishedAt)).run(),

    /** Those of the ids that exist. */
    filterThere: (ids: readonly number[]): Set<number> =>
      new Set(
        db
          .select({ id: reports.id })
          .from(reports)
          .where(inArray(reports.id, [...ids]))
          .all()
          .map(({ id }) => id),
      ),

    /** Those of the ids that finished with SUCCESS. */
    filterSuccessful: (ids: readonly number[]): Set<number> =>
      new Set(
        db
          .select({ id: reports.id, status: reports.status })
          .from(reports)
          .where(inArray(reports.id, [...ids]))
          .all()
          .flatMap(({ id, status }) => (status === "SUCCESS" ? [id] : [])),
      ),
  };
}

/** Rows in one statement; the next run deletes the rest. */
const prunedAtOnce = 1000;

const columns = {
  id: reports.id,
  title: reports.title,
  owner: ownerColumns,
  hosts: reports.hosts,
  status: reports.status,
  sourceType: reports.sourceType,
  sourceId: reports.sourceId,
  scheduleId: reports.scheduleId,
  format: reports.format,
  fileName: reports.fileName,
  contentType: reports.contentType,
  size: reports.size,
  progress: reports.progress,
  error: reports.error,
  deliveries: reports.deliveries,
  createdAt: reports.createdAt,
  finishedAt: reports.finishedAt,
};

export interface ReportRow extends Omit<ReportColumns, "ownerId"> {
  owner: { id: number; username: string; firstName: string; lastName: string };
}

const orderingColumns = {
  id: reports.id,
  title: reports.title,
  status: reports.status,
  format: reports.format,
  created_at: reports.createdAt,
  finished_at: reports.finishedAt,
};

function conditionOf({ ownerId, scheduleId, statuses, find }: ReportFilter): SQL | undefined {
  return and(
    ownerId === undefined ? undefined : eq(reports.ownerId, ownerId),
    scheduleId === undefined ? undefined : eq(reports.scheduleId, scheduleId),
    statuses === undefined ? undefined : inArray(reports.status, [...statuses]),
    contains(find, reports.title),
  );
}
