import { and, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteSelect } from "drizzle-orm/sqlite-core";
import { visibleDashboards } from "../../board/access.ts";
import { contains } from "../../db/contains.ts";
import type { Db } from "../../db/open-database.ts";
import { orderBy } from "../../db/order-by.ts";
import { ownerColumns } from "../../db/owner.ts";
import { dashboards } from "../../db/schema/dashboards.ts";
import { users } from "../../db/schema/users.ts";
import type { Principal } from "../../http/access/principal.ts";
import type { OrderingTerm } from "../../http/pagination.ts";

export type DashboardRepository = ReturnType<typeof createDashboardRepository>;

/** Filters of a list of dashboards; undefined: any. */
export interface WantedDashboards {
  /** Only this user's dashboards. */
  ownerId: number | undefined;
  /** And of one of these. */
  ownerIds: readonly number[] | undefined;
  title: string | undefined;
  /** In the title. */
  find?: string;
}

/** The stored fields that the owner sets. */
export interface CheckedDashboard {
  title: string;
  ownerId: number;
  isPublic: boolean;
  /** JSON text. */
  config: string;
}

export function createDashboardRepository(db: Db) {
  const select = () =>
    db.select(columns).from(dashboards).innerJoin(users, eq(users.id, dashboards.ownerId)).$dynamic();
  return {
    count: (wanted: WantedDashboards): number =>
      db.select({ n: count() }).from(dashboards).where(conditionOf(wanted)).get()?.n ?? 0,

    /** Ids only: an index has them in this order, so that skipping to a late page reads no rows. */
    listIds: (wanted: WantedDashboards, ordering: readonly OrderingTerm[], window: Window): number[] =>
      inOrder(db.select({ id: dashboards.id }).from(dashboards).$dynamic(), wanted, ordering)
        .limit(window.limit)
        .offset(window.offset)
        .all()
        .map(({ id }) => id),

    /** All of them in order, for choices that only code can make. */
    listAllIds: (wanted: WantedDashboards, ordering: readonly OrderingTerm[]): number[] =>
      inOrder(db.select({ id: dashboards.id }).from(dashboards).$dynamic(), wanted, ordering)
        .values()
        .map(([id]) => id as number),

    /** Titles of those of the given dashboards that exist, in no order. */
    listTitles: (ids: readonly number[]): { id: number; title: string }[] =>
      db
        .select({ id: dashboards.id, title: dashboards.title })
        .from(dashboards)
        .where(inArray(dashboards.id, [...ids]))
        .all(),

    /** In the order of the ids. */
    listByIds: (ids: readonly number[]): DashboardRow[] => {
      const rows = new Map<number, DashboardRow>();
      for (const row of select()
        .where(inArray(dashboards.id, [...ids]))
        .all())
        rows.set(row.id, row);
      return ids.flatMap((id) => rows.get(id) ?? []);
    },

    configBytes: (ids: readonly number[]): number =>
      db
        .select({ bytes: sql<number>`coalesce(sum(octet_length(${dashboards.config})), 0)` })
        .from(dashboards)
        .where(inArray(dashboards.id, [...ids]))
        .get()?.bytes ?? 0,

    findVisible: (principal: Principal, id: number): DashboardRow | undefined =>
      select()
        .where(and(eq(dashboards.id, id), visibleDashboards(principal)))
        .get(),

    userExists: (id: number): boolean =>
      db.select({ id: users.id }).from(users).where(eq(users.id, id)).get() !== undefined,

    insert: (dashboard: CheckedDashboard, createdAt: number): number =>
      db
        .insert(dashboards)
        .values({ ...dashboard, createdAt, updatedAt: createdAt })
        .returning({ id: dashboards.id })
        .get().id,

    update: (id: number, changes: Partial<CheckedDashboard>, updatedAt: number): void =>
      void db
        .update(dashboards)
        .set({ ...changes, updatedAt })
        .where(eq(dashboards.id, id))
        .run(),

    remove: (id: number): void => void db.delete(dashboards).where(eq(dashboards.id, id)).run(),
  };
}

/** Joins the owners only when their names give the order: skipped rows are read from the index alone. */
function inOrder<Query extends SQLiteSelect>(
  query: Query,
  wanted: WantedDashboards,
  ordering: readonly OrderingTerm[],
): Query {
  if (ordering.some(({ field }) => field === "owner")) query.innerJoin(users, eq(users.id, dashboards.ownerId));
  query.where(conditionOf(wanted)).orderBy(...orderBy(orderingColumns, ordering, dashboards.id));
  return query;
}

interface Window {
  limit: number;
  offset: number;
}

const columns = {
  id: dashboards.id,
  title: dashboards.title,
  isPublic: dashboards.isPublic,
  config: dashboards.config,
  createdAt: dashboards.createdAt,
  updatedAt: dashboards.updatedAt,
  owner: ownerColumns,
};

export interface DashboardRow extends Omit<CheckedDashboard, "ownerId"> {
  id: number;
  createdAt: number;
  updatedAt: number;
  owner: { id: number; username: string; firstName: string; lastName: string };
}

const orderingColumns = {
  id: dashboards.id,
  title: dashboards.title,
  owner: users.username,
  created_at: dashboards.createdAt,
  updated_at: dashboards.updatedAt,
};

function conditionOf({ ownerId, ownerIds, title, find }: WantedDashboards): SQL | undefined {
  return and(
    ownerId === undefined ? undefined : eq(dashboards.ownerId, ownerId),
    ownerIds === undefined ? undefined : inArray(dashboards.ownerId, [...ownerIds]),
    title === undefined ? undefined : eq(dashboards.title, title),
    contains(find, dashboards.title),
  );
}
