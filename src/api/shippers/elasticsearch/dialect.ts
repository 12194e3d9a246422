import type { Dialect } from "../../../http/dialect.ts";
import { statusOf } from "../../../http/on-error.ts";
import type { AppError, ErrorCode } from "../../../lib/errors.ts";

/** Errors as Elasticsearch words them: its clients send again after 429 and 503, and show `reason` after others. */
export const elasticsearchDialect: Dialect = {
  errorResponse({ code, message, details }: AppError, request: Request): Response {
    const status = statusOf[code];
    const cause = { type: types[code] ?? "illegal_argument_exception", reason: message };
    const hint = code === "unauthorized" ? { hint: whatThisIs } : {};
    const answer = elasticsearchJson(request, { error: { root_cause: [cause], ...cause }, status, ...hint }, status);
    for (const [name, value] of Object.entries(details.headers ?? {})) answer.headers.set(name, value);
    if (code === "unauthorized") answer.headers.set("WWW-Authenticate", 'Basic realm="vigie", charset="UTF-8", ApiKey');
    return answer;
  },
};

/** Clients read nothing beside `error` and `status`; people with curl see that this is no Elasticsearch. */
const whatThisIs =
  "This is vigie, which takes logs from clients of Elasticsearch with an INGEST token: Authorization: ApiKey <token>. People open this address in a browser; /api/docs describes the API.";

const types: Partial<Record<ErrorCode, string>> = {
  unauthorized: "security_exception",
  forbidden: "security_exception",
  not_found: "resource_not_found_exception",
  too_large: "content_too_long_exception",
  unsupported_media_type: "media_type_header_exception",
  too_many: "es_rejected_execution_exception",
  unavailable: "cluster_block_exception",
  timeout: "timeout_exception",
};

/** An answer that the official clients take for one of Elasticsearch; `value` may be JSON text. */
export function elasticsearchJson(request: Request, value: unknown, status = 200): Response {
  const body = typeof value === "string" ? value : JSON.stringify(value);
  return new Response(body, {
    status,
    headers: { "Content-Type": mediaTypeFor(request), "X-Elastic-Product": "Elasticsearch" },
  });
}

/** A client that asks for the format of a version expects its media type in the answer. */
function mediaTypeFor(request: Request): string {
  const accept = request.headers.get("accept") ?? "";
  const [compatible] = /application\/vnd\.elasticsearch\+json;\s*compatible-with=\d+/.exec(accept) ?? [];
  return compatible ?? "application/json";
}
