import { words } from "../words/words.ts";
import { OfflineError, readApiError } from "./api-error.ts";
import { reportConnection } from "./connection.ts";

export interface CallOptions {
  /** Sent as JSON; a Blob or string as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  signal?: AbortSignal;
  /** Continues when the reader leaves the page. */
  keepalive?: boolean;
}

/**
 * One request to the API; gives the answer's JSON, undefined when it has none. Throws ApiError, OfflineError,
 * AbortError.
 */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const response = await send(method, path, options);
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

/** The same for streamed answers. */
export async function send(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const { body, headers, query, signal, keepalive } = options;
  const isRaw = body === undefined || typeof body === "string" || body instanceof Blob;
  const request: RequestInit = {
    method,
    headers: isRaw ? headers : { "content-type": "application/json", ...headers },
    body: isRaw ? body : JSON.stringify(body),
    signal,
    keepalive,
  };
  const response = await reach(`${path}${queryString(query)}`, request);
  if (response.ok) return response;
  const error = await readApiError(response);
  if (error.status === 401) onUnauthorized?.();
  throw error;
}

/** Called when the session has ended. */
export function listenUnauthorized(listener: () => void): void {
  onUnauthorized = listener;
}

let onUnauthorized: (() => void) | undefined;

/** Waits until no request is pending, at most `limitMs`. */
export async function answersCame(limitMs: number): Promise<void> {
  await Promise.race([Promise.allSettled(awaited), new Promise((resolve) => setTimeout(resolve, limitMs))]);
}

const awaited = new Set<Promise<Response>>();

async function reach(url: string, request: RequestInit): Promise<Response> {
  const answer = fetch(url, request);
  awaited.add(answer);
  try {
    const response = await answer;
    reportConnection(true);
    return response;
  } catch (error) {
    if (request.signal?.aborted) throw error;
    reportConnection(false);
    throw new OfflineError(words.states.offline.title, { cause: error });
  } finally {
    awaited.delete(answer);
  }
}

function queryString(query: CallOptions["query"] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}
