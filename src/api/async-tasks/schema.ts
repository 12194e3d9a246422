import * as z from "zod";
import { jobNames, jobStatuses } from "../../db/schema/jobs.ts";
import { listParameters, listSchema } from "../../http/pagination.ts";
import { userReference } from "../../http/user-reference.ts";

/** A background run; started by what it is about, such as a performance test. */
export const asyncTask = z
  .object({
    id: z.uuid(),
    name: z.enum(jobNames),
    status: z.enum(jobStatuses).describe("PENDING, then STARTED, then for good SUCCESS, FAILURE or REVOKED."),
    progress: z.int().min(0).max(100).describe("Percent."),
    result: z.unknown().describe("What came out, by the kind of run; null until SUCCESS."),
    error: z.string().nullable(),
    owner: userReference,
    created_at: z.int().describe("Epoch seconds."),
    started_at: z.int().nullable().describe("Null while it waits for a thread."),
    finished_at: z.int().nullable().describe("24 h later the record is gone."),
  })
  .meta({ id: "AsyncTask" });
export type AsyncTask = z.output<typeof asyncTask>;
export const asyncTaskList = listSchema(asyncTask);

export const asyncTaskQuery = z.object(
  listParameters(["created_at", "started_at", "finished_at", "name", "status"], "-created_at"),
);
export type AsyncTaskQuery = z.output<typeof asyncTaskQuery>;

/** In any case, as RFC 9562 has it. */
export const asyncTaskInPath = z.object({
  id: z
    .string()
    .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
    .transform((id) => id.toLowerCase())
    .meta({ description: "The id of the run." }),
});
