import type { Migration } from "../migration.ts";

/**
 * Deletes a widget that is on no dashboard. The rule is a database trigger because links also disappear with a
 * dashboard, a widget or a user, when no code of ours runs.
 */
export const dashboardsMigration: Migration = {
  name: "0002-dashboards",
  sql: `
CREATE TABLE dashboards (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  owner_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  is_public INTEGER NOT NULL DEFAULT 0,
  config TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX dashboards_title ON dashboards (title);
CREATE INDEX dashboards_created_at ON dashboards (created_at);
CREATE INDEX dashboards_updated_at ON dashboards (updated_at);
CREATE INDEX dashboards_owner_id ON dashboards (owner_id);
CREATE INDEX dashboards_owner_id_title ON dashboards (owner_id, title);
CREATE INDEX dashboards_owner_id_created_at ON dashboards (owner_id, created_at);
CREATE INDEX dashboards_owner_id_updated_at ON dashboards (owner_id, updated_at);

CREATE TABLE widgets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  type TEXT NOT NULL,
  config TEXT NOT NULL DEFAULT '{}',
  position INTEGER NOT NULL DEFAULT 0,
  is_public INTEGER NOT NULL DEFAULT 0,
  owner_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX widgets_title ON widgets (title);
CREATE INDEX widgets_type ON widgets (type);
CREATE INDEX widgets_position ON widgets (position);
CREATE INDEX widgets_created_at ON widgets (created_at);
CREATE INDEX widgets_updated_at ON widgets (updated_at);
CREATE INDEX widgets_owner_id ON widgets (owner_id);
CREATE INDEX widgets_owner_id_title ON widgets (owner_id, title);
CREATE INDEX widgets_owner_id_type ON widgets (owner_id, type);
CREATE INDEX widgets_owner_id_position ON widgets (owner_id, position);
CREATE INDEX widgets_owner_id_created_at ON widgets (owner_id, created_at);
CREATE INDEX widgets_owner_id_updated_at ON widgets (owner_id, updated_at);

CREATE TABLE dashboard_widgets (
  dashboard_id INTEGER NOT NULL REFERENCES dashboards (id) ON DELETE CASCADE,
  widget_id INTEGER NOT NULL REFERENCES widgets (id) ON DELETE CASCADE,
  PRIMARY KEY (dashboard_id, widget_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX dashboard_widgets_widget_id ON dashboard_widgets (widget_id);
CREATE TRIGGER dashboard_widgets_orphan AFTER DELETE ON dashboard_widgets
WHEN NOT EXISTS (SELECT 1 FROM dashboard_widgets WHERE widget_id = OLD.widget_id)
BEGIN
  DELETE FROM widgets WHERE id = OLD.widget_id;
END;
`,
};
