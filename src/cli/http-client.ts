import { randomUUID } from "node:crypto";
import { messageOf } from "../lib/errors.ts";
import { CommandError } from "./command.ts";

export interface ClientOptions {
  /** `http://host:port`, without a path. */
  url: string;
  /** Value of `Authorization`, or of `Cookie`. */
  credentials: { authorization?: string; cookie?: string };
  /** Called with the reason and the time when it waits for the service. */
  onWait?: (reason: string, waitMs: number) => void;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  random?: () => number;
  /** Monotonic milliseconds. */
  now?: () => number;
}

export interface ClientRequest {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is; with its headers. */
  body?: Uint8Array<ArrayBuffer> | string;
  headers?: Record<string, string>;
  /**
   * Retried when the service is overloaded, restarting or the connection broke. Writes need a key for that: see
   * `retryKey`.
   */
  retry?: boolean;
  signal?: AbortSignal;
}

export interface Client {
  readonly url: string;
  /** The answer's JSON; null for an answer without body. Throws RequestError. */
  send<T>(request: ClientRequest): Promise<T>;
}

/** A client of a service, which also serves files. */
export interface ServiceClient extends Client {
  /** An answer that is a file, not read yet; tried once. Throws RequestError. */
  open(path: string, signal?: AbortSignal): Promise<Response>;
}

/** The service refused, or did not answer at all (status 0). */
export class RequestError extends CommandError {
  constructor(
    message: string,
    readonly status: number,
    readonly body: unknown,
    options?: ErrorOptions,
  ) {
    super(message, 1, options);
  }
}

/** Names one write for all its tries: the service stores it once, whichever of them arrived. */
export function retryKey(): string {
  return randomUUID();
}

export function createClient(options: ClientOptions): ServiceClient {
  const { url, sleep = sleepMs, random = Math.random, now = performance.now.bind(performance) } = options;
  // A service that never answered has a wrong address, which is reported at once; one that did is restarting.
  let hasAnswered = false;
  return {
    url,
    async send<T>(request: ClientRequest): Promise<T> {
      const deadline = now() + retryForMs;
      for (let attempt = 0; ; attempt++) {
        const outcome = await attemptOnce(options, request);
        hasAnswered ||= !(outcome instanceof Refusal) || outcome.error.status > 0;
        if (!(outcome instanceof Refusal)) return outcome.value as T;
        const waitMs = outcome.retryAfterMs ?? Math.min(firstWaitMs * 2 ** attempt, waitMsMax) * (0.5 + random() / 2);
        const isLast = !request.retry || !outcome.isPassing || !hasAnswered || now() + waitMs > deadline;
        if (isLast) throw outcome.error;
        options.onWait?.(outcome.error.message, waitMs);
        await sleep(waitMs, request.signal);
      }
    },
    async open(path, signal) {
      const { credentials, fetch: doFetch = fetch } = options;
      let response: Response;
      try {
        response = await doFetch(url + path, { headers: { ...credentials }, signal, redirect: "manual" });
      } catch (error) {
        if (signal?.aborted) throw new CommandError("Interrupted.", 130, { cause: error });
        throw new RequestError(connectionMessage(url, error), 0, undefined, { cause: error });
      }
      if (response.ok) return response;
      throw refusalOf(url, response, await response.text()).error;
    },
  };
}

/** A restart takes seconds, and a full disk needs a person; after this long the caller gets the error. */
const retryForMs = 5 * 60_000;
const firstWaitMs = 200;
const waitMsMax = 10_000;
/** A service that demands a longer wait than this is asked again sooner. */
const retryAfterMsMax = 60_000;

class Refusal {
  constructor(
    readonly error: RequestError,
    readonly isPassing: boolean,
    readonly retryAfterMs?: number,
  ) {}
}

async function attemptOnce(options: ClientOptions, request: ClientRequest): Promise<Refusal | { value: unknown }> {
  const { url, credentials, fetch: doFetch = fetch } = options;
  const headers: Record<string, string> = { accept: "application/json", ...credentials, ...request.headers };
  if (request.json !== undefined) headers["content-type"] = "application/json";
  let status = 0;
  try {
    const response = await doFetch(url + request.path, {
      method: request.method ?? "GET",
      headers,
      body: request.json === undefined ? request.body : JSON.stringify(request.json),
      signal: request.signal,
      redirect: "manual",
    });
    status = response.status;
    const text = await response.text();
    if (response.ok) return { value: text === "" ? null : JSON.parse(text) };
    return refusalOf(url, response, text);
  } catch (error) {
    if (request.signal?.aborted) throw new CommandError("Interrupted.", 130, { cause: error });
    if (status >= 200 && status < 300 && error instanceof SyntaxError)
      throw new RequestError(`${url} answered something that is not JSON. Is it a vigie service?`, status, undefined, {
        cause: error,
      });
    return new Refusal(new RequestError(connectionMessage(url, error), 0, undefined, { cause: error }), true);
  }
}

function refusalOf(url: string, response: Response, text: string): Refusal {
  const body = parseJson(text);
  const said = describeBody(body) ?? (text.slice(0, 200).trim() || response.statusText);
  const isPassing =
    response.status === 429 || response.status === 502 || response.status === 503 || response.status === 504;
  const message =
    response.status === 401
      ? `${url} refused the token (401): ${said} Give a valid one with --token or VIGIE_TOKEN.`
      : `${url} answered ${response.status}: ${said}`;
  return new Refusal(new RequestError(message, response.status, body), isPassing, retryAfterOf(response));
}

/** Seconds or a date, as HTTP allows. */
function retryAfterOf(response: Response): number | undefined {
  const value = response.headers.get("retry-after");
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), retryAfterMsMax);
}

/** `detail`, or the fields with their messages. */
export function describeBody(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { detail, error, ...fields } = body as Record<string, unknown>;
  const said = [detail, error].filter((part) => typeof part === "string");
  for (const [name, messages] of Object.entries(fields)) {
    const isText =
      typeof messages === "string" || (Array.isArray(messages) && messages.every((m) => typeof m === "string"));
    if (isText && name !== "request_id")
      said.push(`${name === "non_field_errors" ? "" : `${name}: `}${[messages].flat().join(" ")}`);
  }
  return said.length > 0 ? said.join(" ") : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function connectionMessage(url: string, error: unknown): string {
  const code = String((error as { code?: unknown }).code ?? "");
  if (code === "ConnectionRefused" || code === "ECONNREFUSED")
    return `No service answers at ${url} (connection refused). Is "vigie serve" running?`;
  if (code === "ECONNRESET") return `The connection to ${url} was closed before the answer came.`;
  return `The connection to ${url} failed: ${messageOf(error)}`;
}

function sleepMs(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
  });
}
