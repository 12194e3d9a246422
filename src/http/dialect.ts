import type { AppError } from "../lib/errors.ts";
import { statusOf } from "./on-error.ts";

/**
 * Answers to clients of another protocol that differ from our own API. They look for the protocol's own words, and
 * whether a client sends again depends on them.
 */
export interface Dialect {
  /** Header fields that hold the token if there is no `Authorization`. */
  tokenHeaders?: readonly string[];
  /** Parameters of the URL that hold it. */
  tokenParameters?: readonly string[];
  /** OPTIONS is answered 200, to everyone: clients use it to check that the service is up. */
  opensOptions?: true;
  /** Replaces our error shape. Never 406, whatever `Accept` says. */
  errorResponse(error: AppError, request: Request): Response;
}

/** An error with its header fields, such as `Retry-After`. A text is sent unchanged, anything else as JSON. */
export function wordedError({ code, details }: AppError, body: unknown, status: number = statusOf[code]): Response {
  const { headers } = details;
  return typeof body === "string"
    ? new Response(body, { status, headers: { "Content-Type": "text/plain; charset=utf-8", ...headers } })
    : Response.json(body, { status, headers });
}
