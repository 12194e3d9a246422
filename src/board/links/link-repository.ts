import { and, count, eq, lte, or, type SQL } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { orderBy } from "../../db/order-by.ts";
import { ownerColumns } from "../../db/owner.ts";
import { dashboardLinks } from "../../db/schema/dashboard-links.ts";
import { dashboards } from "../../db/schema/dashboards.ts";
import { users } from "../../db/schema/users.ts";
import { may, type Principal } from "../../http/access/principal.ts";
import type { OrderingTerm } from "../../http/pagination.ts";
import { visibleDashboards } from "../access.ts";

export type LinkRepository = ReturnType<typeof createLinkRepository>;
export type LinkRow = NonNullable<ReturnType<LinkRepository["find"]>>;
type LinkColumns = typeof dashboardLinks.$inferInsert;

/** The facts about its dashboard that a link needs. */
export interface LinkedDashboard {
  id: number;
  title: string;
  ownerId: number;
  /** JSON text. */
  config: string;
}

/** Links to dashboards, with the dashboards that they lead to. */
export function createLinkRepository(db: Db) {
  const selected = () =>
    db
      .select({ link: dashboardLinks, owner: ownerColumns, dashboard: dashboardColumns })
      .from(dashboardLinks)
      .innerJoin(users, eq(users.id, dashboardLinks.ownerId))
      .innerJoin(dashboards, eq(dashboards.id, dashboardLinks.dashboardId));
  return {
    count: (principal: Principal, dashboardId: number | undefined): number =>
      db
        .select({ n: count() })
        .from(dashboardLinks)
        .innerJoin(dashboards, eq(dashboards.id, dashboardLinks.dashboardId))
        .where(wanted(principal, dashboardId))
        .get()?.n ?? 0,

    list: (
      principal: Principal,
      dashboardId: number | undefined,
      ordering: readonly OrderingTerm[],
      window: { limit: number; offset: number },
    ) =>
      selected()
        .where(wanted(principal, dashboardId))
        .orderBy(...orderBy(orderingColumns, ordering, dashboardLinks.id))
        .limit(window.limit)
        .offset(window.offset)
        .all(),

    countOf: (dashboardId: number): number =>
      db.select({ n: count() }).from(dashboardLinks).where(eq(dashboardLinks.dashboardId, dashboardId)).get()?.n ?? 0,

    find: (id: number) => selected().where(eq(dashboardLinks.id, id)).get(),

    findByKey: (keyHash: string) => selected().where(eq(dashboardLinks.keyHash, keyHash)).get(),

    findDashboard: (principal: Principal, id: number): LinkedDashboard | undefined =>
      db
        .select(dashboardColumns)
        .from(dashboards)
        .where(and(eq(dashboards.id, id), visibleDashboards(principal)))
        .get(),

    insert: (row: Omit<LinkColumns, "id">): number =>
      db.insert(dashboardLinks).values(row).returning({ id: dashboardLinks.id }).get().id,

    update: (id: number, changes: Partial<LinkColumns>): void =>
      void db.update(dashboardLinks).set(changes).where(eq(dashboardLinks.id, id)).run(),

    remove: (id: number): void => void db.delete(dashboardLinks).where(eq(dashboardLinks.id, id)).run(),

    removeEnded: (dashboardId: number, now: number): void =>
      void db
        .delete(dashboardLinks)
        .where(and(eq(dashboardLinks.dashboardId, dashboardId), lte(dashboardLinks.endsAt, now)))
        .run(),
  };

  /** One's own, and all those to dashboards that one may change. */
  function wanted(principal: Principal, dashboardId: number | undefined): SQL | undefined {
    const mine = or(eq(dashboardLinks.ownerId, principal.userId), eq(dashboards.ownerId, principal.userId));
    return and(
      may(principal, "manage_dashboards") ? undefined : mine,
      dashboardId === undefined ? mine : eq(dashboardLinks.dashboardId, dashboardId),
    );
  }
}

const dashboardColumns = {
  id: dashboards.id,
  title: dashboards.title,
  ownerId: dashboards.ownerId,
  config: dashboards.config,
};

const orderingColumns = {
  id: dashboardLinks.id,
  title: dashboardLinks.title,
  created_at: dashboardLinks.createdAt,
  ends_at: dashboardLinks.endsAt,
};
