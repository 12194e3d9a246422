import { mayChangeDashboard } from "../../board/access.ts";
import { readConfig } from "../../board/config-text.ts";
import type { WidgetRepository, WidgetRow } from "../../board/widget-repository.ts";
import { exportWidget, viewWidget } from "../../board/widget-view.ts";
import { ownerOf } from "../../db/owner.ts";
import type { Principal } from "../../http/access/principal.ts";
import type { DashboardRow } from "./repository.ts";
import type { DashboardExport, DashboardView } from "./schema.ts";

/** The dashboards as this caller sees them, read in three queries whatever their number. */
export function viewDashboards(
  rows: readonly DashboardRow[],
  widgets: WidgetRepository,
  principal: Principal,
): DashboardView[] {
  const ids = rows.map(({ id }) => id);
  const places = widgets.placesOfWidgetsOn(principal, ids);
  const widgetsOf = groupWidgets(widgets, ids);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    owner: ownerOf(row.owner),
    is_public: row.isPublic,
    config: readConfig(row.config),
    widgets: (widgetsOf.get(row.id) ?? []).map((widget) => viewWidget(widget, places, principal)),
    is_read_only: !mayChangeDashboard(principal, row.owner.id),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }));
}

/** Without ids, owners and times: POST accepts the result. */
export function exportDashboards(rows: readonly DashboardRow[], widgets: WidgetRepository): DashboardExport[] {
  const widgetsOf = groupWidgets(
    widgets,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    title: row.title,
    is_public: row.isPublic,
    config: readConfig(row.config),
    widgets: (widgetsOf.get(row.id) ?? []).map(exportWidget),
  }));
}

function groupWidgets(widgets: WidgetRepository, dashboardIds: readonly number[]): Map<number, WidgetRow[]> {
  const groups = new Map<number, WidgetRow[]>();
  for (const row of widgets.listOnDashboards(dashboardIds)) {
    const group = groups.get(row.dashboardId);
    if (group === undefined) groups.set(row.dashboardId, [row]);
    else group.push(row);
  }
  return groups;
}
