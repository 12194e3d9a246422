import * as z from "zod";
import { listedMax } from "../limits.ts";
import { wholeNumber } from "../parameters.ts";
import { serviceKind } from "../service-kind.ts";

/** Notifications of the user who asks, newest first. */
export const notifications = serviceKind({
  type: "Notifications",
  parameters: { is_read: z.boolean().optional(), limit: wholeNumber(1, listedMax).default(100) },
  stepUnitSeconds: 0,
  answer: async ({ params, userId }, { notifications: list }) =>
    list.read({ userId, isRead: params.is_read }, { limit: params.limit, offset: 0 }),
});
