import { route } from "../../http/route.ts";
import type { CheckedQuestion } from "../../query/parse/parse-query.ts";
import type { ExportService } from "./export-service.ts";
import type { ExportsInWork } from "./exports-in-work.ts";
import {
  describedQuery,
  exportQuery,
  genericQuery,
  newQuery,
  newQueryQuery,
  type QueryQuery,
  qidInPath,
  queryQuery,
  runningExportList,
} from "./schema.ts";
import type { QueryService } from "./service.ts";

/** Throws `invalid` with the dotted path of the field that does not fit. */
export type CheckQuestion = (body: { type: string; params: Record<string, unknown> }) => CheckedQuestion;

/** Queries go on when the disk is full: they are kept in memory. */
export function queryRoutes(
  queries: QueryService,
  exports: ExportService,
  inWork: ExportsInWork,
  checkQuestion: CheckQuestion,
) {
  return [
    route({
      ...common,
      method: "POST",
      path: "/api/query",
      summary: "Create and run a query; a quick one is answered finished",
      description:
        "A question of any type, with its parameters. What takes longer than a second is answered unfinished and read again under its `qid`. `validate_only=true` checks it and asks nothing.",
      example: {
        body: { type: "Search", params: { q: "refused host:web*", time_range: { preset: "last_24_hours" } } },
      },
      moreErrors: [429],
      worksOnFullDisk: true,
      query: newQueryQuery,
      body: newQuery,
      describedBody: describedQuery,
      answer: { status: 201, schema: genericQuery },
      handle: async ({ principal, query, body }) => {
        const question = checkQuestion(body);
        const create = query.validate_only ? queries.validate : queries.create;
        return record(await create(question, principal!), 201);
      },
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/query/{qid}",
      summary: "Read a query with its results; a relative time range is evaluated against now",
      description:
        "Pages of one Search (`page`, `offset`) are of one moment, so that nothing is skipped while events come in.",
      query: queryQuery,
      moreErrors: [429],
      handle: async ({ principal, path, query }) =>
        record(await queries.read(path.qid, readRequest(query), principal!)),
    }),
    route({
      ...common,
      method: "GET",
      path: "/api/query/{qid}/export",
      summary: "Download all that a query has found as a file; waits up to 30 s for one in work",
      description: "Everything that was found, not one page of it: as csv, json, xlsx, docx or pdf.",
      example: { query: { ftype: "csv" } },
      parameters: qidInPath,
      query: exportQuery,
      moreErrors: [408, 429, 503],
      answer: {
        status: 200,
        schema: "file",
        description: "The file, in the content type of its format.",
        mediaType: "application/*",
      },
      handle: ({ principal, path, query: { ftype, timezone, filename, bom }, request }) =>
        exports.export(
          path.qid,
          { ftype, timezone, fileName: filename, hasMark: bom === true },
          { principal: principal!, signal: request.signal, wantsBody: request.method !== "HEAD" },
        ),
    }),
    route({
      ...common,
      method: "GET",
      path: "/api/exports",
      summary: "List the caller's exports that are written or downloaded at this moment",
      description: "From every browser and program of the same user, the newest first; what has ended is not listed.",
      answer: { status: 200, schema: runningExportList },
      handle: ({ principal }) => ({ objects: inWork.list(principal!.userId) }),
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/query/{qid}/recalculate",
      acts: true,
      moreErrors: [429],
      summary: "Run a query again, against now",
      description: "It starts over under the same `qid`.",
      handle: ({ principal, path }) => record(queries.recalculate(path.qid, principal!)),
    }),
    route({
      ...common,
      ...one,
      method: "GET",
      path: "/api/query/{qid}/remove",
      acts: true,
      summary: "Remove a query; its last record is answered",
      description: "After that its `qid` is 404. Queries that nobody reads for an hour go by themselves.",
      handle: async ({ principal, path }) => record(await queries.remove(path.qid, principal!)),
    }),
    ...(["GET", "POST"] as const).map((method) =>
      route({
        ...common,
        ...one,
        method,
        path: "/api/query/{qid}/stop",
        acts: true,
        worksOnFullDisk: true,
        summary: "Stop a query; what was found so far is kept",
        description: "As GET; a body is not needed and not read.",
        handle: async ({ principal, path }) => record(await queries.stop(path.qid, principal!)),
      }),
    ),
  ];
}

const common = { who: "user", permission: "search_events", tag: "query" } as const;
const one = { parameters: qidInPath, answer: { status: 200, schema: genericQuery } };

function readRequest({ page, page_size, offset, actions_hint, add_trigger_data, add_geoip_data }: QueryQuery) {
  const [actionsHint, addTriggerData] = [actions_hint, add_trigger_data];
  return { page, pageSize: page_size, offset, actionsHint, addTriggerData, withGeoip: add_geoip_data };
}

/** The service writes the JSON itself: results are passed on as the worker wrote them. */
function record(json: Uint8Array<ArrayBuffer>, status = 200): Response {
  return new Response(json, { status, headers: { "Content-Type": "application/json" } });
}
