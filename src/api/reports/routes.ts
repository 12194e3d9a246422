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
      query: reportQuery,
      answer: { status: 200, schema: shortReportList },
      handle: ({ principal, query }) => reports.list(principal!, query),
    }),
    route({
      ...common,
      method: "POST",
      path: "/api/reports",
      summary: "Have a report made from a query or a dashboard",
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
      answer: { status: 200, schema: shortReport },
      handle: ({ principal, path }) => reports.get(principal!, path.id),
    }),
    route({
      ...common,
      ...one,
      method: "DELETE",
      path: "/api/reports/{id}",
      summary: "Delete a report with its file",
      answer: { status: 204, schema: "none" },
      handle: ({ principal, path }) => reports.remove(principal!, path.id),
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/reports/{id}/file",
      summary: "Download a report; waits up to 30 s for one that is being made",
      query: fileQuery,
      moreErrors: [408],
      answer: { status: 200, schema: "file", description: "The document, in the report's own content type." },
      handle: ({ principal, path, query }) => reports.download(principal!, path.id, query.saveas),
    }),
  ];
}

const common = { who: "user", tag: "reports" } as const;
const one = { parameters: reportInPath };
