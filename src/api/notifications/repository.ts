import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { notifications } from "../../db/schema/notifications.ts";

export type NotificationRepository = ReturnType<typeof createNotificationRepository>;

/** Changes notifications; notifications/notification-list.ts reads them. */
export function createNotificationRepository(db: Db) {
  return {
    setReadAt: (id: number, readAt: number | null): void =>
      void db.update(notifications).set({ readAt }).where(eq(notifications.id, id)).run(),

    /** The number of unread ones. */
    readAll: (userId: number, readAt: number): number =>
      db
        .update(notifications)
        .set({ readAt })
        .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)))
        .run().changes,

    remove: (id: number): void => void db.delete(notifications).where(eq(notifications.id, id)).run(),
  };
}
