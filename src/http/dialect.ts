import type { AppError } from "../lib/errors.ts";
import { statusOf } from "./on-error.ts";

/**
 * How the clients of a protocol of others speak and are spoken to, where that differs from our own API: they look for
 * their own words, and whether one of them sends again hangs on these.
 */
export interface Dialect {
  /** Header fields that hold the token where there is no `Authorization`. */
  tokenHeaders?: readonly string[];
  /** Parameters of the URL that do. */
  tokenParameters?: readonly string[];
  /** OPTIONS is answered 200, and to everybody: a client asks so whether anybody is there. */
  opensOptions?: true;
  /** What is answered instead of our own shape. Whatever `Accept` says, it is never 406. */
  errorResponse(error: AppError, request: Request): Response;
}

/** An error with the header fields it brings, such as `Retry-After`. A text is sent as it is, anything else as JSON. */
export function wordedError({ code, details }: AppError, body: unknown, status: number = statusOf[code]): Response {
  const { headers } = details;
  return typeof body === "string"
    ? new Response(body, { status, headers: { "Content-Type": "text/plain; charset=utf-8", ...headers } })
    : Response.json(body, { status, headers });
}
