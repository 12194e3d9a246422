import { route } from "../../http/route.ts";
import {
  reportSchedule,
  reportScheduleList,
  scheduleBody,
  scheduleInPath,
  schedulePatch,
  scheduleQuery,
  scheduleRun,
} from "./schema.ts";
import type { ScheduleService } from "./service.ts";

export function reportScheduleRoutes(schedules: ScheduleService) {
  return [
    route({
      ...common,
      method: "GET",
      path: "/api/report-schedules",
      summary: "List schedules of reports",
      description:
        "Those of the caller; with `manage_reports` everybody's. `next_run` says when each makes its next report.",
      query: scheduleQuery,
      answer: { status: 200, schema: reportScheduleList },
      handle: ({ principal, query }) => schedules.list(principal!, query),
    }),
    route({
      ...common,
      method: "POST",
      path: "/api/report-schedules",
      summary: "Schedule a report and its delivery by mail or webhook",
      description:
        "At each time that `cron` names in `timezone`, the report is made with the rights of its owner, kept, and sent by mail or webhook where these are set.",
      example: {
        body: {
          title: "Hosts of the week",
          format: "csv",
          cron: "0 7 * * 1",
          query: { type: "TopN", params: { field: "host" } },
        },
      },
      body: scheduleBody,
      moreErrors: [403, 409],
      answer: { status: 201, schema: reportSchedule },
      handle: ({ principal, body }) => schedules.create(principal!, body),
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/report-schedules/{id}",
      summary: "Read a schedule of reports",
      description: "`last_error` says why the last run made or delivered nothing.",
      answer: { status: 200, schema: reportSchedule },
      handle: ({ principal, path }) => schedules.get(principal!, path.id),
    }),
    route({
      ...common,
      ...one,
      method: "PUT",
      path: "/api/report-schedules/{id}",
      summary: "Replace a schedule of reports",
      description: "Omitted fields return to their defaults; existing reports stay.",
      example: {
        body: {
          title: "Hosts of the week",
          format: "csv",
          cron: "0 8 * * 1",
          query: { type: "TopN", params: { field: "host" } },
        },
      },
      body: scheduleBody,
      moreErrors: [403],
      answer: { status: 200, schema: reportSchedule },
      handle: ({ principal, path, body }) => schedules.replace(principal!, path.id, body),
    }),
    route({
      ...common,
      ...one,
      method: "PATCH",
      path: "/api/report-schedules/{id}",
      summary: "Change a schedule of reports",
      description: "Only what is named changes; `is_active` false pauses it.",
      example: { body: { is_active: false } },
      body: schedulePatch,
      moreErrors: [403],
      answer: { status: 200, schema: reportSchedule },
      handle: ({ principal, path, body }) => schedules.update(principal!, path.id, body),
    }),
    route({
      ...common,
      ...one,
      method: "DELETE",
      path: "/api/report-schedules/{id}",
      summary: "Delete a schedule; its reports stay",
      description: "No further report is made. Those that were made stay until they are deleted.",
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => schedules.remove(principal!, path.id),
    }),
    route({
      ...common,
      ...one,
      method: "POST",
      path: "/api/report-schedules/{id}/run",
      summary: "Run a schedule now, in addition to its plan",
      description: "Makes and delivers a report as the plan would, at once; the plan goes on as it was.",
      moreErrors: [409, 429],
      answer: {
        status: 202,
        schema: scheduleRun,
        description: "Ordered. Read the report at the path that Location names.",
      },
      handle: ({ principal, path, answerHeaders }) => {
        const run = schedules.run(principal!, path.id);
        answerHeaders.set("Location", `/api/reports/${run.report_id}`);
        return run;
      },
    }),
  ];
}

const common = { who: "user", tag: "reports" } as const;
const one = { parameters: scheduleInPath };
