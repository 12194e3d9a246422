import { useQuery } from "@tanstack/react-query";
import type { Notification } from "../../api/notifications/schema.ts";
import { words } from "../words/words.ts";
import { call } from "./call.ts";
import { queryClient } from "./query-client.ts";

export const notificationsPath = "/api/notifications";

/** The rail looks this often for new notifications. */
const lookedMs = 60_000;

export function useUnreadCount(): number | undefined {
  return useQuery({
    queryKey: [notificationsPath, "unread"],
    queryFn: async ({ signal }) => {
      const query = { is_read: false, page_size: 1 };
      return (await call<{ item_count: number }>("GET", notificationsPath, { query, signal })).item_count;
    },
    refetchInterval: lookedMs,
    staleTime: 0,
  }).data;
}

export function useNotification(id: number) {
  return useQuery({
    queryKey: [notificationsPath, id],
    queryFn: ({ signal }) => call<Notification>("GET", `${notificationsPath}/${id}`, { signal }),
    staleTime: 0,
  });
}

export function refreshNotifications(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [notificationsPath] });
}

/** In the reader's language, where it has words of its own. */
export function wordsOf({ about, title, text }: Pick<Notification, "about" | "title" | "text">) {
  return (about && words.notifications.told(about)) ?? { title, text };
}
