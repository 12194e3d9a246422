import { eq, exists, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/open-database.ts";
import { dashboards } from "../db/schema/dashboards.ts";
import { dashboardWidgets, widgets } from "../db/schema/widgets.ts";
import { may, type Principal } from "../http/access/principal.ts";

/** Dashboards the caller may see; undefined: all. */
export function visibleDashboards(principal: Principal): SQL | undefined {
  if (may(principal, "manage_dashboards")) return undefined;
  return or(eq(dashboards.ownerId, principal.userId), eq(dashboards.isPublic, true));
}

/** Widgets the caller may see; undefined: all. A private one is visible through any dashboard that he may see. */
export function visibleWidgets(db: Db, principal: Principal): SQL | undefined {
  if (may(principal, "manage_widgets")) return undefined;
  const throughDashboard = db
    .select({ found: sql`1` })
    .from(dashboardWidgets)
    .innerJoin(dashboards, eq(dashboards.id, dashboardWidgets.dashboardId))
    .where(sql`${dashboardWidgets.widgetId} = ${widgets.id} and ${visibleDashboards(principal) ?? sql`1`}`);
  return or(eq(widgets.ownerId, principal.userId), eq(widgets.isPublic, true), exists(throughDashboard));
}

export function mayChangeDashboard(principal: Principal, ownerId: number): boolean {
  return ownerId === principal.userId || may(principal, "manage_dashboards");
}

export function mayChangeWidget(principal: Principal, ownerId: number): boolean {
  return ownerId === principal.userId || may(principal, "manage_widgets");
}
