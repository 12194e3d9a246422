import type { Notification } from "../../../api/notifications/schema.ts";
import { plural } from "../formats.ts";

export const notifications = {
  title: "Notifications",
  count: (count: number) => plural(count, { one: "1 notification", other: "# notifications" }),
  unreadCount: (count: number) => plural(count, { one: "1 unread", other: "# unread" }),
  which: "Which",
  all: "All",
  unread: "Unread",
  readAll: "Mark all as read",
  allRead: (count: number) => plural(count, { one: "1 is marked as read.", other: "# are marked as read." }),
  none: "Nobody has told you anything",
  noneText: "Triggers tell you when they fire, and the service tells who may see it when something is wrong with it.",
  noneUnread: "You have read everything",
  showAll: "Show all",
  markUnread: "Mark as unread",
  remove: "Delete",
  removed: "The notification is deleted.",
  toEvent: "Show the event",
  toPlace: "Show what it is about",
  /** Undefined: as the service words it, in English. */
  told: (_about: NonNullable<Notification["about"]>): { title: string; text: string } | undefined => undefined,
  gone: "This notification is not there any more",
  toList: "All notifications",
};
