import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "../db/open-database.ts";
import { notifications } from "../db/schema/notifications.ts";

export type NotificationList = ReturnType<typeof createNotificationList>;

export interface Notification {
  id: number;
  title: string;
  text: string;
  /** Decimal string; null when it is about no single event. */
  event_id: string | null;
  is_read: boolean;
  /** Epoch seconds. */
  created_at: number;
}

/** Reads what the service told a user. */
export function createNotificationList(db: Db) {
  return {
    /** Newest first. */
    read(
      { userId, isRead }: WantedNotifications,
      { limit, offset }: { limit: number; offset: number },
    ): Notification[] {
      const seen = isRead === undefined ? undefined : (isRead ? isNotNull : isNull)(notifications.readAt);
      return db
        .select()
        .from(notifications)
        .where(and(eq(notifications.userId, userId), seen))
        .orderBy(desc(notifications.createdAt), desc(notifications.id))
        .limit(limit)
        .offset(offset)
        .all()
        .map(({ id, title, text, eventId, createdAt, readAt }) => ({
          id,
          title,
          text,
          event_id: eventId,
          is_read: readAt !== null,
          created_at: createdAt,
        }));
    },
  };
}

export interface WantedNotifications {
  userId: number;
  /** Undefined: both. */
  isRead: boolean | undefined;
}
