import { useQuery } from "@tanstack/react-query";
import type { DashboardLink } from "../../../../api/dashboard-links/schema.ts";
import { call } from "../../../api/call.ts";
import { queryClient } from "../../../api/query-client.ts";
import { words } from "../../../words/words.ts";

/** Links under which a dashboard is seen without an account. */
export function useLinks(dashboard: number) {
  return useQuery({
    queryKey: keyOf(dashboard),
    queryFn: async ({ signal }) => {
      const query = { dashboard, page_size: 100, ordering: "-created_at" };
      return (await call<{ objects: DashboardLink[] }>("GET", "/api/dashboard-links", { query, signal })).objects;
    },
    staleTime: 0,
  });
}

/** Gives its whole address, which nobody can read again. */
export async function makeLink(dashboard: number, title: string, days: number): Promise<string> {
  const ends_at = Math.floor(Date.now() / 1000) + days * 86_400;
  const body = { dashboard_id: dashboard, title: title || words.dashboards.links.unnamed, ends_at };
  const { secret_key } = await call<DashboardLink>("POST", "/api/dashboard-links", { body });
  await refresh(dashboard);
  return `${location.origin}/shared#${secret_key}`;
}

export async function showChanged({ id, dashboard_id }: DashboardLink): Promise<void> {
  await call("PATCH", `/api/dashboard-links/${id}`, { body: { show_changed: true } });
  await refresh(dashboard_id);
}

export async function removeLink({ id, dashboard_id }: DashboardLink): Promise<void> {
  await call("DELETE", `/api/dashboard-links/${id}`);
  await refresh(dashboard_id);
}

function refresh(dashboard: number): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyOf(dashboard) });
}

function keyOf(dashboard: number) {
  return ["dashboard-links", dashboard];
}
