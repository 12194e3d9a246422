import { and, count, eq } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { orderBy } from "../../db/order-by.ts";
import { ownerColumns, ownerOf } from "../../db/owner.ts";
import { authtokens, type TokenType } from "../../db/schema/authtokens.ts";
import { users } from "../../db/schema/users.ts";
import type { OrderingTerm } from "../../http/pagination.ts";
import type { AuthToken } from "./schema.ts";

export type AuthTokenRepository = ReturnType<typeof createAuthTokenRepository>;

/** Undefined: any. */
interface Wanted {
  tokenType: TokenType | undefined;
  ownerId: number | undefined;
}

export function createAuthTokenRepository(db: Db) {
  const select = () =>
    db.select(columns).from(authtokens).innerJoin(users, eq(users.id, authtokens.ownerId)).$dynamic();
  return {
    count: (wanted: Wanted): number =>
      db.select({ n: count() }).from(authtokens).where(conditionOf(wanted)).get()?.n ?? 0,

    list: (wanted: Wanted, ordering: readonly OrderingTerm[], window: { limit: number; offset: number }) =>
      select()
        .where(conditionOf(wanted))
        .orderBy(...orderBy(orderingColumns, ordering, authtokens.id))
        .limit(window.limit)
        .offset(window.offset)
        .all(),

    findByShortKey: (shortKey: string) => select().where(eq(authtokens.shortKey, shortKey)).get(),

    findUser: (id: number) => db.select().from(users).where(eq(users.id, id)).get(),

    insert: (row: typeof authtokens.$inferInsert): void => void db.insert(authtokens).values(row).run(),

    remove: (id: number): void => void db.delete(authtokens).where(eq(authtokens.id, id)).run(),
  };
}

/** As it goes out: in the short form. */
export function toAuthToken(row: Row): AuthToken {
  return {
    secret_key: row.shortKey,
    token_type: row.tokenType,
    owner: ownerOf(row.owner),
    description: row.description,
    created_at: row.createdAt,
    last_used_at: row.lastUsedAt,
  };
}

type Row = NonNullable<ReturnType<AuthTokenRepository["findByShortKey"]>>;

const columns = {
  id: authtokens.id,
  keyHash: authtokens.keyHash,
  shortKey: authtokens.shortKey,
  tokenType: authtokens.tokenType,
  description: authtokens.description,
  createdAt: authtokens.createdAt,
  lastUsedAt: authtokens.lastUsedAt,
  owner: ownerColumns,
};

const orderingColumns = {
  created_at: authtokens.createdAt,
  last_used_at: authtokens.lastUsedAt,
  token_type: authtokens.tokenType,
  owner: users.username,
  description: authtokens.description,
};

function conditionOf({ tokenType, ownerId }: Wanted) {
  return and(
    tokenType === undefined ? undefined : eq(authtokens.tokenType, tokenType),
    ownerId === undefined ? undefined : eq(authtokens.ownerId, ownerId),
  );
}
