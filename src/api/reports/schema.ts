import * as z from "zod";
import { titleField } from "../../board/title.ts";
import { reportFormats, reportSources, reportStatuses } from "../../db/schema/reports.ts";
import { toFileName } from "../../http/attachment.ts";
import { findParameter, listParameters, listSchema } from "../../http/pagination.ts";
import { booleanParameter, idInPath, integerParameter, wordListParameter } from "../../http/parameters.ts";
import { userReference } from "../../http/user-reference.ts";
import { isTimezone } from "../../lib/zoned-text.ts";
import { fileNameCharactersMax } from "./limits.ts";

export const shortReport = z
  .object({
    id: z.int(),
    title: z.string(),
    owner: userReference,
    status: z.enum(reportStatuses),
    source_type: z.enum(reportSources),
    source_id: z
      .union([z.string(), z.int()])
      .nullable()
      .describe("The qid of a query, the id of a dashboard; null for a query that was given whole."),
    schedule_id: z.int().nullable().describe("The schedule that had it made."),
    format: z.enum(reportFormats),
    file_name: z.string(),
    content_type: z.string(),
    size: z.int().nullable().describe("Bytes; null until SUCCESS."),
    progress: z.int().min(0).max(100).describe("Percent."),
    created_at: z.int().describe("Epoch seconds."),
    finished_at: z.int().nullable(),
    error: z.string().nullable(),
    deliveries: z
      .array(
        z.object({
          kind: z.enum(["mail", "webhook"]),
          place: z.string().describe("Addresses of the mail, or the host that is called."),
          state: z.enum(["owed", "delivered", "failed"]).describe("owed: on its way, or to be tried again."),
          error: z.string().nullable().describe("Of the last try that failed."),
          at: z.int().describe("Since when it stands so; epoch seconds."),
        }),
      )
      .describe("To whom the schedule sends it, and what became of that."),
  })
  .meta({ id: "ShortReport" });
export type ShortReport = z.output<typeof shortReport>;
export const shortReportList = listSchema(shortReport);

export const reportRequest = z
  .object({
    title: titleField.optional().describe("Default: the title of the dashboard, or the kind of the query."),
    format: z
      .enum(reportFormats, { error: `Expected one of ${reportFormats.join(", ")}.` })
      .describe("Not every kind of query has every format; a dashboard has all but csv."),
    query: z
      .union([z.record(z.string(), z.unknown()), z.string()], { error: "Expected an object, or the qid of a query." })
      .optional()
      .describe(
        "A question, {type, params}, that is asked again; or the qid of a query, whose present results the report shows.",
      ),
    dashboard_id: z.int().optional().describe("A dashboard; all its widgets are asked at one instant."),
    timezone: z
      .string()
      .refine(isTimezone, { error: "Expected the name of a time zone, such as Europe/Paris." })
      .optional()
      .describe(
        "For every time that is printed, and for presets that name no zone. Default: that of the query or dashboard.",
      ),
  })
  .meta({ id: "ReportRequest" });
export type ReportRequest = z.output<typeof reportRequest>;

export const reportQuery = z.object({
  schedule_id: integerParameter(1).describe("Only those that this schedule had made."),
  status: wordListParameter(reportStatuses).describe("Only those that stand so; several between commas."),
  ...findParameter("their title"),
  ...listParameters(["id", "title", "status", "format", "created_at", "finished_at"], "-created_at"),
});
export type ReportQuery = z.output<typeof reportQuery>;

export const reportInPath = z.object({ id: idInPath("The id of the report.") });

export const fileQuery = z.object({
  saveas: z
    .string()
    .max(fileNameCharactersMax, { error: `Expected at most ${fileNameCharactersMax} characters.` })
    .transform(toFileName)
    .refine((name) => name !== "", { error: "Expected the name of a file." })
    .optional()
    .describe("Name to save it under; path parts and control characters are taken off."),
  show: booleanParameter().describe("Whether a browser shows it in place of saving it; holds for PDF alone."),
});
export type FileQuery = z.output<typeof fileQuery>;
