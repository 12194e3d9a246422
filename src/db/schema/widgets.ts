import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { dashboards } from "./dashboards.ts";
import { users } from "./users.ts";

export const widgets = sqliteTable(
  "widgets",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    title: text("title").notNull(),
    /** In the spelling it was created in, with or without the ending "Query". */
    type: text("type").notNull(),
    /** JSON text of an object, kept as it was given. */
    config: text("config").notNull().default("{}"),
    position: integer("position").notNull().default(0),
    isPublic: integer("is_public", { mode: "boolean" }).notNull().default(false),
    ownerId: integer("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  // One for each order a list may have, within an owner and over all: a page of 100,000 rows is read without a sort.
  (table) => [
    index("widgets_title").on(table.title),
    index("widgets_type").on(table.type),
    index("widgets_position").on(table.position),
    index("widgets_created_at").on(table.createdAt),
    index("widgets_updated_at").on(table.updatedAt),
    index("widgets_owner_id").on(table.ownerId),
    index("widgets_owner_id_title").on(table.ownerId, table.title),
    index("widgets_owner_id_type").on(table.ownerId, table.type),
    index("widgets_owner_id_position").on(table.ownerId, table.position),
    index("widgets_owner_id_created_at").on(table.ownerId, table.createdAt),
    index("widgets_owner_id_updated_at").on(table.ownerId, table.updatedAt),
  ],
);

/** Placement of widgets on dashboards. The migration adds a trigger: a widget that loses its last link is deleted. */
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
