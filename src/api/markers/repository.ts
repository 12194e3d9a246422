import { and, count, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../db/open-database.ts";
import { orderBy } from "../../db/order-by.ts";
import { ownerColumns } from "../../db/owner.ts";
import { markers } from "../../db/schema/markers.ts";
import { users } from "../../db/schema/users.ts";
import type { OrderingTerm } from "../../http/pagination.ts";

export type MarkerRepository = ReturnType<typeof createMarkerRepository>;
export type MarkerColumns = typeof markers.$inferInsert;

/** Filters of a list of markers; undefined: any. */
export interface WantedMarkers {
  from: number | undefined;
  to: number | undefined;
  tag: string | undefined;
  title: string | undefined;
}

export function createMarkerRepository(db: Db) {
  const selected = () =>
    db
      .select({
        id: markers.id,
        time: markers.time,
        title: markers.title,
        tags: markers.tags,
        ownerId: markers.ownerId,
        createdAt: markers.createdAt,
        owner: ownerColumns,
      })
      .from(markers)
      .leftJoin(users, eq(users.id, markers.ownerId));
  return {
    count: (wanted: WantedMarkers): number =>
      db.select({ n: count() }).from(markers).where(conditionOf(wanted)).get()?.n ?? 0,

    list: (wanted: WantedMarkers, ordering: readonly OrderingTerm[], window: { limit: number; offset: number }) =>
      selected()
        .where(conditionOf(wanted))
        .orderBy(...orderBy(orderingColumns, ordering, markers.id))
        .limit(window.limit)
        .offset(window.offset)
        .all(),

    find: (id: number) => selected().where(eq(markers.id, id)).get(),

    /** Adds it and deletes the oldest beyond `keptMax`. */
    insert: (row: Omit<MarkerColumns, "id">, keptMax: number): number =>
      inTransaction(db, () => {
        const { id } = db.insert(markers).values(row).returning({ id: markers.id }).get();
        db.run(
          sql`DELETE FROM ${markers} WHERE id IN (SELECT id FROM ${markers} WHERE id <> ${id} ORDER BY time DESC, id DESC LIMIT -1 OFFSET ${keptMax - 1})`,
        );
        return id;
      }),

    update: (id: number, changes: Partial<MarkerColumns>): void =>
      void db.update(markers).set(changes).where(eq(markers.id, id)).run(),

    remove: (id: number): void => void db.delete(markers).where(eq(markers.id, id)).run(),
  };
}

const orderingColumns = {
  id: markers.id,
  time: markers.time,
  title: markers.title,
  created_at: markers.createdAt,
};

function conditionOf({ from, to, tag, title }: WantedMarkers): SQL | undefined {
  return and(
    from === undefined ? undefined : gte(markers.time, from),
    to === undefined ? undefined : lt(markers.time, to),
    title === undefined ? undefined : eq(markers.title, title),
    tag === undefined ? undefined : sql`EXISTS (SELECT 1 FROM json_each(${markers.tags}) WHERE value = ${tag})`,
  );
}
