import type { Principal } from "../../http/access/principal.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { notFound } from "../../lib/errors.ts";
import type { Notification, NotificationList } from "../../notifications/notification-list.ts";
import type { NotificationRepository } from "./repository.ts";
import type { NotificationPatch, NotificationQuery } from "./schema.ts";

export type NotificationService = ReturnType<typeof createNotificationService>;

/** Every user sees only his own. */
export function createNotificationService(
  list: NotificationList,
  notifications: NotificationRepository,
  clock: Clock = systemClock,
) {
  return {
    list(principal: Principal, query: NotificationQuery): ListAnswer<Notification> {
      const wanted = { userId: principal.userId, isRead: query.is_read, find: query.find };
      return listAnswer(query, list.count(wanted), (window) => list.read(wanted, window, query.ordering));
    },

    get: (principal: Principal, id: number): Notification => own(principal, id),

    update(principal: Principal, id: number, { is_read }: NotificationPatch): Notification {
      const before = own(principal, id);
      if (is_read !== undefined && is_read !== before.is_read)
        notifications.setReadAt(id, is_read ? nowSeconds(clock) : null);
      return own(principal, id);
    },

    readAll: (principal: Principal) => ({ changed: notifications.readAll(principal.userId, nowSeconds(clock)) }),

    remove(principal: Principal, id: number): void {
      own(principal, id);
      notifications.remove(id);
    },
  };

  function own(principal: Principal, id: number): Notification {
    const found = list.find(principal.userId, id);
    if (found === undefined) throw notFound();
    return found;
  }
}
