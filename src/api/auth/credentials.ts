import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { authtokens } from "../../db/schema/authtokens.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { users } from "../../db/schema/users.ts";
import type { CredentialStore } from "../../http/access/guard.ts";
import { cachedCredentialsMax } from "./limits.ts";

/**
 * The look-ups of the guard at every request: two prepared statements by hash, each joined with its active user.
 * Results are cached until any row of the database changes, because a look-up takes as long as everything else a small
 * request needs.
 */
export function createCredentialStore(db: Db): CredentialStore {
  const session = db
    .select({
      ...userColumns,
      sessionId: sessions.id,
      renewedAt: sessions.renewedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.keyHash, sql.placeholder("keyHash")), eq(users.isActive, true)))
    .prepare();
  const token = db
    .select({
      ...userColumns,
      tokenId: authtokens.id,
      tokenType: authtokens.tokenType,
      lastUsedAt: authtokens.lastUsedAt,
      expiresAt: authtokens.expiresAt,
    })
    .from(authtokens)
    .innerJoin(users, eq(users.id, authtokens.ownerId))
    .where(and(eq(authtokens.keyHash, sql.placeholder("keyHash")), eq(users.isActive, true)))
    .prepare();
  const findSession = cacheUntilChange(db, (keyHash) => session.get({ keyHash }));
  const findToken = cacheUntilChange(db, (keyHash) => token.get({ keyHash }));
  return {
    findSession: (keyHash, now) => {
      const found = findSession(keyHash);
      return found && found.expiresAt > now ? found : undefined;
    },
    findToken: (keyHash, now) => {
      const found = findToken(keyHash);
      return found && (found.expiresAt === null || found.expiresAt > now) ? found : undefined;
    },
    renewSession: (id, now, expiresAt) =>
      void db.update(sessions).set({ renewedAt: now, expiresAt }).where(eq(sessions.id, id)).run(),
    touchToken: (id, now) => void db.update(authtokens).set({ lastUsedAt: now }).where(eq(authtokens.id, id)).run(),
  };
}

const userColumns = {
  userId: users.id,
  username: users.username,
  isSuperuser: users.isSuperuser,
  permissions: users.permissions,
  hosts: users.hosts,
};

/**
 * The same look-up with a cache of hits (never of misses), valid as long as this connection, the only one that writes
 * to the database, has changed no row: SQLite counts them. Do not call it within a transaction that may be rolled back.
 */
function cacheUntilChange<Found>(db: Db, find: (keyHash: string) => Found | undefined) {
  const countChanges = db.$client.prepare<[], number>("SELECT total_changes()").pluck();
  const found = new Map<string, Found>();
  let changes = -1;
  return (keyHash: string): Found | undefined => {
    const now = countChanges.get()!;
    if (now !== changes || found.size >= cachedCredentialsMax) found.clear();
    changes = now;
    const known = found.get(keyHash) ?? find(keyHash);
    if (known !== undefined) found.set(keyHash, known);
    return known;
  };
}
