import { and, count, eq, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../db/open-database.ts";
import { orderBy } from "../../db/order-by.ts";
import { searchHistory } from "../../db/schema/search-history.ts";
import type { OrderingTerm } from "../../http/pagination.ts";

export type HistoryRepository = ReturnType<typeof createHistoryRepository>;

export function createHistoryRepository(db: Db) {
  return {
    count: (userId: number): number =>
      db.select({ n: count() }).from(searchHistory).where(eq(searchHistory.userId, userId)).get()?.n ?? 0,

    list: (userId: number, ordering: readonly OrderingTerm[], window: { limit: number; offset: number }) =>
      db
        .select()
        .from(searchHistory)
        .where(eq(searchHistory.userId, userId))
        .orderBy(...orderBy(orderingColumns, ordering, searchHistory.id))
        .limit(window.limit)
        .offset(window.offset)
        .all(),

    /** Counts the question again, or adds it; the user keeps the `keptMax` latest entries. */
    add: (row: { userId: number; question: string; timeRange: string; searchedAt: number }, keptMax: number): void =>
      inTransaction(db, () => {
        const { timeRange, searchedAt, userId } = row;
        db.insert(searchHistory)
          .values({ ...row, times: 1 })
          .onConflictDoUpdate({
            target: [searchHistory.userId, searchHistory.question],
            set: { timeRange, searchedAt, times: sql`${searchHistory.times} + 1` },
          })
          .run();
        db.run(
          sql`DELETE FROM ${searchHistory} WHERE id IN (SELECT id FROM ${searchHistory} WHERE user_id = ${userId} ORDER BY searched_at DESC, id DESC LIMIT -1 OFFSET ${keptMax})`,
        );
      }),

    /** False: the user has no such entry. */
    remove: (userId: number, id: number): boolean =>
      db
        .delete(searchHistory)
        .where(and(eq(searchHistory.userId, userId), eq(searchHistory.id, id)))
        .run().changes > 0,

    clear: (userId: number): void => void db.delete(searchHistory).where(eq(searchHistory.userId, userId)).run(),
  };
}

const orderingColumns = {
  id: searchHistory.id,
  times: searchHistory.times,
  searched_at: searchHistory.searchedAt,
};
