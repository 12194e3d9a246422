import { Elysia } from "elysia";
import { AppError, notFound } from "../lib/errors.ts";
import { randomHex } from "../lib/ids.ts";
import type { Logger } from "../lib/log.ts";
import { type AddressSource, peerOf } from "./absolute-url.ts";
import { createEdgeReader } from "./access/client-address.ts";
import { readCredential } from "./access/credential.ts";
import type { Guard } from "./access/guard.ts";
import { admit } from "./access/guard.ts";
import { addStandardHeaders } from "./answer-headers.ts";
import { answerRoute, type Exchange } from "./answer-route.ts";
import { createBodyBudget } from "./body/body-budget.ts";
import { ConnectionsInUse } from "./connections/connections-in-use.ts";
import { apiBodiesBytes } from "./limits.ts";
import { errorResponse } from "./on-error.ts";
import { queryStringOf, redactTarget } from "./query-string.ts";
import type { Route } from "./route.ts";
import type { SocketServer } from "./socket.ts";

/** One answered request, for counting. */
export interface Answered {
  method: string;
  /** The route's, such as "/api/tasks/{id}"; undefined for paths without a route. */
  path: string | undefined;
  status: number;
  seconds: number;
}

export interface MountDependencies {
  guard: Guard;
  log: Logger;
  trustedProxies: readonly string[];
  /** Too little space for writes that can be refused. */
  isDiskFull(): boolean;
  /** Called with the path of every route that has just changed something, such as "/api/tasks/{id}". */
  onChange(path: string): void;
  /** Called for every delivery without a valid token, with the ledger's name of its protocol. */
  onStranger?(protocol: string, request: Request): void;
  /** Called with every answer. */
  onAnswered?(answered: Answered): void;
  /** Called for every request and WebSocket. */
  inUse?: ConnectionsInUse;
  /** Aborted when the service begins to stop. */
  stopping?: AbortSignal | undefined;
  /** The answer for a path without a route, such as the page; undefined when there is none. */
  answerElse?(request: Request, path: string): Promise<Response | undefined>;
}

/** The routes as an Elysia application. It answers every request itself: nothing thrown reaches the framework. */
export function mount(routes: readonly Route[], dependencies: MountDependencies): Elysia {
  const answer = createAnswerer(dependencies);
  const app = new Elysia({ handler: { standardHostname: false } });
  const answerUnknown = async (exchange: Exchange) =>
    (await dependencies.answerElse?.(exchange.request, exchange.path)) ?? (await answerUnknownPath(exchange));
  const unknown = (context: ElysiaContext) => answer(context, undefined, answerUnknown);
  const paths = byPath(routes);
  for (const [path, routesOfPath] of paths) {
    const handler = (context: ElysiaContext) => {
      const fitting = routesOfPath.filter(({ fits }) => fits === undefined || fits(context.request));
      if (fitting.length === 0) return unknown(context);
      return answer(context, path, (exchange) => answerRoute(fitting, { ...exchange, parameters: context.params }));
    };
    const pattern = path.replaceAll(/\{(\w+)\}/g, ":$1");
    app.all(pattern, handler, { parse: "none" });
    app.all(`${pattern}/`, handler, { parse: "none" });
  }
  if (!paths.has("/")) app.all("/", unknown, { parse: "none" });
  return app.all("/*", unknown, { parse: "none" }) as unknown as Elysia;
}

/** The part of Elysia's context that is read here. */
interface ElysiaContext {
  request: Request;
  path: string;
  params: Record<string, string | null>;
  server: (AddressSource & SocketServer) | null;
}

type AnswerExchange = (exchange: Exchange) => Promise<Response>;

function byPath(routes: readonly Route[]): Map<string, Route[]> {
  const paths = new Map<string, Route[]>();
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route]);
  return paths;
}

/** Common parts of every answer: caller and address, errors, headers, log. */
function createAnswerer(dependencies: MountDependencies) {
  const {
    guard,
    log,
    trustedProxies,
    isDiskFull,
    onChange,
    onStranger,
    onAnswered,
    inUse = new ConnectionsInUse(),
  } = dependencies;
  const readEdge = createEdgeReader(trustedProxies);
  const bodies = createBodyBudget(apiBodiesBytes, { stopping: dependencies.stopping });
  return async (
    context: ElysiaContext,
    routePath: string | undefined,
    answerExchange: AnswerExchange,
  ): Promise<Response> => {
    const startedAt = performance.now();
    const { request, path } = context;
    const queryString = queryStringOf(request.url);
    const requestId = randomHex(8);
    const peer = peerOf(request, context.server);
    const edge = readEdge(request.headers, peer.address);
    const exchange: Exchange = {
      request,
      path,
      queryString,
      requestId,
      guard,
      bodies,
      isDiskFull,
      onChange,
      onStranger: (protocol, refused) => onStranger?.(protocol, refused),
      server: context.server,
      whileOpen: (handler) => inUse.whileOpen(peer.port, handler),
      hold: () => inUse.hold(peer.port),
      ...edge,
      parameters: {},
      answerHeaders: new Headers(),
    };
    inUse.begin(peer.port);
    try {
      const response = await answerOrError(exchange, answerExchange, log);
      const finished = finish(response, exchange);
      const ms = performance.now() - startedAt;
      logRequest(log, exchange, finished.status, ms);
      onAnswered?.({ method: request.method, path: routePath, status: finished.status, seconds: ms / 1000 });
      return finished;
    } finally {
      inUse.end(peer.port);
    }
  };
}

async function answerOrError(exchange: Exchange, answerExchange: AnswerExchange, log: Logger): Promise<Response> {
  try {
    refuseEverywhere(exchange.request.method);
    return await answerExchange(exchange);
  } catch (error) {
    return errorResponse(error, exchange.requestId, log);
  }
}

/** Methods that no path of ours will ever have. */
function refuseEverywhere(method: string): void {
  if (method !== "TRACE" && method !== "CONNECT") return;
  throw new AppError("method_not_allowed", `Method "${method}" is not allowed.`, { headers: { Allow: "GET, HEAD" } });
}

/** The body of a HEAD answer is left in place: the server takes it off and keeps its length. */
function finish(response: Response, { path, requestId, answerHeaders }: Exchange): Response {
  for (const [name, value] of answerHeaders) response.headers.append(name, value);
  addStandardHeaders(response.headers, path, requestId);
  return response;
}

/** Shippers and probes come many times a second and look the same each time: logged only when something is wrong. */
function logRequest(log: Logger, exchange: Exchange, status: number, ms: number): void {
  const { request, path, queryString, requestId, address } = exchange;
  const level = status >= 400 || path.startsWith("/api/") ? "info" : "debug";
  log[level](
    {
      requestId,
      method: request.method,
      path: redactTarget(path, queryString),
      status,
      ms: Math.round(ms * 10) / 10,
      address,
    },
    "request",
  );
}

/** 404; 401 for a guest, who learns nothing about which paths exist. */
async function answerUnknownPath({ request, queryString, guard, path }: Exchange): Promise<Response> {
  admit(guard.identify(readCredential(request.headers, queryString)), "user");
  throw notFound(`There is nothing at "${path}".`);
}
