import { and, count, eq, gt, ne, type SQL } from "drizzle-orm";
import { contains } from "../../db/contains.ts";
import type { Db } from "../../db/open-database.ts";
import { orderBy } from "../../db/order-by.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { users } from "../../db/schema/users.ts";
import type { OrderingTerm } from "../../http/pagination.ts";

export type SessionListRepository = ReturnType<typeof createSessionListRepository>;

interface Wanted {
  /** Undefined: everybody's. */
  userId: number | undefined;
  /** Epoch seconds; sessions that have ended by then are left out. */
  now: number;
  /** In the names of the user, or in the address; undefined: any. */
  find?: string;
}

/** Sessions as people look at them; api/auth opens them and finds them by their key. */
export function createSessionListRepository(db: Db) {
  const select = () =>
    db.select({ session: sessions, user: users }).from(sessions).innerJoin(users, eq(users.id, sessions.userId));
  return {
    count: (wanted: Wanted): number =>
      db
        .select({ n: count() })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(conditionOf(wanted))
        .get()?.n ?? 0,

    list: (wanted: Wanted, ordering: readonly OrderingTerm[], window: { limit: number; offset: number }) =>
      select()
        .where(conditionOf(wanted))
        .orderBy(...orderBy(orderingColumns, ordering, sessions.id))
        .limit(window.limit)
        .offset(window.offset)
        .all(),

    find: (id: number, now: number) =>
      select()
        .where(and(eq(sessions.id, id), gt(sessions.expiresAt, now)))
        .get(),

    end: (id: number): void => void db.delete(sessions).where(eq(sessions.id, id)).run(),

    /** `exceptId` undefined: every one. */
    endAllOf: (userId: number, exceptId: number | undefined): void =>
      void db
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), exceptId === undefined ? undefined : ne(sessions.id, exceptId)))
        .run(),
  };
}

const orderingColumns = {
  id: sessions.id,
  created_at: sessions.createdAt,
  last_used_at: sessions.renewedAt,
  expires_at: sessions.expiresAt,
};

function conditionOf({ userId, now, find }: Wanted): SQL | undefined {
  return and(
    gt(sessions.expiresAt, now),
    userId === undefined ? undefined : eq(sessions.userId, userId),
    contains(find, users.username, users.firstName, users.lastName, sessions.address),
  );
}
