import * as z from "zod";
import { ownerOf } from "../db/owner.ts";
import { runNames, runStatuses } from "../db/schema/runs.ts";
import { userReference } from "../http/user-reference.ts";
import type { RunRow } from "./run-repository.ts";

/** A background run in the form of the answer; started by its subject, such as a performance test. */
export const asyncTask = z
  .object({
    id: z.uuid().describe("Names the run at /api/async-tasks/{id}."),
    name: z.enum(runNames).describe("What is run."),
    status: z.enum(runStatuses).describe("PENDING, then STARTED, then for good SUCCESS, FAILURE or REVOKED."),
    progress: z.int().min(0).max(100).describe("Percent."),
    result: z.unknown().describe("What came out, by the kind of run; null until SUCCESS."),
    error: z.string().nullable().describe("Why there is no result, for people."),
    owner: userReference.describe("Who started it."),
    created_at: z.int().describe("Epoch seconds."),
    started_at: z.int().nullable().describe("Epoch seconds. Null while it waits for a thread."),
    finished_at: z.int().nullable().describe("Epoch seconds. 24 h later the record is gone."),
  })
  .meta({ id: "AsyncTask" });
export type AsyncTask = z.output<typeof asyncTask>;

export function toAsyncTask(row: RunRow): AsyncTask {
  return {
    id: row.uuid,
    name: row.name,
    status: row.status,
    progress: row.progress,
    result: row.result,
    error: row.error,
    owner: ownerOf(row.owner),
    created_at: row.createdAt,
    started_at: row.startedAt,
    finished_at: row.finishedAt,
  };
}
