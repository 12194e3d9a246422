import * as z from "zod";

const inAll = z.int().describe("So many of the kind are told of together; what is named is the first.");
const lost = z.object({ count: z.int(), minutes: z.int().describe("In so many minutes.") });
const room = z.object({ free_bytes: z.int(), min_free_bytes: z.int().describe("Below, events are refused.") });

/** The message of a notification about the service itself, apart from any language. */
export const aboutService = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("damage"),
      values: z.object({ count: inAll, file: z.string(), day: z.string().describe("Empty: nobody knows.") }),
    }),
    z.object({ kind: z.literal("disk_nearly_full"), values: room }),
    z.object({ kind: z.literal("disk_full"), values: room }),
    z.object({
      kind: z.literal("trigger_failing"),
      values: z.object({ count: inAll, id: z.int(), name: z.string(), error: z.string() }),
    }),
    z.object({
      kind: z.literal("report_failing"),
      values: z.object({ count: inAll, id: z.int().describe("Of its schedule."), title: z.string() }),
    }),
    z.object({ kind: z.literal("overload"), values: lost }),
    z.object({ kind: z.literal("too_large"), values: lost }),
    z.object({ kind: z.literal("out_of_time"), values: lost }),
    z.object({ kind: z.literal("udp_dropped"), values: lost }),
    z.object({
      kind: z.literal("quota"),
      values: z.object({
        count: inAll,
        token: z.string().describe("Its short form."),
        description: z.string(),
        bytes: z.int().describe("A day."),
      }),
    }),
  ])
  .meta({ id: "AboutService" });

export type AboutService = z.infer<typeof aboutService>;

/** Link to the page that shows it. */
export function placeOf({ kind, values }: AboutService): string {
  if (kind === "trigger_failing") return values.count === 1 ? `/triggers/${values.id}` : "/triggers";
  if (kind === "report_failing") return values.count === 1 ? `/reports/schedules/${values.id}` : "/reports/schedules";
  return kind === "quota" ? "/admin/tokens" : "/admin/system";
}
