import type { Migration } from "../migration.ts";

/**
 * Others look at a public dashboard, so it outlives its owner: it passes to the oldest active superuser, with those of
 * the owner's widgets that lie on it or are public.
 */
export const publicDashboardsMigration: Migration = {
  name: "0016-public-dashboards",
  sql: `
CREATE TRIGGER users_public_dashboards BEFORE DELETE ON users
BEGIN
  UPDATE widgets
  SET owner_id = (SELECT id FROM users WHERE is_superuser = 1 AND is_active = 1 AND id <> OLD.id ORDER BY id LIMIT 1)
  WHERE
    owner_id = OLD.id
    AND (
      is_public = 1
      OR EXISTS (
        SELECT 1
        FROM dashboard_widgets JOIN dashboards ON dashboards.id = dashboard_widgets.dashboard_id
        WHERE dashboard_widgets.widget_id = widgets.id AND dashboards.is_public = 1
      )
    );
  UPDATE dashboards
  SET owner_id = (SELECT id FROM users WHERE is_superuser = 1 AND is_active = 1 AND id <> OLD.id ORDER BY id LIMIT 1)
  WHERE owner_id = OLD.id AND is_public = 1;
END;
`,
};
