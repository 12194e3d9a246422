import * as z from "zod";
import { titleField } from "../../board/title.ts";
import { reportFormats } from "../../db/schema/reports.ts";
import { findParameter, listParameters, listSchema } from "../../http/pagination.ts";
import { idInPath } from "../../http/parameters.ts";
import { userReference } from "../../http/user-reference.ts";
import { isMailAddress } from "../../lib/mail-address.ts";
import { isTimezone } from "../../lib/zoned-text.ts";
import { mailRecipientsMax } from "../../outgoing/limits.ts";
import { describeUrlProblem } from "../../outgoing/webhook-url.ts";
import { describeCronProblem } from "./cron.ts";
import { cronCharactersMax, defaultKept, keptMax } from "./limits.ts";

const cronField = z
  .string()
  .max(cronCharactersMax, { error: `Expected at most ${cronCharactersMax} characters.` })
  .transform((text) => text.trim().replaceAll(/\s+/g, " "))
  .superRefine((text, context) => {
    const problem = describeCronProblem(text);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  })
  .describe(
    "Minute, hour, day of month, month, day of week, such as `0 7 * * 1-5`; or @hourly, @daily, @weekly, @monthly.",
  );

const timezoneField = z
  .string()
  .refine(isTimezone, { error: "Expected the name of a time zone, such as Europe/Paris." })
  .describe("Zone of the cron expression and of every time in the report. Default: the service's.");

const mailField = z.object({
  to: z
    .array(z.string().refine(isMailAddress, { error: "Expected a mail address." }))
    .min(1, { error: "Expected at least one mail address." })
    .max(mailRecipientsMax, { error: `Expected at most ${mailRecipientsMax} mail addresses.` }),
  as: z
    .enum(["attachment", "link"])
    .default("attachment")
    .describe("A document that is too large for a mail is sent as a link in any case."),
});

const webhookField = z.object({
  url: z
    .string()
    .superRefine((text, context) => {
      const problem = describeUrlProblem(text);
      if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
    })
    .describe("Gets a POST of JSON: {schedule, report, url}."),
});

const keptField = z
  .int()
  .min(1, { error: "Expected at least 1." })
  .max(keptMax, { error: `Expected at most ${keptMax}.` })
  .describe("Reports of this schedule that are kept; older ones are deleted.");

const given = {
  format: z.enum(reportFormats, { error: `Expected one of ${reportFormats.join(", ")}.` }),
  cron: cronField,
};
const optional = {
  is_active: z.boolean().optional(),
  timezone: timezoneField.optional(),
  query: z.record(z.string(), z.unknown()).nullable().optional().describe("A question, {type, params}."),
  dashboard_id: z.int().nullable().optional().describe("A dashboard instead of a query."),
  mail: mailField.nullable().optional(),
  webhook: webhookField.nullable().optional(),
};

export const scheduleBody = z
  .object({ title: titleField, ...given, ...optional, keep_last: keptField.default(defaultKept) })
  .meta({ id: "ReportScheduleRequest" });
export type ScheduleBody = z.output<typeof scheduleBody>;

export const schedulePatch = z
  .object({
    title: titleField.optional(),
    format: given.format.optional(),
    cron: given.cron.optional(),
    ...optional,
    keep_last: keptField.optional(),
  })
  .meta({ id: "PatchedReportSchedule" });
export type SchedulePatch = z.output<typeof schedulePatch>;

export const reportSchedule = z
  .object({
    id: z.int(),
    title: z.string(),
    owner: userReference.describe("Every run has this user's rights and host limits."),
    is_active: z.boolean(),
    cron: z.string(),
    timezone: z.string(),
    format: z.enum(reportFormats),
    query: z.record(z.string(), z.unknown()).nullable(),
    dashboard_id: z.int().nullable(),
    keep_last: z.int(),
    mail: z.object({ to: z.array(z.string()), as: z.enum(["attachment", "link"]) }).nullable(),
    webhook: z.object({ url: z.string() }).nullable(),
    next_run: z.int().nullable().describe("Epoch seconds; null while it is not active."),
    last_run: z.int().nullable(),
    last_report_id: z.int().nullable(),
    last_error: z.string().nullable().describe("Why the last run made or delivered nothing; null when all went well."),
    created_at: z.int(),
    updated_at: z.int(),
  })
  .meta({ id: "ReportSchedule" });
export type ReportSchedule = z.output<typeof reportSchedule>;
export const reportScheduleList = listSchema(reportSchedule);

export const scheduleRun = z
  .object({ report_id: z.int().describe("Read it at /api/reports/{id}.") })
  .meta({ id: "ReportScheduleRun" });
export type ScheduleRun = z.output<typeof scheduleRun>;

export const scheduleQuery = z.object({
  ...findParameter("their title"),
  ...listParameters(["id", "title", "next_run", "last_run", "created_at"]),
});
export type ScheduleQuery = z.output<typeof scheduleQuery>;

export const scheduleInPath = z.object({ id: idInPath("The id of the schedule.") });
