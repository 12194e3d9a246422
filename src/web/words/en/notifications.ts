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
  noneText: "Triggers tell you when they fire.",
  noneUnread: "You have read everything",
  showAll: "Show all",
  markUnread: "Mark as unread",
  remove: "Delete",
  removed: "The notification is deleted.",
  toEvent: "Show the event",
  gone: "This notification is not there any more",
  toList: "All notifications",
};
