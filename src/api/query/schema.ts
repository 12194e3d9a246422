import * as z from "zod";
import { exportsPerUserMax, fileNameCharactersMax, pageSizeMax } from "../../engine/limits.ts";
import { toFileName } from "../../http/attachment.ts";
import { booleanParameter, integerParameter } from "../../http/parameters.ts";
import { isTimezone } from "../../lib/zoned-text.ts";
import { describedQuestion } from "../../query/parse/parse-query.ts";
import { resultsSchema } from "../../query/parse/result-schemas.ts";
import { damagedDay, emptyRange, unknownField } from "../../query/parse/warnings.ts";

export const genericQuery = z
  .object({
    qid: z.string().nullable().describe("32 hexadecimal digits; null when it was only validated."),
    query_id: z.string().nullable().describe("The same as qid."),
    type: z.string().describe("In the spelling it was asked in."),
    params: z.record(z.string(), z.unknown()).describe("As understood, defaults filled in."),
    status: z.enum(["PENDING", "IN_PROGRESS", "SUCCESS", "FAILURE", "STOPPED"]),
    progress: z.int().min(0).max(100),
    base_time: z.int().describe("Epoch seconds from which relative time ranges are counted."),
    owner_id: z.int(),
    error: z.string().nullable().describe("Why, in words, where the status is FAILURE."),
    warnings: z
      .array(z.union([damagedDay, unknownField, emptyRange]))
      .describe(
        "Files of days that could not be read, without which the results are; fields that no event in the range has; of two ranges that are compared one without events.",
      ),
    results: resultsSchema.nullable().describe("By kind. Of this base_time; null until it is finished."),
  })
  .meta({ id: "GenericQuery" });

/** The engine checks `type` and `params`, kind by kind. */
export const newQuery = z
  .object({
    type: z.string().min(1).describe("The kind, such as TopN or Search, with or without the ending Query."),
    params: z
      .record(z.string(), z.unknown())
      .describe("By kind; {} takes all defaults. Every kind takes time_range, filter and q."),
  })
  .meta({ id: "AnyQuestion" });
export const describedQuery = describedQuestion().meta({ id: "GenericQueryRequest" });

export const newQueryQuery = z.object({
  validate_only: booleanParameter().describe("Only validate, skip calculation."),
});

export const queryQuery = z.object({
  page: integerParameter(1).describe("Search only: page of the results, from the instant of the last evaluation."),
  page_size: integerParameter(1, pageSizeMax).describe("Search only."),
  offset: integerParameter(0).describe("Search only: first event of the page, counted from 0; overrides page."),
  add_geoip_data: booleanParameter().describe("TopN and LastN: where values that are public IP addresses are."),
  actions_hint: booleanParameter().describe("Search and Around: what can be done with each field."),
  add_trigger_data: booleanParameter().describe("Search and Around: what triggers fired for each event."),
});
export type QueryQuery = z.output<typeof queryQuery>;

export const exportQuery = z.object({
  ftype: z
    .string()
    .default("json")
    .describe("csv, json, xlsx (also spelled xslx), docx or pdf; not every kind of query has every format."),
  timezone: z
    .string()
    .refine(isTimezone, { error: "Expected the name of a time zone, such as Europe/Paris." })
    .optional()
    .describe("For every time that is printed, and for a preset of a query that names no zone. Default: the query's."),
  filename: z
    .string()
    .max(fileNameCharactersMax, { error: `Expected at most ${fileNameCharactersMax} characters.` })
    .transform(toFileName)
    .refine((name) => name !== "", { error: "Expected the name of a file." })
    .optional()
    .describe("Path parts and control characters are taken off, a missing ending is added."),
  bom: booleanParameter().describe("csv begins with the mark of UTF-8, so that Excel reads its letters right."),
});

const runningExport = z
  .object({
    qid: z.string().describe("The query whose answer it is."),
    type: z.string().describe("The kind of that query, such as Search."),
    format: z.string().describe("csv, json, xlsx, docx or pdf."),
    file_name: z.string(),
    started_at: z.int().describe("Epoch seconds."),
  })
  .meta({ id: "RunningExport" });
export type RunningExport = z.output<typeof runningExport>;

/** All on one page: nobody has more than `exportsPerUserMax`. */
export const runningExportList = z
  .object({ objects: z.array(runningExport).max(exportsPerUserMax) })
  .meta({ id: "RunningExportList" });

export const qidInPath = z.object({
  qid: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .meta({ description: "The id of the query.", examples: ["0123456789abcdef0123456789abcdef"] }),
});
