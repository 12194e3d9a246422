import { route } from "../../http/route.ts";
import { fileQuery, reportInPath, reportQuery, reportRequest, shortReport, shortReportList } from "./schema.ts";
import type { ReportService } from "./service.ts";

export function reportRoutes(reports: ReportService) {
  return [
    route({
      ...common,
      method: "GET",
      path: "/api/reports",
      summary: "List reports",
      description: "One's own, the newest first; with `manage_reports` everybody's.",
      query: reportQuery,
      answer: { status: 200, schema: shortReportList },
      handle: ({ principal, query }) => reports.list(principal!, query),
    }),
    route({
      ...common,
      method: "POST",
      path: "/api/reports",
      summary: "Have a report made from a query or a dashboard",
      description: "Made in the background from a question, a stored query or a whole dashboard.",
      example: { body: { title: "Busiest hosts", format: "csv", query: { type: "TopN", params: { field: "host" } } } },
      body: reportRequest,
      moreErrors: [403, 409, 429],
      answer: { status: 202, schema: shortReport, description: "Ordered. Read it at the path that Location names." },
      handle: ({ principal, body, answerHeaders }) => {
        const report = reports.create(principal!, body);
        answerHeaders.set("Location", `/api/reports/${report.id}`);
        return report;
      },
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/reports/{id}",
      summary: "Read what is known of a report",
      description: "Its status, and what went wrong if something did.",
      answer: { status: 200, schema: shortReport },
      handle: ({ principal, path }) => reports.get(principal!, path.id),
    }),
    route({
      ...common,
      ...one,
      method: "DELETE",
      path: "/api/reports/{id}",
      summary: "Delete a report with its file",
      description: "Nothing of it stays on disk.",
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => reports.remove(principal!, path.id),
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/reports/{id}/file",
      summary: "Download a report; waits up to 30 s for one that is being made",
      description:
        "In the content type of its format; `saveas` gives it another name, and `show=true` has a browser show a PDF.",
      example: { query: { saveas: "hosts.csv" } },
      query: fileQuery,
      moreErrors: [408],
      answer: { status: 200, schema: "file", description: "The document, in the report's own content type." },
      handle: ({ principal, path, query }) => reports.download(principal!, path.id, query),
    }),
  ];
}

const common = { who: "user", tag: "reports" } as const;
const one = { parameters: reportInPath };
