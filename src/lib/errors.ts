/**
 * A failure caused by the caller, but for "internal". http/on-error.ts alone knows the HTTP status and body of each
 * code; the CLI prints `message`. Anything that is not an AppError is an internal error and is answered as such.
 */
export type ErrorCode =
  | "invalid" // the body or a parameter does not fit
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "not_acceptable"
  | "timeout"
  | "conflict"
  | "too_large"
  | "unsupported_media_type"
  | "upgrade_required"
  | "too_many"
  | "unavailable"
  | "internal"; // a fault of our own, told in the log, that ends one request or delivery alone

export interface ErrorDetails {
  /** Body errors: dotted field path → messages. Object-level messages use the key `non_field_errors`. */
  fields?: Record<string, string[]>;
  /** Query parameter errors: name → message. */
  parameters?: Record<string, string>;
  /** More header fields of the answer, such as `Retry-After` or `Allow`. */
  headers?: Record<string, string>;
  /** Further members of the body in addition to `detail`, such as the status after a timeout. */
  body?: Record<string, unknown>;
}

export class AppError extends Error {
  override readonly name = "AppError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The body does not fit: `fields` maps a dotted path to the value expected there. */
export function invalidFields(fields: Record<string, string[]>): AppError {
  return new AppError("invalid", "The request body does not fit.", { fields });
}

export function invalidField(field: string, message: string): AppError {
  return invalidFields({ [field]: [message] });
}

export function invalidParameter(name: string, message: string): AppError {
  return new AppError("invalid", message, { parameters: { [name]: message } });
}

export function notFound(message = "Not found."): AppError {
  return new AppError("not_found", message);
}

export function forbidden(message = "You do not have permission to perform this action."): AppError {
  return new AppError("forbidden", message);
}

/** The text of anything thrown, for messages that quote a cause. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
