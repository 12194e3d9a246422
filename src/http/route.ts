import type * as z from "zod";
import type { Permission, Principal } from "./access/principal.ts";
import type { Dialect } from "./dialect.ts";
import type { SocketHandler } from "./socket.ts";

/**
 * One line of the API: its name, its callers, its input, its output. `src/server.ts` lists all routes; http/mount.ts
 * puts them on Elysia (both slash forms, guard, parsing, validation, 405 + Allow, headers) and http/openapi/openapi.ts
 * describes them, so that description and behaviour cannot differ.
 */
export interface Route<
  Path extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Without trailing slash, parameters in braces: `/api/tasks/{id}`. */
  path: string;
  /** anyone: no login asked, principal may be null. user: session or USER token. shipper: INGEST or USER token. */
  who: "anyone" | "user" | "shipper";
  /** The ledger's name for deliveries here, for those that are refused before their handler sees them. */
  delivers?: string;
  /** For routes that clients of another protocol use. */
  dialect?: Dialect;
  /** Clients of other protocols request it by themselves; the description of the API leaves it out. */
  isHandshake?: true;
  /** For other requests the route does not exist. */
  fits?(request: Request): boolean;
  /** In addition to `who`: answered 403 without it. */
  permission?: Permission;
  /** A GET that changes something: the cross-site rule of unsafe methods applies to it. */
  acts?: true;
  /**
   * A GET that becomes a WebSocket: the cross-site rule of unsafe methods applies to it, because browsers let every
   * page open one.
   */
  opensSocket?: true;
  /**
   * An unsafe method that is answered on a full disk too, such as a login or a query; others get 503. DELETE and
   * deliveries of shippers always are.
   */
  worksOnFullDisk?: true;
  /** 400s about fields carry `detail` as well, where the API promises a Detail. */
  detailBesideFields?: true;
  /** Group in the API page. */
  tag: string;
  summary: string;
  /** For the API description: facts beyond the summary. */
  description?: string;
  /** For the API description: a call that works. A test reads it and makes it. */
  example?: RouteExample;
  /** Strings from the path, coerced by the schema; what does not fit is 404. */
  parameters?: Path;
  /** Query parameters, each a string or (when repeated) joined with commas before the schema sees it. Misfit: 400. */
  query?: Query;
  /**
   * Validated body (JSON, urlencoded or multipart). Absent: the body is not read. "raw": the handler reads `request`.
   */
  body?: Body | "raw";
  /** Further demands of the handler on `body`: for the API description. */
  describedBody?: z.ZodType;
  /** People keep such bodies as files: it may also be YAML, or a list with one. */
  isDocument?: true;
  /** Reads a body as its sender meant it, before it is checked. */
  tidy?: (body: unknown) => unknown;
  /** A smaller bound than that of all bodies, for a route that is open to everybody; beyond: 413. */
  maxBodyBytes?: number;
  /** Media types of a raw body, for the API description. */
  rawBody?: Readonly<Record<string, z.ZodType>>;
  /**
   * Status and schema of success; `none` for an answer without body; `file` for bytes, of any type unless `mediaType`
   * says.
   */
  answer: { status: number; schema: z.ZodType | "none" | "file"; description?: string; mediaType?: string };
  /** Further answers of `handle` that do not follow from the rest of the definition: for the API description. */
  moreErrors?: readonly ErrorStatus[];
  handle(call: Call<z.output<Path>, z.output<Query>, z.output<Body>>): unknown;
}

/** Parts of an example call that its schemas do not give. */
export interface RouteExample {
  /** Values of parameters of the path; by default those of their schemas, or 1. */
  path?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string>>;
  /** The JSON body. A text is sent unchanged, in the first of the media types that is not JSON. */
  body?: unknown;
}

/** Statuses of failure; http/on-error.ts has their shapes, http/openapi/openapi-errors.ts their words. */
export type ErrorStatus = 401 | 403 | 404 | 405 | 406 | 408 | 409 | 413 | 415 | 426 | 429 | 500 | 503;

/** Input of a handler. It returns the answer's value, or a Response when it streams. */
export interface Call<Path = unknown, Query = unknown, Body = unknown> {
  /** Null only if `who` is "anyone". */
  principal: Principal | null;
  path: Path;
  query: Query;
  body: Body;
  request: Request;
  requestId: string;
  /** The peer's address, or the one that a trusted proxy reported. */
  address: string;
  /** True when the client speaks https to us or to a trusted proxy. */
  secure: boolean;
  /** Host and port as the client wrote them, for the cross-site rule. */
  host: string;
  /** Cookies of the request. */
  cookies: Record<string, string>;
  /** Header fields to add to the answer; repeated names become repeated fields (Set-Cookie). */
  answerHeaders: Headers;
  /** Checks the credential of this request again: null once its session or token is no longer valid. */
  recheck(): Principal | null;
  /** The body may pause for any time. */
  allowSilence(): void;
  /** The connection counts as in use until the returned function is called: for an endless answer. */
  hold(): () => void;
  /** Upgrades to a WebSocket; the handler must return what this returns. Throws `upgrade_required`. */
  upgrade(handler: SocketHandler): Response;
}

/** Writes a route with its types inferred; the result is what lists of mixed routes hold. */
export function route<Path extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType>(
  definition: Route<Path, Query, Body>,
): Route {
  return definition as unknown as Route;
}
