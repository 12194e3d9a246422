import type * as z from "zod";
import { AppError, forbidden } from "../lib/errors.ts";
import { isDiskFullError } from "../lib/free-space.ts";
import { requireJsonAccepted } from "./accept.ts";
import type { Edge } from "./access/client-address.ts";
import { readCookies, sessionCookie } from "./access/cookies.ts";
import { readCredential } from "./access/credential.ts";
import { isCrossSite } from "./access/cross-site.ts";
import { admit, type Guard, requirePermission } from "./access/guard.ts";
import type { Principal } from "./access/principal.ts";
import { readBody } from "./body/body.ts";
import type { BodyBudget } from "./body/body-budget.ts";
import type { Dialect } from "./dialect.ts";
import { apiBodyBytesMax, sessionSeconds } from "./limits.ts";
import { diskFullError } from "./on-error.ts";
import { readQuery } from "./query-string.ts";
import type { Route } from "./route.ts";
import { type SocketHandler, type SocketServer, upgradeToSocket } from "./socket.ts";
import { validateBody, validatePath, validateQuery } from "./validate.ts";

/** One request on its way to an answer. */
export interface Exchange extends Edge {
  request: Request;
  path: string;
  queryString: string;
  requestId: string;
  guard: Guard;
  bodies: BodyBudget;
  isDiskFull(): boolean;
  /** A delivery came without a valid token. */
  onStranger(protocol: string, request: Request): void;
  /** Data below this path was changed. */
  onChange(path: string): void;
  server: SocketServer | null;
  /** Notes that the connection is in use as long as the WebSocket is open. */
  whileOpen(handler: SocketHandler): SocketHandler;
  /** Marks a connection as in use until the returned function is called. */
  hold(): () => void;
  /** From the path, decoded; null when the encoding is broken. */
  parameters: Record<string, string | null>;
  answerHeaders: Headers;
}

/** Does in order everything that each route of a path needs, and calls the one of the request's method. */
export async function answerRoute(routes: readonly Route[], exchange: Exchange): Promise<Response> {
  const { request } = exchange;
  const method = request.method === "HEAD" ? "GET" : request.method;
  const route = routes.find((candidate) => candidate.method === method);
  const dialect = (route ?? routes[0])?.dialect;
  if (dialect === undefined) return await answerMethod(route, routes, exchange);
  try {
    return await answerMethod(route, routes, exchange, dialect);
  } catch (error) {
    const told = isDiskFullError(error) ? diskFullError() : error;
    if (told instanceof AppError) return dialect.errorResponse(told, request);
    throw error;
  }
}

async function answerMethod(
  route: Route | undefined,
  routes: readonly Route[],
  exchange: Exchange,
  dialect?: Dialect,
): Promise<Response> {
  const { request } = exchange;
  if (dialect?.opensOptions && request.method === "OPTIONS")
    return new Response(null, { headers: { Allow: allow(routes) } });
  const principal = identifyFor(route, routes, exchange, dialect);
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: { Allow: allow(routes) } });
  if (route === undefined) throw methodNotAllowed(request.method, routes);
  refuseCrossSite(route, principal, exchange);
  requirePermission(principal, route.permission);
  const call = await readCall(route, principal, exchange);
  const response = toResponse(route, await route.handle(call));
  if (changesSomething(route)) exchange.onChange(route.path);
  return response;
}

/** Deliveries of shippers are confirmed by the intake once they are stored. */
function changesSomething({ method, acts, who }: Route): boolean {
  return (method !== "GET" || acts === true) && who !== "shipper";
}

function identifyFor(
  route: Route | undefined,
  routes: readonly Route[],
  exchange: Exchange,
  dialect?: Dialect,
): Principal | null {
  try {
    return identify(route?.who ?? leastStrict(routes), exchange, dialect);
  } catch (error) {
    if (route?.delivers !== undefined && error instanceof AppError && error.code === "unauthorized")
      exchange.onStranger(route.delivers, exchange.request);
    throw error;
  }
}

