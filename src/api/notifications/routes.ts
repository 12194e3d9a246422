import { route } from "../../http/route.ts";
import {
  notification,
  notificationInPath,
  notificationList,
  notificationPatch,
  notificationQuery,
  readAllAnswer,
  readAllBody,
} from "./schema.ts";
import type { NotificationService } from "./service.ts";

export function notificationRoutes(notifications: NotificationService) {
  return [
    route({
      ...common,
      method: "GET",
      path: "/api/notifications",
      summary: "List what the service told the caller",
      description:
        "The newest first: what triggers told and, for those who may see the system, what is wrong with the service itself.",
      example: { query: { is_read: "false" } },
      query: notificationQuery,
      answer: { status: 200, schema: notificationList },
      handle: ({ principal, query }) => notifications.list(principal!, query),
    }),
    route({
      ...common,
      method: "POST",
      path: "/api/notifications/read-all",
      summary: "Mark all as read",
      description: "Answers how many were unread.",
      example: { body: {} },
      body: readAllBody,
      answer: { status: 200, schema: readAllAnswer },
      handle: ({ principal }) => notifications.readAll(principal!),
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/notifications/{id}",
      summary: "Read a notification",
      description: "Only the caller's own.",
      answer: { status: 200, schema: notification },
      handle: ({ principal, path }) => notifications.get(principal!, path.id),
    }),
    route({
      ...common,
      ...one,
      method: "PATCH",
      path: "/api/notifications/{id}",
      summary: "Mark a notification as read or unread",
      description: "Only the caller's own.",
      example: { body: { is_read: true } },
      body: notificationPatch,
      answer: { status: 200, schema: notification },
      handle: ({ principal, path, body }) => notifications.update(principal!, path.id, body),
    }),
    route({
      ...common,
      ...one,
      method: "DELETE",
      path: "/api/notifications/{id}",
      summary: "Delete a notification",
      description: "Only the caller's own.",
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => notifications.remove(principal!, path.id),
    }),
  ];
}

const common = { who: "user", tag: "notifications" } as const;
const one = { parameters: notificationInPath };
