import { route } from "../../http/route.ts";
import { fileQuery, reportInPath, reportQuery, shortReport, shortReportList } from "./schema.ts";
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
