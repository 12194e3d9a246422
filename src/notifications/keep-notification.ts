import { and, desc, eq, lte } from "drizzle-orm";
import type { Db } from "../db/open-database.ts";
import { notifications } from "../db/schema/notifications.ts";
import { notificationsPerUserMax } from "./limits.ts";

/** Adds a notification for a user, and deletes the oldest beyond his bound. Call it in a transaction. */
export function keepNotification(db: Db, row: typeof notifications.$inferInsert): void {
  db.insert(notifications).values(row).run();
  dropOldest(db, row.userId);
}

function dropOldest(db: Db, userId: number): void {
  const [oldest] = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(1)
    .offset(notificationsPerUserMax)
    .all();
  if (oldest === undefined) return;
  db.delete(notifications)
    .where(and(eq(notifications.userId, userId), lte(notifications.id, oldest.id)))
    .run();
}
