import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, openApp } from "../../../src/app.ts";
import { defaultSettings, type Settings } from "../../../src/config/settings.ts";
import type { Clock } from "../../../src/lib/clock.ts";
import { createLog } from "../../../src/lib/log.ts";
import { patienceMs } from "../patience.ts";

export interface ServiceOptions {
  settings?: Partial<Settings>;
  clock?: Clock;
  /** Time for a query to finish. Default: unlimited, so that on a busy machine, too, answers are finished ones. */
  answerWaitMs?: number;
  /** Kept at close; without it the service gets a folder of its own, removed at close. */
  dataFolder?: string;
}

export interface Service {
  url: string;
  /** Ports of the other protocols that the settings ask for, by name. */
  ports: Record<string, number>;
  dataFolder: string;
  /** USER token of the superuser `admin`, created for this start. */
  adminToken: string;
  /** `sessionid=…` of a session of `admin`. */
  adminCookie: string;
  /** A request with the admin's token unless `headers` say otherwise; a plain object as `body` is sent as JSON. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  /** A user with a token, made through the API. */
  createUser(fields: { username: string } & Record<string, unknown>): Promise<TestUser>;
  close(): Promise<void>;
}

export interface CallOptions {
  /** A key, or "" for a guest. Default: the admin's. */
  token?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed answer; undefined when it has no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

export interface TestUser {
  id: number;
  token: string;
  cookie: string;
}

export const adminPassword = "correct horse battery";

/** The whole service in this process, on a free port, with real files. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), "vigie-test-"));
  const settings: Settings = {
    ...defaultSettings,
    data: dataFolder,
    port: 0,
    adminPassword,
    minFreeMb: 0,
    // This process is that of hundreds of tests, whose garbage is not the service's.
    memoryMb: 4_000,
    ...options.settings,
  };
  const app: App = await openApp(
    settings,
    createLog("silent"),
    options.clock,
    undefined,
    options.answerWaitMs ?? patienceMs,
  );
  return asService({ url: app.url, ports: app.ports, dataFolder }, async () => {
    await app.close();
    if (options.dataFolder === undefined) rmSync(dataFolder, { recursive: true, force: true });
  });
}

/** A running service, whoever started it; its administrator has `adminPassword`. */
export async function asService(
  running: Pick<Service, "url" | "ports" | "dataFolder">,
  close: () => Promise<void>,
): Promise<Service> {
  const { url } = running;
  const adminCookie = await login(url, "admin", adminPassword);
  const adminToken = await createToken(url, adminCookie);
  const call = (method: string, path: string, callOptions: CallOptions = {}) =>
    request(`${url}${path}`, method, { token: adminToken, ...callOptions });
  return {
    ...running,
    adminToken,
    adminCookie,
    call,
    createUser: async (fields) => {
      const password = `password of ${fields.username}`;
      const { status, body, text } = await call("POST", "/api/users", { body: { password, ...fields } });
      if (status !== 201) throw new Error(`user not created: ${status} ${text}`);
      const cookie = await login(url, fields.username, password);
      return { id: body.id, cookie, token: await createToken(url, cookie) };
    },
    close,
  };
}

export async function request(url: string, method: string, options: CallOptions = {}): Promise<Reply> {
  const headers = new Headers(options.headers);
  if (options.token && !headers.has("authorization") && !headers.has("cookie"))
    headers.set("authorization", `token ${options.token}`);
  const response = await fetch(url, { method, headers, body: bodyOf(options.body, headers), redirect: "manual" });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") && text !== "";
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}

/** Returns the cookie as a request sends it. */
export async function login(url: string, username: string, password: string): Promise<string> {
  const reply = await request(`${url}/api/auth/`, "POST", { body: { username, password } });
  const cookie = reply.headers.get("set-cookie")?.split(";")[0];
  if (reply.status !== 200 || !cookie) throw new Error(`login failed: ${reply.status} ${reply.text}`);
  return cookie;
}

async function createToken(url: string, cookie: string): Promise<string> {
  const { status, body, text } = await request(`${url}/api/authtokens`, "POST", { headers: { cookie }, body: {} });
  if (status !== 201) throw new Error(`token not created: ${status} ${text}`);
  return body.secret_key;
}

function bodyOf(
  body: unknown,
  headers: Headers,
): string | FormData | URLSearchParams | Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined || typeof body === "string") return body;
  if (body instanceof FormData || body instanceof URLSearchParams) return body;
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>;
  if (!headers.has("content-type")) headers.set("content-type", "application/json");
  return JSON.stringify(body);
}
