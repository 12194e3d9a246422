import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { asyncTaskList } from "../../../api/async-tasks/schema.ts";
import { call } from "../../api/call.ts";
import { queryClient } from "../../api/query-client.ts";
import { duration } from "../../time/format-time.ts";

const runsPath = "/api/async-tasks";

export type Run = z.output<typeof asyncTaskList>["objects"][number];

/** The tests, as their runs are named; what can carry how much stands first. */
export const testNames = [
  "performance-test.estimate",
  "performance-test.storage",
  "performance-test.parser-rules",
  "performance-test.dashboard",
] as const;
export type TestName = (typeof testNames)[number];

const lookMs = 500;
/** Runs of a day: more are not compared. */
const runsMax = 1000;

export function isRunning({ status }: Run): boolean {
  return status === "PENDING" || status === "STARTED";
}

/** Duration of the run in words; undefined while it runs, or when it never began. */
export function tookOf({ started_at, finished_at }: Run): string | undefined {
  if (started_at === null || finished_at === null) return undefined;
  // Times are whole seconds.
  return duration(Math.max(1, finished_at - started_at));
}

/** One's own runs of the last day, the newest first; followed while one of them runs. */
export function useRuns() {
  return useQuery({
    queryKey: [runsPath, "tests"],
    queryFn: async ({ signal }) => {
      const query = { ordering: "-created_at", page_size: runsMax };
      const { objects } = await call<{ objects: Run[] }>("GET", runsPath, { query, signal });
      return objects.filter(({ name }) => (testNames as readonly string[]).includes(name));
    },
    staleTime: 0,
    refetchInterval: ({ state: { data = [] } }) => (data.some(isRunning) ? lookMs : false),
  });
}

export function useRun(id: string) {
  return useQuery({
    queryKey: [runsPath, id],
    queryFn: ({ signal }) => call<Run>("GET", `${runsPath}/${id}`, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isRunning(data) ? lookMs : false),
  });
}

export async function startTest(name: TestName, body: object): Promise<Run> {
  const run = await call<Run>("POST", `/api/performance-tests/${name.split(".")[1]}`, { body });
  await refreshRuns();
  return run;
}

export async function stopRun(id: string): Promise<void> {
  await call("DELETE", `${runsPath}/${id}`);
  await refreshRuns();
}

export function refreshRuns(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [runsPath] });
}
