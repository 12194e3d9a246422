import type { Principal } from "../../http/access/principal.ts";
import { type ListAnswer, listAnswer } from "../../http/pagination.ts";
import { notFound } from "../../lib/errors.ts";
import { type AsyncTask, toAsyncTask } from "../../runs/async-task.ts";
import type { RunRow } from "../../runs/run-repository.ts";
import type { Runs } from "../../runs/runs.ts";
import type { AsyncTaskQuery } from "./schema.ts";

export type AsyncTaskService = ReturnType<typeof createAsyncTaskService>;

/** A user's own runs; those of others do not exist for him, superuser or not. */
export function createAsyncTaskService(runs: Omit<Runs, "start" | "close">) {
  return {
    list: (principal: Principal, query: AsyncTaskQuery): ListAnswer<AsyncTask> =>
      listAnswer(query, runs.countOwn(principal.userId), (window) =>
        runs.listOwn(principal.userId, query.ordering, window).map(toAsyncTask),
      ),

    get: (principal: Principal, id: string): AsyncTask => toAsyncTask(getOwn(principal, id)),

    /** The record stays; a run that has ended does not change. */
    revoke(principal: Principal, id: string): void {
      getOwn(principal, id);
      runs.revoke(id);
    },
  };

  function getOwn(principal: Principal, id: string): RunRow {
    const row = runs.find(id);
    if (row === undefined || row.owner.id !== principal.userId) throw notFound();
    return row;
  }
}
