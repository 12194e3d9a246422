import { and, count, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { contains } from "../../db/contains.ts";
import { type Db, inTransaction } from "../../db/open-database.ts";
import { orderBy } from "../../db/order-by.ts";
import { ownerColumns } from "../../db/owner.ts";
import { searches } from "../../db/schema/searches.ts";
import { users } from "../../db/schema/users.ts";
import type { OrderingTerm } from "../../http/pagination.ts";

export type SearchRepository = ReturnType<typeof createSearchRepository>;
export type SearchColumns = typeof searches.$inferInsert;

/** Filters of a list of searches; undefined: any that the user sees. */
export interface WantedSearches {
  /** The user whose own and everybody's public ones are listed. */
  userId: number;
  title: string | undefined;
  /** In the title or the line. */
  find?: string;
  tag: string | undefined;
  owners: readonly number[] | undefined;
  isPublic: boolean | undefined;
}

export function createSearchRepository(db: Db) {
  const selected = () =>
    db
      .select({ search: searches, owner: ownerColumns })
      .from(searches)
      .innerJoin(users, eq(users.id, searches.ownerId));
  return {
    inTransaction: <T>(work: () => T): T => inTransaction(db, work),

    count: (wanted: WantedSearches): number =>
      db.select({ n: count() }).from(searches).where(conditionOf(wanted)).get()?.n ?? 0,

    countOwn: (userId: number): number =>
      db.select({ n: count() }).from(searches).where(eq(searches.ownerId, userId)).get()?.n ?? 0,

    list: (wanted: WantedSearches, ordering: readonly OrderingTerm[], window: { limit: number; offset: number }) =>
      selected()
        .where(conditionOf(wanted))
        .orderBy(...orderBy(orderingColumns, ordering, searches.id))
        .limit(window.limit)
        .offset(window.offset)
        .all(),

    find: (id: number) => selected().where(eq(searches.id, id)).get(),

    insert: (row: Omit<SearchColumns, "id">): number =>
      db.insert(searches).values(row).returning({ id: searches.id }).get().id,

    update: (id: number, changes: Partial<SearchColumns>): void =>
      void db.update(searches).set(changes).where(eq(searches.id, id)).run(),

    remove: (id: number): void => void db.delete(searches).where(eq(searches.id, id)).run(),
  };
}

const orderingColumns = {
  id: searches.id,
  title: searches.title,
  created_at: searches.createdAt,
  updated_at: searches.updatedAt,
};

function conditionOf({ userId, title, find, tag, owners, isPublic }: WantedSearches): SQL | undefined {
  return and(
    or(eq(searches.ownerId, userId), eq(searches.isPublic, true)),
    title === undefined ? undefined : eq(searches.title, title),
    contains(find, searches.title, sql`json_extract(${searches.question}, '$.q')`),
    tag === undefined ? undefined : sql`EXISTS (SELECT 1 FROM json_each(${searches.tags}) WHERE value = ${tag})`,
    owners === undefined ? undefined : inArray(searches.ownerId, [...owners]),
    isPublic === undefined ? undefined : eq(searches.isPublic, isPublic),
  );
}
