import { mayChangeDashboard } from "../../board/access.ts";
import { checkWidget } from "../../board/checked-widget.ts";
import { widgetsPerDashboardMax } from "../../board/limits.ts";
import type { CheckQuestion } from "../../board/question-check.ts";
import { createWidgetRepository } from "../../board/widget-repository.ts";
import type { WidgetOrLinkBody, WidgetView } from "../../board/widget-schema.ts";
import { viewWidget } from "../../board/widget-view.ts";
import { type Db, inTransaction } from "../../db/open-database.ts";
import type { Principal } from "../../http/access/principal.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { forbidden, invalidField, invalidFields, notFound } from "../../lib/errors.ts";
import { createDashboardRepository } from "./repository.ts";

export type WidgetPlacement = ReturnType<typeof createWidgetPlacement>;

/** Places widgets on a dashboard. The caller must be allowed to change the dashboard, and to see the widgets. */
export function createWidgetPlacement(db: Db, checkQuestion: CheckQuestion, clock: Clock = systemClock) {
  const dashboards = createDashboardRepository(db);
  const widgets = createWidgetRepository(db);

  return {
    /** A new widget of the caller's, or one that he sees already. */
    add(principal: Principal, dashboardId: number, body: WidgetOrLinkBody): WidgetView {
      return inTransaction(db, () => {
        requireWritable(principal, dashboardId);
        const widgetId = body.type === undefined ? findLinked(principal, body.id) : create(principal, body);
        if (!widgets.isOn(dashboardId, widgetId)) link(dashboardId, widgetId);
        return viewWidget(widgets.listByIds([widgetId])[0]!, widgets.placesOf(principal, [widgetId]), principal);
      });
    },

    /** Takes one off; a widget that lies on no other dashboard is deleted. */
    remove(principal: Principal, dashboardId: number, widgetId: number): void {
      inTransaction(db, () => {
        requireWritable(principal, dashboardId);
        if (!widgets.isOn(dashboardId, widgetId)) throw notFound();
        widgets.unlink(dashboardId, widgetId);
        touch(dashboardId);
      });
    },

    removeAll(principal: Principal, dashboardId: number): void {
      inTransaction(db, () => {
        requireWritable(principal, dashboardId);
        widgets.unlinkAll(dashboardId);
        touch(dashboardId);
      });
    },
  };

  function create(principal: Principal, body: WidgetOrLinkBody): number {
    const widget = checkWidget({ ...body, type: body.type! }, checkQuestion);
    return widgets.insert(widget, principal.userId, nowSeconds(clock));
  }

  function findLinked(principal: Principal, named: unknown): number {
    if (named === undefined)
      throw invalidFields({ type: ["This field is required, or else the id of a widget to link."] });
    const id = /^\d{1,15}$/.test(String(named)) ? Number(named) : undefined;
    if (id === undefined) throw invalidField("id", "Expected the id of a widget.");
    if (widgets.findVisible(principal, id) === undefined) throw invalidField("id", `There is no widget ${id}.`);
    return id;
  }

  function link(dashboardId: number, widgetId: number): void {
    if (widgets.countOn(dashboardId) >= widgetsPerDashboardMax)
      throw invalidField("non_field_errors", `A dashboard holds at most ${widgetsPerDashboardMax} widgets.`);
    widgets.link(dashboardId, widgetId);
    touch(dashboardId);
  }

  function touch(dashboardId: number): void {
    dashboards.update(dashboardId, {}, nowSeconds(clock));
  }

  function requireWritable(principal: Principal, dashboardId: number): void {
    const row = dashboards.findVisible(principal, dashboardId);
    if (row === undefined) throw notFound();
    if (!mayChangeDashboard(principal, row.owner.id)) throw forbidden();
  }
}
