import { ownerOf } from "../../db/owner.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import type { Principal } from "../../http/principal.ts";
import type { JobRow } from "../../jobs/job-repository.ts";
import type { JobRuns } from "../../jobs/job-runs.ts";
import { notFound } from "../../lib/errors.ts";
import type { AsyncTask, AsyncTaskQuery } from "./schema.ts";

export type AsyncTaskService = ReturnType<typeof createAsyncTaskService>;

/** Everybody's own runs; those of others are as if they were not there, whoever asks. */
export function createAsyncTaskService(runs: Omit<JobRuns, "start" | "close">) {
  return {
    list: (principal: Principal, query: AsyncTaskQuery): ListAnswer<AsyncTask> =>
      listAnswer(query, runs.countOwn(principal.userId), (window) =>
        runs.listOwn(principal.userId, query.ordering, window).map(toAsyncTask),
      ),

    get: (principal: Principal, id: string): AsyncTask => toAsyncTask(getOwn(principal, id)),

    /** The record stays; of a run that has ended nothing changes. */
    revoke(principal: Principal, id: string): void {
      getOwn(principal, id);
      runs.revoke(id);
    },
  };

  function getOwn(principal: Principal, id: string): JobRow {
    const row = runs.find(id);
    if (row === undefined || row.owner.id !== principal.userId) throw notFound();
    return row;
  }
}

function toAsyncTask(row: JobRow): AsyncTask {
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