function identify(who: Route["who"], exchange: Exchange, dialect?: Dialect): Principal | null {
  const { request, queryString, guard, answerHeaders, secure } = exchange;
  const credential = readCredential(request.headers, queryString, dialect);
  const caller = guard.identify(credential);
  if (caller.renewed && credential.kind === "session")
    answerHeaders.append("Set-Cookie", sessionCookie(credential.key, sessionSeconds, secure));
  return admit(caller, who);
}

/** For a method that no route of the path has. */
function leastStrict(routes: readonly Route[]): Route["who"] {
  return routes.find(({ who }) => who === "anyone")?.who ?? routes[0]?.who ?? "user";
}

function allow(routes: readonly Route[]): string {
  const methods: string[] = routes.map(({ method }) => method);
  if (methods.includes("GET")) methods.push("HEAD");
  return [...new Set([...methods, "OPTIONS"])].join(", ");
}

function methodNotAllowed(method: string, routes: readonly Route[]): AppError {
  return new AppError("method_not_allowed", `Method "${method}" is not allowed here.`, {
    headers: { Allow: allow(routes) },
  });
}

/** Routes that are open to anyone have their own rule: a request that is refused to a guest cannot be forged. */
function refuseCrossSite(route: Route, principal: Principal | null, { request, host }: Exchange): void {
  if (route.who === "anyone" || principal?.via !== "session") return;
  const unsafe = route.method !== "GET" || route.acts === true || route.opensSocket === true;
  if (unsafe && isCrossSite(request.headers, host)) throw crossSiteError();
}

/** An answer without a body fits any `Accept`. */
function answersJson({ answer, dialect }: Route): boolean {
  return answer.schema !== "file" && answer.schema !== "none" && dialect === undefined;
}

function crossSiteError(): AppError {
  return forbidden("Requests from another site are refused.");
}

async function readCall(
  route: Route,
  principal: Principal | null,
  exchange: Exchange,
): Promise<Parameters<Route["handle"]>[0]> {
  const { request, requestId, address, secure, host, queryString, answerHeaders, guard, server, whileOpen, hold } =
    exchange;
  const path: Record<string, unknown> = route.parameters ? validatePath(route.parameters, exchange.parameters) : {};
  if (answersJson(route)) requireJsonAccepted(request.headers.get("accept"));
  const query: Record<string, unknown> = route.query ? validateQuery(route.query, readQuery(queryString)) : {};
  refuseOnFullDisk(route, exchange);
  const body = route.body === undefined || route.body === "raw" ? undefined : await readFields(route, exchange);
  const cookies = readCookies(request.headers.get("cookie"));
  const credential = readCredential(request.headers, queryString, route.dialect);
  return {
    ...{ principal, path, query, body, request, requestId, address, secure, host, cookies, answerHeaders },
    recheck: () => guard.recheck(credential),
    hold,
    allowSilence: () => server?.timeout?.(request, 0),
    upgrade: (handler) => upgradeToSocket(request, server, answerHeaders, whileOpen(handler)),
  };
}

/** Not for shippers: the intake refuses their deliveries itself, and counts them. */
function refuseOnFullDisk(route: Route, { isDiskFull }: Exchange): void {
  const stores = route.method !== "GET" && route.method !== "DELETE" && route.who !== "shipper";
  // Also for requests that work on a full disk: those may need some of the reserve.
  if (stores && isDiskFull() && !route.worksOnFullDisk) throw diskFullError();
}

async function readFields(route: Route, { request, bodies }: Exchange): Promise<unknown> {
  const schema = route.body as z.ZodType;
  const limitBytes = route.maxBodyBytes ?? apiBodyBytesMax;
  const isDocument = route.isDocument === true;
  try {
    const body = await readBody(request, schema, bodies, { limitBytes, isDocument });
    return validateBody(schema, route.tidy ? route.tidy(body) : body);
  } catch (error) {
    if (!(route.detailBesideFields && error instanceof AppError && error.details.fields)) throw error;
    const { code, message, details } = error;
    throw new AppError(code, message, { ...details, body: { detail: message } }, { cause: error });
  }
}

function toResponse(route: Route, value: unknown): Response {
  if (value instanceof Response) return value;
  const { status, schema } = route.answer;
  return schema === "none" ? new Response(null, { status }) : Response.json(value, { status });
}
