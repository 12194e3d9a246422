import { and, count, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import { contains } from "../db/contains.ts";
import type { Db } from "../db/open-database.ts";
import { orderBy } from "../db/order-by.ts";
import { notifications } from "../db/schema/notifications.ts";
import { type AboutService, placeOf } from "./about-service.ts";

export type NotificationList = ReturnType<typeof createNotificationList>;

export interface Notification {
  id: number;
  title: string;
  text: string;
  /** Decimal string; null when it is about no single event. */
  event_id: string | null;
  /**
   * The fact about the service that it reports, so that a client can word it in another language; null: something else.
   */
  about: AboutService | null;
  /** Link to the page that shows its subject; null: none, or an event. */
  link: string | null;
  is_read: boolean;
  /** Epoch seconds. */
  created_at: number;
}

/** Reads a user's notifications, for the API's list and the query of that kind. */
export function createNotificationList(db: Db) {
  return {
    count: (wanted: WantedNotifications): number =>
      db.select({ n: count() }).from(notifications).where(conditionOf(wanted)).get()?.n ?? 0,

    /** Newest first, unless another order is asked for. */
    read: (
      wanted: WantedNotifications,
      { limit, offset }: { limit: number; offset: number },
      ordering: readonly { field: string; descending: boolean }[] = newestFirst,
    ): Notification[] =>
      db
        .select()
        .from(notifications)
        .where(conditionOf(wanted))
        .orderBy(...orderBy(orderingColumns, ordering, notifications.id))
        .limit(limit)
        .offset(offset)
        .all()
        .map(toNotification),

    /** Undefined as well when it belongs to another user. */
    find(userId: number, id: number): Notification | undefined {
      const own = and(eq(notifications.userId, userId), eq(notifications.id, id));
      const found = db.select().from(notifications).where(own).get();
      return found && toNotification(found);
    },
  };
}

export interface WantedNotifications {
  userId: number;
  /** Undefined: both. */
  isRead: boolean | undefined;
  /** In the title or the text. */
  find?: string;
}

const newestFirst = [{ field: "created_at", descending: true }];
const orderingColumns = { id: notifications.id, created_at: notifications.createdAt };

function conditionOf({ userId, isRead, find }: WantedNotifications): SQL | undefined {
  const seen = isRead === undefined ? undefined : (isRead ? isNotNull : isNull)(notifications.readAt);
  return and(eq(notifications.userId, userId), seen, contains(find, notifications.title, notifications.text));
}

function toNotification(row: typeof notifications.$inferSelect): Notification {
  const { id, title, text, eventId, createdAt, readAt } = row;
  const about = row.about as AboutService | null;
  const link = about && placeOf(about);
  return { id, title, text, event_id: eventId, about, link, is_read: readAt !== null, created_at: createdAt };
}
