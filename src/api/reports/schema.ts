import * as z from "zod";
import { reportFormats, reportSources, reportStatuses } from "../../db/schema/reports.ts";
import { toFileName } from "../../http/attachment.ts";
import { listParameters, listSchema } from "../../http/pagination.ts";
import { idInPath } from "../../http/parameters.ts";
import { userReference } from "../../http/user-reference.ts";
import { maxFileNameCharacters } from "./limits.ts";

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
  })
  .meta({ id: "ShortReport" });
export type ShortReport = z.output<typeof shortReport>;
export const shortReportList = listSchema(shortReport);

export const reportQuery = z.object(
  listParameters(["id", "title", "status", "format", "created_at", "finished_at"], "-created_at"),
);
export type ReportQuery = z.output<typeof reportQuery>;

export const reportInPath = z.object({ id: idInPath("The id of the report.") });

export const fileQuery = z.object({
  saveas: z
    .string()
    .max(maxFileNameCharacters, { error: `Expected at most ${maxFileNameCharacters} characters.` })
    .transform(toFileName)
    .refine((name) => name !== "", { error: "Expected the name of a file." })
    .optional()
    .describe("Name to save it under; path parts and control characters are taken off."),
});
