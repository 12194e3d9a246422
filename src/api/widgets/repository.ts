import { and, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { orderBy } from "../../db/order-by.ts";
import { users } from "../../db/schema/users.ts";
import { widgets } from "../../db/schema/widgets.ts";
import type { OrderingTerm } from "../../http/pagination.ts";

/** Filters of a list of widgets; undefined: any. */
export interface WantedWidgets {
  ownerId: number | undefined;
  title: string | undefined;
}

export function createWidgetListRepository(db: Db) {
  return {
    count: (wanted: WantedWidgets): number =>
      db.select({ n: count() }).from(widgets).where(conditionOf(wanted)).get()?.n ?? 0,

    /** Ids only: an index has them in this order, so that skipping to a late page reads no rows. */
    listIds: (
      wanted: WantedWidgets,
      ordering: readonly OrderingTerm[],
      window: { limit: number; offset: number },
    ): number[] => {
      const query = db.select({ id: widgets.id }).from(widgets).where(conditionOf(wanted)).$dynamic();
      if (ordering.some(({ field }) => field === "owner")) query.innerJoin(users, eq(users.id, widgets.ownerId));
      return query
        .orderBy(...orderBy(orderingColumns, ordering, widgets.id))
        .limit(window.limit)
        .offset(window.offset)
        .all()
        .map(({ id }) => id);
    },

    configBytes: (ids: readonly number[]): number =>
      db
        .select({ bytes: sql<number>`coalesce(sum(octet_length(${widgets.config})), 0)` })
        .from(widgets)
        .where(inArray(widgets.id, [...ids]))
        .get()?.bytes ?? 0,
  };
}

const orderingColumns = {
  id: widgets.id,
  title: widgets.title,
  owner: users.username,
  created_at: widgets.createdAt,
  updated_at: widgets.updatedAt,
  type: widgets.type,
  position: widgets.position,
};

function conditionOf({ ownerId, title }: WantedWidgets): SQL | undefined {
  return and(
    ownerId === undefined ? undefined : eq(widgets.ownerId, ownerId),
    title === undefined ? undefined : eq(widgets.title, title),
  );
}
