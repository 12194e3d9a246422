import { defineVigieCommand } from "../command.ts";
import { createReport } from "../report/create.ts";
import { deleteReport, getReport, listReports } from "../report/reports.ts";
import { scheduleCommand } from "../report/schedule.ts";

export const reportCommand = defineVigieCommand({
  meta: { name: "report", description: "Create reports from queries and dashboards, now or on a schedule" },
  subCommands: {
    create: createReport,
    list: listReports,
    get: getReport,
    delete: deleteReport,
    schedule: scheduleCommand,
  },
  examples: [
    ["vigie report create --dashboard 3 -o week.pdf", "a whole dashboard on pages"],
    ["vigie report schedule run 2", "what is otherwise made on Mondays"],
  ],
});
