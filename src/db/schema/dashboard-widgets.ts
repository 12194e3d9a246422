import { index, integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";
import { dashboards } from "./dashboards.ts";
import { widgets } from "./widgets.ts";

/** Which widgets lie on which dashboards. The migration adds a trigger: who loses his last link is deleted. */
export const dashboardWidgets = sqliteTable(
  "dashboard_widgets",
  {
    dashboardId: integer("dashboard_id")
      .notNull()
      .references(() => dashboards.id, { onDelete: "cascade" }),
    widgetId: integer("widget_id")
      .notNull()
      .references(() => widgets.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.dashboardId, table.widgetId] }),
    index("dashboard_widgets_widget_id").on(table.widgetId),
  ],
);
