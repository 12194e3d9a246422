import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { messageOf } from "../lib/errors.ts";
import { version } from "../lib/version.ts";
import {
  quotedAnswerCharactersMax,
  webhookAnswerBytesMax,
  webhookBodyBytesMax,
  webhookInterimAnswersMax,
  webhookTimeoutMs,
} from "./limits.ts";
import { retryAfterOf } from "./retry-after.ts";
import { SendingError } from "./sending-error.ts";
import { type CheckedAddress, createAddressGate, type Resolve } from "./webhook-addresses.ts";
import { describeUrlProblem, literalAddress, placeOf, readWebhookUrl } from "./webhook-url.ts";

export const webhookMethods = ["POST", "PUT", "PATCH", "GET"] as const;
export type WebhookMethod = (typeof webhookMethods)[number];

export interface WebhookMessage {
  /** http or https. A user and password in front of the host are sent as Basic. */
  url: string;
  method: WebhookMethod;
  contentType: string;
  /** Left out of GET. */
  body: string | Uint8Array;
  /** The same at every try, so that the receiver can recognise a repetition: sent as `Idempotency-Key`. */
  id?: string;
}

export interface WebhookAnswer {
  status: number;
  /** At most 64 KiB of it. */
  body: string;
}

export interface WebhookOptions {
  /** Addresses and networks that may be called besides the public ones. */
  allowed: readonly string[];
  resolve?: Resolve;
  timeoutMs?: number;
  /** Certificates to trust instead of the system's. */
  ca?: string;
}

export type WebhookSender = ReturnType<typeof createWebhookSender>;

/**
 * Calls webhooks: one try each, no redirects, no proxy, on the main thread. Resolves when the answer is 2xx; everything
 * else is a SendingError that says whether another try makes sense.
 */
export function createWebhookSender({ allowed, resolve, timeoutMs = webhookTimeoutMs, ca }: WebhookOptions) {
  const checkedAddresses = createAddressGate(allowed, resolve);
  return async (message: WebhookMessage, stop?: AbortSignal): Promise<WebhookAnswer> => {
    const url = readWebhookUrl(message.url);
    if (url === undefined) throw new SendingError(describeUrlProblem(message.url) ?? "Not an address.", false);
    if (Buffer.byteLength(message.body) > webhookBodyBytesMax)
      throw new SendingError(`The message has more than ${webhookBodyBytesMax} bytes.`, false);
    const overTime = AbortSignal.timeout(timeoutMs);
    const signal = stop ? AbortSignal.any([stop, overTime]) : overTime;
    try {
      const addresses = await unlessAborted(checkedAddresses(url), signal);
      return requireSuccess(await exchange(url, message, { addresses, ca, signal }), url);
    } catch (error) {
      if (error instanceof SendingError) throw error;
      if (overTime.aborted) throw new SendingError(`${placeOf(url)} took longer than ${timeoutMs / 1000} s.`, true);
      if (stop?.aborted) throw new SendingError(`The call of ${placeOf(url)} was stopped.`, false);
      throw new SendingError(`${placeOf(url)} could not be called: ${causeOf(error)}`, true, { cause: error });
    }
  };
}

interface Answer extends WebhookAnswer {
  retryAfterMs: number | undefined;
}

interface Line {
  addresses: readonly CheckedAddress[];
  ca: string | undefined;
  signal: AbortSignal;
}

async function exchange(url: URL, message: WebhookMessage, { addresses, ca, signal }: Line): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const open = url.protocol === "https:" ? requestHttps : requestHttp;
  const request: ClientRequest = open(
    {
      protocol: url.protocol,
      hostname: literalAddress(url) ?? url.hostname,
      port: url.port === "" ? undefined : Number(url.port),
      path: `${url.pathname}${url.search}`,
      method: message.method,
      headers: headersOf(url, message),
      agent: false,
      // Connects to the address that was checked; the name is not looked up again.
      lookup: (_name, options, done) =>
        options.all ? done(null, [...addresses]) : done(null, addresses[0]!.address, addresses[0]!.family),
      ...(ca === undefined ? {} : { ca }),
      signal,
    },
    resolve,
  );
  request.on("error", reject);
  refuseManyInterim(request, url);
  request.end(message.method === "GET" ? undefined : message.body);
  try {
    const response = await unlessAborted(promise, signal);
    const body = await unlessAborted(readStart(response), signal);
    const retryAfterMs = retryAfterOf(response.headers["retry-after"]);
    return { status: response.statusCode ?? 0, body, retryAfterMs };
  } finally {
    request.destroy();
  }
}

/** Each is read as it comes, on the main thread: a place that sends nothing else would keep it busy. */
function refuseManyInterim(request: ClientRequest, url: URL): void {
  let count = 0;
  request.on("information", () => {
    count += 1;
    if (count > webhookInterimAnswersMax)
      request.destroy(
        new SendingError(`${placeOf(url)} answered "wait" more than ${webhookInterimAnswersMax} times.`, false),
      );
  });
}

function headersOf(url: URL, { method, contentType, body, id }: WebhookMessage): Record<string, string> {
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return {
    Host: url.host,
    "User-Agent": `vigie/${version}`,
    Accept: "*/*",
    "Accept-Encoding": "identity",
    Connection: "close",
    ...(method === "GET" ? {} : { "Content-Type": contentType, "Content-Length": String(Buffer.byteLength(body)) }),
    ...(id === undefined ? {} : { "Idempotency-Key": id }),
    ...(login === ":" ? {} : { Authorization: `Basic ${Buffer.from(login).toString("base64")}` }),
  };
}

/** The first part of the answer; the rest is not read. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= webhookAnswerBytesMax) break;
  }
  return Buffer.concat(chunks).subarray(0, webhookAnswerBytesMax).toString();
}

function requireSuccess({ status, body, retryAfterMs }: Answer, url: URL): WebhookAnswer {
  if (status >= 200 && status < 300) return { status, body };
  if (status >= 300 && status < 400)
    throw new SendingError(`${placeOf(url)} answered ${status}; redirects are not followed.`, false);
  const canRetry = status >= 500 || passing.has(status);
  throw new SendingError(`${placeOf(url)} answered ${status}${quote(body)}.`, canRetry, { retryAfterMs });
}

/** Request Timeout, Too Early, Too Many Requests. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

function quote(body: string): string {
  const line = body
    .replaceAll(/\p{Cc}+|\s+/gu, " ")
    .trim()
    .slice(0, quotedAnswerCharactersMax);
  return line === "" ? "" : `: "${line}"`;
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    aborted.catch(() => undefined);
  }
}

/** The system's error code rather than a text that may repeat the whole address. */
function causeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : messageOf(error).slice(0, quotedAnswerCharactersMax);
}
