import { defineVigieCommand } from "../command.ts";
import { exportDashboards } from "../dashboards/export-dashboards.ts";
import { importDashboards } from "../dashboards/import-dashboards.ts";
import { listDashboards } from "../dashboards/list-dashboards.ts";
import { createDashboard, deleteDashboards, listTemplates } from "../dashboards/one-dashboard.ts";

export const dashboardsCommand = defineVigieCommand({
  meta: { name: "dashboards", description: "List dashboards, and copy them between services as files" },
  subCommands: {
    list: listDashboards,
    create: createDashboard,
    templates: listTemplates,
    export: exportDashboards,
    import: importDashboards,
    delete: deleteDashboards,
  },
  examples: [
    ["vigie dashboards export -o dashboards/", "all of one's own, a file each"],
    ["vigie dashboards import dashboards/ --url https://logs.example.org", "into another service"],
  ],
});
