import { AppError, type ErrorCode } from "../lib/errors.ts";
import { isDiskFullError } from "../lib/free-space.ts";
import type { Logger } from "../lib/log.ts";

/** The only place that knows which status and which shape an error has on the wire. */
export function errorResponse(error: unknown, requestId: string, log: Logger): Response {
  if (error instanceof AppError && error.code !== "internal") return callersFault(error);
  if (isDiskFullError(error)) return callersFault(diskFullError());
  log.error({ err: error, requestId }, "request failed");
  return Response.json({ error: "Internal server error.", request_id: requestId }, { status: 500 });
}

/** The answer to writes while there is too little space. */
export function diskFullError(): AppError {
  return new AppError("unavailable", "The disk is full. Nothing was stored; try again later.", {
    headers: { "Retry-After": "30" },
  });
}

function callersFault(error: AppError): Response {
  const { fields, parameters, headers, body } = error.details;
  const shape = fields ?? parameters ?? { detail: error.message };
  const response = Response.json({ ...body, ...shape }, { status: statusOf[error.code], headers });
  if (error.code === "unauthorized") response.headers.set("WWW-Authenticate", "Token");
  return response;
}

export const statusOf: Record<ErrorCode, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  upgrade_required: 426,
  too_many: 429,
  unavailable: 503,
  internal: 500,
};
