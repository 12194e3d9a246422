import { and, count, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { contains } from "../../db/contains.ts";
import type { Db } from "../../db/open-database.ts";
import { orderBy } from "../../db/order-by.ts";
import { ownerColumns, ownerOf } from "../../db/owner.ts";
import { authtokens, type TokenType } from "../../db/schema/authtokens.ts";
import { users } from "../../db/schema/users.ts";
import type { OrderingTerm } from "../../http/pagination.ts";
import type { Quota, TokenUsage } from "../../ingest/receive/quotas.ts";
import type { AuthToken } from "./schema.ts";

export type AuthTokenRepository = ReturnType<typeof createAuthTokenRepository>;

/** Undefined: any. */
interface Wanted {
  tokenType: TokenType | undefined;
  ownerId: number | undefined;
  find?: string;
}

export function createAuthTokenRepository(db: Db) {
  const select = () =>
    db.select(columns).from(authtokens).innerJoin(users, eq(users.id, authtokens.ownerId)).$dynamic();
  return {
    count: (wanted: Wanted): number =>
      db.select({ n: count() }).from(authtokens).where(conditionOf(wanted)).get()?.n ?? 0,

    list(wanted: Wanted, ordering: readonly OrderingTerm[], window: { limit: number; offset: number }): Row[] {
      const rows = new Map<number, Row>();
      const ids = listIds(wanted, ordering, window);
      for (const row of select().where(inArray(authtokens.id, ids)).all()) rows.set(row.id, row);
      return ids.flatMap((id) => rows.get(id) ?? []);
    },

    findByShortKey: (shortKey: string) => select().where(eq(authtokens.shortKey, shortKey)).get(),

    /** By row id; those that are not there are missing. */
    shortKeys: (ids: readonly number[]): Map<number, string> =>
      new Map(
        db
          .select({ id: authtokens.id, shortKey: authtokens.shortKey })
          .from(authtokens)
          .where(inArray(authtokens.id, [...ids]))
          .all()
          .map(({ id, shortKey }) => [id, shortKey]),
      ),

    findUser: (id: number) => db.select().from(users).where(eq(users.id, id)).get(),

    insert: (row: typeof authtokens.$inferInsert): void => void db.insert(authtokens).values(row).run(),

    update: (
      id: number,
      fields: Pick<typeof authtokens.$inferSelect, "description" | "eventsPerSecond" | "bytesPerDay">,
    ): void => void db.update(authtokens).set(fields).where(eq(authtokens.id, id)).run(),

    /** Its permissions and what it has sent. */
    findQuota: (id: number): (Quota & TokenUsage) | undefined =>
      db
        .select({
          eventsPerSecond: authtokens.eventsPerSecond,
          bytesPerDay: authtokens.bytesPerDay,
          day: authtokens.sentDay,
          bytes: authtokens.sentBytes,
        })
        .from(authtokens)
        .where(eq(authtokens.id, id))
        .get(),

    saveUsage: (id: number, { day, bytes }: TokenUsage): void =>
      void db.update(authtokens).set({ sentDay: day, sentBytes: bytes }).where(eq(authtokens.id, id)).run(),

    remove: (id: number): void => void db.delete(authtokens).where(eq(authtokens.id, id)).run(),
  };

  /**
   * Ids only: an index has them in this order, so that skipping to a late page reads no rows. A list for everybody is
   * filtered on the way.
   */
  function listIds(
    wanted: Wanted,
    ordering: readonly OrderingTerm[],
    window: { limit: number; offset: number },
  ): number[] {
    const { tokenType } = wanted;
    const ofType = tokenType === undefined ? undefined : sql`+${authtokens.tokenType} = ${tokenType}`;
    const onTheWay = and(ofType, isFound(wanted.find));
    const ids = db.select({ id: authtokens.id }).from(authtokens).$dynamic();
    const byOwner = ordering.some(({ field }) => field === "owner");
    return (byOwner ? ids.innerJoin(users, eq(users.id, authtokens.ownerId)) : ids)
      .where(wanted.ownerId === undefined ? onTheWay : conditionOf(wanted))
      .orderBy(...orderBy(orderingColumns, ordering, authtokens.id))
      .limit(window.limit)
      .offset(window.offset)
      .all()
      .map(({ id }) => id);
  }
}

/** In the short form, as it is answered. */
/** `today`: YYYY-MM-DD, UTC. */
export function toAuthToken(row: Row, today: string): AuthToken {
  return {
    secret_key: row.shortKey,
    token_type: row.tokenType,
    owner: ownerOf(row.owner),
    description: row.description,
    events_per_second: row.eventsPerSecond,
    bytes_per_day: row.bytesPerDay,
    bytes_today: row.sentDay === today ? row.sentBytes : 0,
    created_at: row.createdAt,
    last_used_at: row.lastUsedAt,
    expires_at: row.expiresAt,
  };
}

interface Row extends Omit<typeof authtokens.$inferSelect, "ownerId"> {
  owner: { id: number; username: string; firstName: string; lastName: string };
}

const columns = {
  id: authtokens.id,
  keyHash: authtokens.keyHash,
  shortKey: authtokens.shortKey,
  tokenType: authtokens.tokenType,
  description: authtokens.description,
  createdAt: authtokens.createdAt,
  lastUsedAt: authtokens.lastUsedAt,
  eventsPerSecond: authtokens.eventsPerSecond,
  bytesPerDay: authtokens.bytesPerDay,
  sentDay: authtokens.sentDay,
  sentBytes: authtokens.sentBytes,
  expiresAt: authtokens.expiresAt,
  owner: ownerColumns,
};

const orderingColumns = {
  created_at: authtokens.createdAt,
  last_used_at: authtokens.lastUsedAt,
  token_type: authtokens.tokenType,
  owner: users.username,
  description: authtokens.description,
};

function conditionOf({ tokenType, ownerId, find }: Wanted) {
  return and(
    tokenType === undefined ? undefined : eq(authtokens.tokenType, tokenType),
    ownerId === undefined ? undefined : eq(authtokens.ownerId, ownerId),
    isFound(find),
  );
}

function isFound(text: string | undefined): SQL | undefined {
  const named = contains(text, users.username, users.firstName, users.lastName);
  const ofOwner = sql`${authtokens.ownerId} IN (SELECT ${users.id} FROM ${users} WHERE ${named})`;
  return named && or(contains(text, authtokens.description, authtokens.shortKey), ofOwner);
}
