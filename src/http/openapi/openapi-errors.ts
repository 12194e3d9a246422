import type { ErrorStatus, Route } from "../route.ts";
import type { JsonSchema } from "./openapi-schemas.ts";

/** The errors a route can answer, by status: references to `errorComponents`, except for the shapes of its own 400. */
export function errorResponses(route: Route): Record<string, unknown> {
  const statuses = new Set<ErrorStatus>([...derivedStatuses(route), ...(route.moreErrors ?? [])]);
  if (route.dialect !== undefined) return wordedResponses(statuses, route);
  const entries = [...statuses].map((status) => [status, { $ref: `#/components/responses/${responses[status].name}` }]);
  return { ...badRequest(route), ...Object.fromEntries(entries) };
}

/** Clients of other protocols get the protocol's error shape; internal errors have ours. */
function wordedResponses(statuses: Iterable<ErrorStatus>, { query, body }: Route): Record<string, unknown> {
  const worded = (description: string) => ({
    description: `${description} In the words of the protocol.`,
    headers: requestIdHeader,
  });
  const entries = [...statuses].map((status) => [
    status,
    status === 500
      ? { $ref: `#/components/responses/${responses[status].name}` }
      : worded(responses[status].description),
  ]);
  return { ...(body !== undefined && { 400: worded(badRequestText(query, body)) }), ...Object.fromEntries(entries) };
}

/** The named responses and the shapes of their bodies. */
export function errorComponents(): { responses: Record<string, unknown>; schemas: Record<string, JsonSchema> } {
  const named = Object.values(responses).map(({ name, description, schema, headers }) => [
    name,
    { ...response(description, reference(schema)), headers: { ...requestIdHeader, ...headers } },
  ]);
  return { responses: Object.fromEntries(named), schemas };
}

/** Header of every answer. */
export const requestIdHeader = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };

function derivedStatuses(route: Route): ErrorStatus[] {
  const { method, who, permission, parameters, query, body, answer, dialect } = route;
  const changes = method !== "GET" || route.acts === true || route.opensSocket === true;
  const storesAnything = method !== "GET" && method !== "DELETE" && who !== "shipper" && !route.worksOnFullDisk;
  const found: [ErrorStatus, boolean][] = [
    [401, who !== "anyone"],
    [403, permission !== undefined || (changes && who === "user")],
    [404, parameters !== undefined || query?.shape.page !== undefined],
    [405, true],
    [406, answer.schema !== "file" && answer.schema !== "none" && dialect === undefined],
    [408, body !== undefined],
    [413, body !== undefined],
    [415, body !== undefined],
    [429, body !== undefined],
    [500, true],
    [503, storesAnything || body !== undefined],
  ];
  return found.filter(([, isPossible]) => isPossible).map(([status]) => status);
}

function badRequest({ query, body, detailBesideFields }: Route): Record<string, unknown> {
  const shapes: string[] = [];
  if (query !== undefined) shapes.push("ParameterErrors");
  if (body !== undefined && body !== "raw" && !detailBesideFields) shapes.push("FieldErrors");
  if (body !== undefined) shapes.push("Detail");
  if (shapes.length === 0) return {};
  const [only, ...others] = shapes.map(reference);
  const schema = others.length === 0 ? only! : { anyOf: [only, ...others] };
  return { 400: { ...response(badRequestText(query, body), schema), headers: requestIdHeader } };
}

function badRequestText(query: Route["query"], body: Route["body"]): string {
  if (body === undefined) return "A parameter does not fit.";
  return query === undefined ? "The body does not fit, or cannot be read." : "A parameter or the body does not fit.";
}

function response(description: string, schema: JsonSchema): { description: string; content: unknown } {
  return { description, content: { "application/json": { schema } } };
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

const text = { type: "string" };
const texts = { type: "array", items: text };

const schemas: Record<string, JsonSchema> = {
  Detail: {
    type: "object",
    description: "The failure, in words. Some answers have further members.",
    properties: { detail: text },
    required: ["detail"],
  },
  FieldErrors: {
    type: "object",
    description:
      "Messages by the dotted path of what does not fit, such as `params.filter.0.op`; those about the whole body under `non_field_errors`.",
    properties: { non_field_errors: texts },
    additionalProperties: texts,
  },
  ParameterErrors: {
    type: "object",
    description: "A message under the name of the query parameter that does not fit.",
    additionalProperties: text,
  },
  TimeoutDetail: {
    type: "object",
    properties: { detail: text, status: { type: "string", const: "TASK_TIMEOUT_STATUS" } },
    required: ["detail"],
  },
  InternalError: {
    type: "object",
    description: "Our fault. The log has more under the same id.",
    properties: { error: text, request_id: text },
    required: ["error", "request_id"],
  },
};

const header = (description: string, type = "string") => ({ description, schema: { type } });
const retryAfter = { "Retry-After": header("Seconds.", "integer") };

interface ErrorResponse {
  name: string;
  description: string;
  schema: string;
  headers: Record<string, unknown>;
}

const responses: Record<ErrorStatus, ErrorResponse> = {
  401: {
    name: "Unauthorized",
    description: "Nobody is logged in, or the session or token is not valid.",
    schema: "Detail",
    headers: { "WWW-Authenticate": header("`Token`") },
  },
  403: {
    name: "Forbidden",
    description: "The caller may not do this, or a session is used from another site.",
    schema: "Detail",
    headers: {},
  },
  404: {
    name: "NotFound",
    description: "There is nothing, or nothing that the caller may see; of a list: a page past the end.",
    schema: "Detail",
    headers: {},
  },
  405: {
    name: "MethodNotAllowed",
    description: "Another method than those of this path.",
    schema: "Detail",
    headers: { Allow: header("The methods of this path.") },
  },
  406: {
    name: "NotAcceptable",
    description: "The `Accept` field excludes application/json.",
    schema: "Detail",
    headers: {},
  },
  408: {
    name: "Timeout",
    description: "Not ready within 30 s, or the body came too slowly.",
    schema: "TimeoutDetail",
    headers: {},
  },
  409: { name: "Conflict", description: "Something else stands in the way just now.", schema: "Detail", headers: {} },
  413: { name: "TooLarge", description: "The body is too large.", schema: "Detail", headers: {} },
  415: {
    name: "UnsupportedMediaType",
    description: "The body comes in a media type or an encoding that is not taken.",
    schema: "Detail",
    headers: {},
  },
  426: {
    name: "UpgradeRequired",
    description: "The request is no handshake of a WebSocket.",
    schema: "Detail",
    headers: { Upgrade: header("`websocket`") },
  },
  429: {
    name: "TooManyRequests",
    description: "Too much at a time, or too often.",
    schema: "Detail",
    headers: retryAfter,
  },
  500: { name: "InternalError", description: "Our fault.", schema: "InternalError", headers: {} },
  503: {
    name: "Unavailable",
    description: "Not now: the disk is full, or the service is too busy, or it stops.",
    schema: "Detail",
    headers: retryAfter,
  },
};
