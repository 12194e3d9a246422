import { and, count, eq, ne, sql } from "drizzle-orm";
import { contains } from "../../db/contains.ts";
import { type Db, inTransaction } from "../../db/open-database.ts";
import { orderBy } from "../../db/order-by.ts";
import { authtokens } from "../../db/schema/authtokens.ts";
import { dashboardLinks } from "../../db/schema/dashboard-links.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { type UserRow, users } from "../../db/schema/users.ts";
import type { OrderingTerm } from "../../http/pagination.ts";

/** Names that are searched for a user; the last one is shown to others. */
const names = [
  users.username,
  users.firstName,
  users.lastName,
  sql`${users.firstName} || ' ' || ${users.lastName}`,
] as const;

export type UserRepository = ReturnType<typeof createUserRepository>;

export function createUserRepository(db: Db) {
  return {
    /** Runs the action in a transaction: what it reads stays true until its end. */
    inTransaction: <T>(work: () => T): T => inTransaction(db, work),

    /** Counts users with `name` in one of their names; undefined: all users. */
    count: (name?: string): number =>
      db
        .select({ n: count() })
        .from(users)
        .where(contains(name, ...names))
        .get()?.n ?? 0,

    list: (
      name: string | undefined,
      ordering: readonly OrderingTerm[],
      window: { limit: number; offset: number },
    ): UserRow[] =>
      db
        .select()
        .from(users)
        .where(contains(name, ...names))
        .orderBy(...orderBy(orderingColumns, ordering, users.id))
        .limit(window.limit)
        .offset(window.offset)
        .all(),

    find: (id: number): UserRow | undefined => db.select().from(users).where(eq(users.id, id)).get(),

    findByName: (username: string): UserRow | undefined =>
      db.select().from(users).where(eq(users.username, username)).get(),

    insert: (row: typeof users.$inferInsert): UserRow => db.insert(users).values(row).returning().get(),

    update: (id: number, changes: Partial<UserRow>): UserRow =>
      db.update(users).set(changes).where(eq(users.id, id)).returning().get(),

    remove: (id: number): void => void db.delete(users).where(eq(users.id, id)).run(),

    countActiveSuperusersBut: (id: number): number =>
      db
        .select({ n: count() })
        .from(users)
        .where(and(eq(users.isSuperuser, true), eq(users.isActive, true), ne(users.id, id)))
        .get()?.n ?? 0,

    endSessions: (userId: number, exceptSessionId: number | undefined): void =>
      void db
        .delete(sessions)
        .where(
          and(
            eq(sessions.userId, userId),
            exceptSessionId === undefined ? sql`true` : ne(sessions.id, exceptSessionId),
          ),
        )
        .run(),

    /** Also ends the links to dashboards, which act for him as tokens do. */
    removeTokens(userId: number): void {
      db.delete(authtokens).where(eq(authtokens.ownerId, userId)).run();
      db.delete(dashboardLinks).where(eq(dashboardLinks.ownerId, userId)).run();
    },
  };
}

const orderingColumns = {
  id: users.id,
  username: users.username,
  first_name: users.firstName,
  last_name: users.lastName,
  is_active: users.isActive,
  created_at: users.createdAt,
};
