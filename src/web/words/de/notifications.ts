import type { Words } from "../en.ts";
import { plural } from "../formats.ts";

export const notifications: Words["notifications"] = {
  title: "Benachrichtigungen",
  count: (count) => plural(count, { one: "1 Benachrichtigung", other: "# Benachrichtigungen" }),
  unreadCount: (count) => plural(count, { one: "1 ungelesen", other: "# ungelesen" }),
  which: "Welche",
  all: "Alle",
  unread: "Ungelesen",
  readAll: "Alle als gelesen markieren",
  allRead: (count) => plural(count, { one: "1 ist als gelesen markiert.", other: "# sind als gelesen markiert." }),
  none: "Es gibt keine Benachrichtigung",
  noneText: "Auslöser sagen Ihnen Bescheid, wenn sie auslösen.",
  noneUnread: "Sie haben alles gelesen",
  showAll: "Alle zeigen",
  markUnread: "Als ungelesen markieren",
  remove: "Löschen",
  removed: "Die Benachrichtigung ist gelöscht.",
  toEvent: "Ereignis zeigen",
  gone: "Diese Benachrichtigung gibt es nicht mehr",
  toList: "Alle Benachrichtigungen",
};
