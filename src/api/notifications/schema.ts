import * as z from "zod";
import { findParameter, listParameters, listSchema } from "../../http/pagination.ts";
import { booleanParameter, idInPath } from "../../http/parameters.ts";
import { aboutService } from "../../notifications/about-service.ts";

export const notification = z
  .object({
    id: z.int(),
    title: z.string(),
    text: z.string(),
    event_id: z.string().nullable().describe("Null when it is about no single event."),
    about: aboutService
      .nullable()
      .describe(
        "The fact about the service that it reports, for clients that word it in another language; null: something else.",
      ),
    link: z.string().nullable().describe("Address of its subject in the page; null: none, or an event."),
    is_read: z.boolean(),
    created_at: z.int(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notification>;
export const notificationList = listSchema(notification);

export const notificationQuery = z.object({
  is_read: booleanParameter().describe("Only read ones, or only unread ones."),
  ...findParameter("their title or text"),
  ...listParameters(["id", "created_at"], "-created_at"),
});
export type NotificationQuery = z.output<typeof notificationQuery>;

export const notificationPatch = z.object({ is_read: z.boolean().optional() }).meta({ id: "PatchedNotification" });
export type NotificationPatch = z.output<typeof notificationPatch>;

export const readAllBody = z.object({}).meta({ id: "ReadAllRequest" });
export const readAllAnswer = z
  .object({ changed: z.int().describe("Number of unread ones.") })
  .meta({ id: "ReadAllAnswer" });

export const notificationInPath = z.object({ id: idInPath("The id of the notification.") });
