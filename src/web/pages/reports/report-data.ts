import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RunningExport } from "../../../api/query/schema.ts";
import type { ReportSchedule } from "../../../api/report-schedules/schema.ts";
import type { ShortReport } from "../../../api/reports/schema.ts";
import { call } from "../../api/call.ts";
import { queryClient } from "../../api/query-client.ts";
import { explain } from "../../states/explain.ts";
import { toast } from "../../toasts/toast-store.ts";
import { words } from "../../words/words.ts";

export const reportsPath = "/api/reports";
export const schedulesPath = "/api/report-schedules";

export type Format = ShortReport["format"];

export function isUnfinished({ status }: ShortReport): boolean {
  return status === "PENDING" || status === "IN_PROGRESS";
}

export function useReport(id: number) {
  return useQuery({
    queryKey: [reportsPath, id],
    queryFn: ({ signal }) => call<ShortReport>("GET", `${reportsPath}/${id}`, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && needsLook(data) ? lookMs : false),
  });
}

/** Something of it may change by itself. */
function needsLook(report: ShortReport): boolean {
  return isUnfinished(report) || report.deliveries.some(({ state }) => state === "owed");
}

const lookMs = 1_000;
/** Schedules begin reports that nobody ordered just now. */
const restMs = 15_000;
/** A user has at most 20 of them. */
const unfinishedMax = 100;

/** Reports that are waiting or being made; other views of reports follow them. */
export function useUnfinished() {
  const found = useQuery({
    queryKey: [reportsPath, "unfinished"],
    queryFn: async ({ signal }) => {
      const query = { status: "PENDING,IN_PROGRESS", page_size: unfinishedMax, ordering: "-id" };
      return (await call<{ objects: ShortReport[] }>("GET", reportsPath, { query, signal })).objects;
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && data.length > 0 ? lookMs : restMs),
  });
  const names = found.data?.map(({ id }) => id).join();
  useEffect(() => {
    if (names !== undefined) void refreshReportLists();
  }, [names]);
  return found;
}

/** The user's exports in every browser and program; `isAllowed`: who may not search has none. */
export function useAllExports(isAllowed: boolean) {
  return useQuery({
    queryKey: ["/api/exports"],
    queryFn: async ({ signal }) =>
      (await call<{ objects: RunningExport[] }>("GET", "/api/exports", { signal })).objects,
    enabled: isAllowed,
    staleTime: 0,
    refetchInterval: elsewhereMs,
  });
}

/** Exports of other browsers are read again this often: nobody waits for them. */
const elsewhereMs = 3_000;

function refreshReportLists(): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === reportsPath && queryKey[1] !== "unfinished",
  });
}

export function refreshReports(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [reportsPath] });
}

export async function removeReport({ id }: ShortReport): Promise<void> {
  await call("DELETE", `${reportsPath}/${id}`);
  queryClient.removeQueries({ queryKey: [reportsPath, id] });
  await refreshReports();
}

export function useSchedule(id: number | undefined) {
  return useQuery({
    queryKey: [schedulesPath, id],
    queryFn: ({ signal }) => call<ReportSchedule>("GET", `${schedulesPath}/${id}`, { signal }),
    enabled: id !== undefined,
    staleTime: 0,
  });
}

export function refreshSchedules(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [schedulesPath] });
}

/** Makes the call; a toast reports a refusal. */
export async function attempt(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    const { title, text } = explain(error);
    toast(words.parts.refused(title, text), { kind: "bad" });
    return false;
  }
}
