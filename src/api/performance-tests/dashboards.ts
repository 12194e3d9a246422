import { and, asc, count, eq } from "drizzle-orm";
import { visibleDashboards } from "../../board/access.ts";
import { type Config, readConfig } from "../../board/config-text.ts";
import { questionOf } from "../../board/widget-question.ts";
import { createWidgetRepository } from "../../board/widget-repository.ts";
import type { Db } from "../../db/open-database.ts";
import { dashboards } from "../../db/schema/dashboards.ts";
import { dashboardWidgets } from "../../db/schema/widgets.ts";
import type { Principal } from "../../http/access/principal.ts";
import { invalidField } from "../../lib/errors.ts";
import type { AskedQuestion } from "../../performance/typical-questions.ts";
import { widgetsMax } from "./limits.ts";

export interface VisibleDashboard {
  id: number;
  title: string;
  widgets: { id: number; title: string; type: string; question: AskedQuestion }[];
}

/**
 * The dashboards that the caller may see, or the one that was named, with the questions of their widgets. Throws
 * `invalid` by field.
 */
export function listVisibleDashboards(db: Db, principal: Principal, dashboardId?: number | null): VisibleDashboard[] {
  const which = and(visibleDashboards(principal), dashboardId == null ? undefined : eq(dashboards.id, dashboardId));
  const widgetCount =
    db
      .select({ n: count() })
      .from(dashboardWidgets)
      .innerJoin(dashboards, eq(dashboards.id, dashboardWidgets.dashboardId))
      .where(which)
      .get()?.n ?? 0;
  if (widgetCount > widgetsMax)
    throw invalidField(
      "dashboard_id",
      `There are ${widgetCount} widgets, more than ${widgetsMax}: name one dashboard.`,
    );
  // A dashboard without widgets has nothing to measure; it is answered only when it was named.
  const rows = db
    .selectDistinct({ id: dashboards.id, title: dashboards.title, config: dashboards.config })
    .from(dashboards)
    .leftJoin(dashboardWidgets, eq(dashboardWidgets.dashboardId, dashboards.id))
    .where(and(which, dashboardId == null ? eq(dashboardWidgets.dashboardId, dashboards.id) : undefined))
    .orderBy(asc(dashboards.id))
    .all();
  if (dashboardId != null && rows.length === 0)
    throw invalidField("dashboard_id", `There is no dashboard ${dashboardId} that you may see.`);
  const widgets = Map.groupBy(
    createWidgetRepository(db).listOnDashboards(rows.map(({ id }) => id)),
    (widget) => widget.dashboardId,
  );
  return rows.map(({ id, title, config }) => {
    const shared = readConfig(config);
    return { id, title, widgets: (widgets.get(id) ?? []).map((widget) => toMeasure(widget, shared)) };
  });
}

function toMeasure(widget: { id: number; title: string; type: string; config: string }, dashboardConfig: Config) {
  const { id, title, type, config } = widget;
  return { id, title, type, question: questionOf({ type, config: readConfig(config) }, dashboardConfig) };
}
