import * as z from "zod";
import { type Call, type Route, route } from "../../../http/route.ts";
import type { ReceiveBody } from "../../../ingest/receive/receive-body.ts";
import { AppError } from "../../../lib/errors.ts";
import { elasticsearchDialect, elasticsearchJson } from "./dialect.ts";
import { describeCluster, kept, keptIndexes, questions } from "./handshake.ts";
import { bulkAnswer, bulkBody, documentAnswer, documentBody } from "./schema.ts";

/** At the root, since some clients can be pointed nowhere else, and below `/es`, where indexes have paths, too. */
export function elasticsearchRoutes(receive: ReceiveBody): Route[] {
  return [
    ...handshakeRoutes("", kept),
    ...bulkRoutes("", receive),
    ...handshakeRoutes("/es", [...kept, ...keptIndexes]),
    ...bulkRoutes("/es", receive),
    ...documentRoutes("/es", receive),
  ];
}

const common = { who: "shipper", tag: "elasticsearch", dialect: elasticsearchDialect } as const;

const indexPath = z.object({ index: z.string().describe("Ignored; the answer repeats it.") });

function bulkRoutes(prefix: string, receive: ReceiveBody): Route[] {
  const handle = async (call: Call<{ index?: string }>) => {
    const hints = { index: call.path.index ?? "" };
    const { answer } = await receive(call, { protocol: "elasticsearch", format: "elasticsearch", hints });
    return elasticsearchJson(call.request, answer);
  };
  const bulk = {
    ...common,
    delivers: "elasticsearch",
    summary: "Takes documents in bulk as Elasticsearch does: an action and a document on two lines each",
    description:
      "Any index will do; each document is an event, its names are those of ECS. `index` and `create` store, other actions are refused one by one.",
    example: {
      body: '{"create":{}}\n{"@timestamp":"2026-11-21T09:00:00Z","host":{"name":"web-1"},"message":"payment refused"}\n',
      path: { index: "shop" },
    },
    body: "raw",
    rawBody: bulkBody,
    moreErrors: [413, 415, 429, 503],
    answer: { status: 200, schema: bulkAnswer, description: "Documents without an error are on disk." },
    handle,
  } as const;
  return [
    route({ ...bulk, method: "POST", path: `${prefix}/_bulk` }),
    route({ ...bulk, method: "PUT", path: `${prefix}/_bulk`, isHandshake: true }),
    route({ ...bulk, method: "POST", path: `${prefix}/{index}/_bulk`, parameters: indexPath }),
    route({ ...bulk, method: "PUT", path: `${prefix}/{index}/_bulk`, parameters: indexPath, isHandshake: true }),
  ];
}

function documentRoutes(prefix: string, receive: ReceiveBody): Route[] {
  const handle = async (call: Call<{ index: string; id?: string }>) => {
    const hints = { index: call.path.index, id: call.path.id ?? "", is_document: "true" };
    const { answer, rejected } = await receive(call, { protocol: "elasticsearch", format: "elasticsearch", hints });
    const [first] = rejected;
    if (first !== undefined) throw new AppError("invalid", first.error);
    return elasticsearchJson(call.request, answer, 201);
  };
  const document = {
    ...common,
    delivers: "elasticsearch",
    summary: "Takes one document as Elasticsearch does",
    description: "The id is the service's own, unless the path names one.",
    example: { path: { index: "shop" }, body: { "@timestamp": "2026-11-21T09:00:00Z", message: "payment refused" } },
    parameters: indexPath,
    body: "raw",
    rawBody: documentBody,
    moreErrors: [413, 415, 429, 503],
    answer: { status: 201, schema: documentAnswer, description: "The document is on disk." },
    handle,
  } as const;
  const withId = { ...document, parameters: indexPath.extend({ id: z.string() }), isHandshake: true } as const;
  return [
    route({ ...document, method: "POST", path: `${prefix}/{index}/_doc` }),
    ...(["POST", "PUT"] as const).flatMap((method) => [
      route({ ...withId, method, path: `${prefix}/{index}/_doc/{id}` }),
      route({ ...withId, method, path: `${prefix}/{index}/_create/{id}` }),
    ]),
  ];
}

function handshakeRoutes(prefix: string, keptPaths: readonly string[]): Route[] {
  const handshake = {
    ...common,
    isHandshake: true,
    summary: "Asked by clients of Elasticsearch before they send",
    answer: { status: 200, schema: "file" },
  } as const;
  const keep = (call: Call) => elasticsearchJson(call.request, { acknowledged: true });
  return [
    route({
      ...handshake,
      method: "GET",
      path: prefix === "" ? "/" : prefix,
      fits: isNoBrowser,
      handle: describeCluster,
    }),
    ...Object.entries(questions).map(([path, answer]) =>
      route({
        ...handshake,
        method: "GET",
        path: `${prefix}${path}`,
        handle: (call) => {
          const told = answer(call);
          return told instanceof Response ? told : elasticsearchJson(call.request, told);
        },
      }),
    ),
    ...keptPaths.flatMap((path) =>
      (["GET", "PUT", "POST"] as const).map((method) =>
        route({
          ...handshake,
          method,
          path: `${prefix}${path}`,
          handle: method === "GET" ? (call) => elasticsearchJson(call.request, {}) : keep,
        }),
      ),
    ),
  ];
}

/** People who look at the root of the service want its page. */
function isNoBrowser({ headers }: Request): boolean {
  return !(headers.get("accept") ?? "").includes("text/html");
}
