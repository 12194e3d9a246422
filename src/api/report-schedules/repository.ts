import { and, asc, count, eq, isNotNull, lte, min, type SQL } from "drizzle-orm";
import { contains } from "../../db/contains.ts";
import { type Db, inTransaction } from "../../db/open-database.ts";
import { orderBy } from "../../db/order-by.ts";
import { ownerColumns } from "../../db/owner.ts";
import { type ReportScheduleColumns, reportSchedules } from "../../db/schema/report-schedules.ts";
import { users } from "../../db/schema/users.ts";
import type { OrderingTerm } from "../../http/pagination.ts";

export type ScheduleRepository = ReturnType<typeof createScheduleRepository>;

export interface ScheduleRow extends ReportScheduleColumns {
  owner: { id: number; username: string; firstName: string; lastName: string };
}

/** `ownerId` undefined: everybody's. */
export function createScheduleRepository(db: Db) {
  const select = () =>
    db
      .select({ schedule: reportSchedules, owner: ownerColumns })
      .from(reportSchedules)
      .innerJoin(users, eq(users.id, reportSchedules.ownerId))
      .$dynamic();
  const toRow = ({ schedule, owner }: { schedule: ReportScheduleColumns; owner: ScheduleRow["owner"] }) => ({
    ...schedule,
    owner,
  });
  return {
    /** Runs the action in a transaction: what it reads stays true until its end. */
    inTransaction: <T>(work: () => T): T => inTransaction(db, work),

    count: (ownerId: number | undefined, find?: string): number =>
      db
        .select({ n: count() })
        .from(reportSchedules)
        .where(and(ownedBy(ownerId), contains(find, reportSchedules.title)))
        .get()?.n ?? 0,

    list: (
      { ownerId, find }: { ownerId: number | undefined; find?: string },
      ordering: readonly OrderingTerm[],
      window: { limit: number; offset: number },
    ): ScheduleRow[] =>
      select()
        .where(and(ownedBy(ownerId), contains(find, reportSchedules.title)))
        .orderBy(...orderBy(orderingColumns, ordering, reportSchedules.id))
        .limit(window.limit)
        .offset(window.offset)
        .all()
        .map(toRow),

    find(id: number): ScheduleRow | undefined {
      const found = select().where(eq(reportSchedules.id, id)).get();
      return found && toRow(found);
    },

    insert: (row: Omit<ReportScheduleColumns, "id">): number =>
      db.insert(reportSchedules).values(row).returning({ id: reportSchedules.id }).get().id,

    update: (id: number, changes: Partial<ReportScheduleColumns>): void =>
      void db.update(reportSchedules).set(changes).where(eq(reportSchedules.id, id)).run(),

    remove: (id: number): void => void db.delete(reportSchedules).where(eq(reportSchedules.id, id)).run(),

    /** Epoch seconds; undefined when none is active. */
    firstDue: (): number | undefined =>
      db
        .select({ at: min(reportSchedules.nextRunAt) })
        .from(reportSchedules)
        .get()?.at ?? undefined,

    listDue: (now: number, limit: number): ScheduleRow[] =>
      select()
        .where(lte(reportSchedules.nextRunAt, now))
        .orderBy(asc(reportSchedules.nextRunAt))
        .limit(limit)
        .all()
        .map(toRow),

    /** Runs that an earlier process had begun. */
    listOwed: (): ScheduleRow[] => select().where(isNotNull(reportSchedules.owedReportId)).all().map(toRow),
  };
}

const orderingColumns = {
  id: reportSchedules.id,
  title: reportSchedules.title,
  next_run: reportSchedules.nextRunAt,
  last_run: reportSchedules.lastRunAt,
  created_at: reportSchedules.createdAt,
};

function ownedBy(ownerId: number | undefined): SQL | undefined {
  return ownerId === undefined ? undefined : eq(reportSchedules.ownerId, ownerId);
}
