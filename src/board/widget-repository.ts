import { and, asc, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/open-database.ts";
import { ownerColumns } from "../db/owner.ts";
import { dashboards } from "../db/schema/dashboards.ts";
import { users } from "../db/schema/users.ts";
import { dashboardWidgets, widgets } from "../db/schema/widgets.ts";
import type { Principal } from "../http/access/principal.ts";
import { visibleDashboards, visibleWidgets } from "./access.ts";
import type { CheckedWidget } from "./checked-widget.ts";

export type WidgetRepository = ReturnType<typeof createWidgetRepository>;

/** Rows of widgets and their links. The database deletes a widget that loses its last link. */
export function createWidgetRepository(db: Db) {
  const select = () => db.select(columns).from(widgets).innerJoin(users, eq(users.id, widgets.ownerId)).$dynamic();
  return {
    findVisible: (principal: Principal, id: number): WidgetRow | undefined =>
      select()
        .where(and(eq(widgets.id, id), visibleWidgets(db, principal)))
        .get(),

    listByIds: (ids: readonly number[]): WidgetRow[] =>
      select()
        .where(inArray(widgets.id, [...ids]))
        .all(),

    /** The widgets on each of the dashboards, in their order: by position, then by age. */
    listOnDashboards: (dashboardIds: readonly number[]): (WidgetRow & { dashboardId: number })[] =>
      db
        .select({ ...columns, dashboardId: dashboardWidgets.dashboardId })
        .from(dashboardWidgets)
        .innerJoin(widgets, eq(widgets.id, dashboardWidgets.widgetId))
        .innerJoin(users, eq(users.id, widgets.ownerId))
        .where(inArray(dashboardWidgets.dashboardId, [...dashboardIds]))
        .orderBy(asc(dashboardWidgets.dashboardId), asc(widgets.position), asc(widgets.id))
        .all(),

    /** Widget id → ids of its dashboards that the caller may see, ascending. */
    placesOf: (principal: Principal, widgetIds: readonly number[]): Map<number, number[]> =>
      listPlaces(principal, inArray(dashboardWidgets.widgetId, [...widgetIds])),

    /** The same for all widgets that lie on one of the dashboards. */
    placesOfWidgetsOn: (principal: Principal, dashboardIds: readonly number[]): Map<number, number[]> =>
      listPlaces(principal, inArray(dashboardWidgets.widgetId, widgetIdsOn(dashboardIds))),

    /** Bytes of the configs of all widgets on the dashboards; one that lies on several counts for each. */
    configBytesOn: (dashboardIds: readonly number[]): number =>
      db
        .select({ bytes: sql<number>`coalesce(sum(octet_length(${widgets.config})), 0)` })
        .from(dashboardWidgets)
        .innerJoin(widgets, eq(widgets.id, dashboardWidgets.widgetId))
        .where(inArray(dashboardWidgets.dashboardId, [...dashboardIds]))
        .get()?.bytes ?? 0,

    countOn: (dashboardId: number): number =>
      db.select({ n: count() }).from(dashboardWidgets).where(eq(dashboardWidgets.dashboardId, dashboardId)).get()?.n ??
      0,

    isOn: (dashboardId: number, widgetId: number): boolean =>
      db.select().from(dashboardWidgets).where(link(dashboardId, widgetId)).get() !== undefined,

    insert: (widget: CheckedWidget, ownerId: number, createdAt: number): number =>
      db
        .insert(widgets)
        .values({ ...widget, ownerId, createdAt, updatedAt: createdAt })
        .returning({ id: widgets.id })
        .get().id,

    update: (id: number, changes: Partial<CheckedWidget>, updatedAt: number): void =>
      void db
        .update(widgets)
        .set({ ...changes, updatedAt })
        .where(eq(widgets.id, id))
        .run(),

    remove: (id: number): void => void db.delete(widgets).where(eq(widgets.id, id)).run(),

    link: (dashboardId: number, widgetId: number): void =>
      void db.insert(dashboardWidgets).values({ dashboardId, widgetId }).run(),

    unlink: (dashboardId: number, widgetId: number): void =>
      void db.delete(dashboardWidgets).where(link(dashboardId, widgetId)).run(),

    unlinkAll: (dashboardId: number): void =>
      void db.delete(dashboardWidgets).where(eq(dashboardWidgets.dashboardId, dashboardId)).run(),
  };

  function listPlaces(principal: Principal, which: SQL): Map<number, number[]> {
    const rows = db
      .select({ widgetId: dashboardWidgets.widgetId, dashboardId: dashboardWidgets.dashboardId })
      .from(dashboardWidgets)
      .innerJoin(dashboards, eq(dashboards.id, dashboardWidgets.dashboardId))
      .where(and(which, visibleDashboards(principal)))
      .orderBy(asc(dashboardWidgets.widgetId), asc(dashboardWidgets.dashboardId))
      .all();
    const places = new Map<number, number[]>();
    for (const { widgetId, dashboardId } of rows) {
      const known = places.get(widgetId);
      if (known === undefined) places.set(widgetId, [dashboardId]);
      else known.push(dashboardId);
    }
    return places;
  }

  function widgetIdsOn(dashboardIds: readonly number[]) {
    return db
      .select({ id: dashboardWidgets.widgetId })
      .from(dashboardWidgets)
      .where(inArray(dashboardWidgets.dashboardId, [...dashboardIds]));
  }
}

function link(dashboardId: number, widgetId: number) {
  return and(eq(dashboardWidgets.dashboardId, dashboardId), eq(dashboardWidgets.widgetId, widgetId));
}

const columns = {
  id: widgets.id,
  title: widgets.title,
  type: widgets.type,
  config: widgets.config,
  position: widgets.position,
  isPublic: widgets.isPublic,
  createdAt: widgets.createdAt,
  updatedAt: widgets.updatedAt,
  owner: ownerColumns,
};

export interface WidgetRow extends CheckedWidget {
  id: number;
  createdAt: number;
  updatedAt: number;
  owner: { id: number; username: string; firstName: string; lastName: string };
}
