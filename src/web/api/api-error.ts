import { words } from "../words/words.ts";
/** An error answer of the API. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    message: string,
    /** Messages by the path of their field, such as `params.q`. */
    readonly fields: Readonly<Record<string, string>>,
    readonly requestId: string | null,
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(message);
  }
}

/** No answer came: the service is stopped, or the network between is down. */
export class OfflineError extends Error {
  override readonly name = "OfflineError";
}

/** Reads what the service said: `{detail}`, `{error, request_id}`, or messages by field. */
export async function readApiError(response: Response): Promise<ApiError> {
  const requestId = response.headers.get("x-request-id");
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const body = await readJson(response);
  const fields = fieldsOf(body);
  const said = typeof body.detail === "string" ? body.detail : typeof body.error === "string" ? body.error : undefined;
  const message = said ?? (saidOf(fields) || words.states.unexplained(response.status));
  return new ApiError(response.status, message, fields, requestId, Number.isNaN(retryAfter) ? undefined : retryAfter);
}

/** Everything said about fields, in one line. */
export function saidOf(fields: ApiError["fields"]): string {
  return Object.values(fields).join(" ");
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function fieldsOf(body: Record<string, unknown>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(body)) {
    if (Array.isArray(value)) fields[name] = value.map((text) => words.service.field(String(text))).join(" ");
    else if (typeof value === "string" && !["detail", "error", "request_id", "status"].includes(name))
      fields[name] = words.service.field(value);
  }
  return fields;
}
