import { and, desc, eq, lte, notInArray } from "drizzle-orm";
import { type Db, inTransaction } from "../../db/open-database.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { type UserRow, users } from "../../db/schema/users.ts";
import { sessionsPerUserMax } from "./limits.ts";

interface NewSession {
  keyHash: string;
  /** Epoch seconds. */
  createdAt: number;
  expiresAt: number;
  address: string;
  userAgent: string;
  /** Hash of the key of the session that it replaces. */
  replaced: string;
}

export type SessionRepository = ReturnType<typeof createSessionRepository>;

export function createSessionRepository(db: Db) {
  return {
    findUser: (id: number): UserRow | undefined => db.select().from(users).where(eq(users.id, id)).get(),

    findUserByName: (username: string): UserRow | undefined =>
      db.select().from(users).where(eq(users.username, username)).get(),

    /**
     * Opens a session in place of another. False when the user was changed since `user` was read (password, activity):
     * checking a password takes time, and its result must still hold.
     */
    open: (user: UserRow, { replaced, ...session }: NewSession): boolean =>
      inTransaction(db, () => {
        const current = db.select().from(users).where(eq(users.id, user.id)).get();
        if (!current?.isActive || current.passwordHash !== user.passwordHash) return false;
        db.delete(sessions).where(lte(sessions.expiresAt, session.createdAt)).run();
        db.delete(sessions).where(eq(sessions.keyHash, replaced)).run();
        db.insert(sessions)
          .values({ ...session, userId: user.id, renewedAt: session.createdAt })
          .run();
        endOldest(db, user.id);
        return true;
      }),

    end: (id: number): void => void db.delete(sessions).where(eq(sessions.id, id)).run(),
  };
}

function endOldest(db: Db, userId: number): void {
  const newest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.id))
    .limit(sessionsPerUserMax);
  db.delete(sessions)
    .where(and(eq(sessions.userId, userId), notInArray(sessions.id, newest)))
    .run();
}
