import { and, eq, gt, sql } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { authtokens } from "../../db/schema/authtokens.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { users } from "../../db/schema/users.ts";
import type { CredentialStore } from "../../http/guard.ts";

/** What the guard asks at every request: two prepared look-ups by hash, each joined with its active user. */
export function createCredentialStore(db: Db): CredentialStore {
  const session = db
    .select({ ...userColumns, sessionId: sessions.id, renewedAt: sessions.renewedAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.keyHash, sql.placeholder("keyHash")),
        gt(sessions.expiresAt, sql.placeholder("now")),
        eq(users.isActive, true),
      ),
    )
    .prepare();
  const token = db
    .select({
      ...userColumns,
      tokenId: authtokens.id,
      tokenType: authtokens.tokenType,
      lastUsedAt: authtokens.lastUsedAt,
    })
    .from(authtokens)
    .innerJoin(users, eq(users.id, authtokens.ownerId))
    .where(and(eq(authtokens.keyHash, sql.placeholder("keyHash")), eq(users.isActive, true)))
    .prepare();
  return {
    findSession: (keyHash, now) => session.get({ keyHash, now }),
    findToken: (keyHash) => token.get({ keyHash }),
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
