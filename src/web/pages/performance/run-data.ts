import { useQuery } from "@tanstack/react-query";
import type { AsyncTask } from "../../../runs/async-task.ts";
import { call } from "../../api/call.ts";
import { queryClient } from "../../api/query-client.ts";

const runsPath = "/api/async-tasks";

export type Run = AsyncTask;

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
