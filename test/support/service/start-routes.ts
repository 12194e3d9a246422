import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { createCredentialStore } from "../../../src/api/auth/credentials.ts";
import { createSessionRepository } from "../../../src/api/auth/repository.ts";
import { authRoutes } from "../../../src/api/auth/routes.ts";
import { createAuthService } from "../../../src/api/auth/service.ts";
import { createAuthTokenRepository } from "../../../src/api/authtokens/repository.ts";
import { authTokenRoutes } from "../../../src/api/authtokens/routes.ts";
import { createAuthTokenService } from "../../../src/api/authtokens/service.ts";
import { planFirstUser } from "../../../src/api/users/first-user.ts";
import { createUserRepository } from "../../../src/api/users/repository.ts";
import { userRoutes } from "../../../src/api/users/routes.ts";
import { createUserService } from "../../../src/api/users/service.ts";
import { type Db, openDatabase } from "../../../src/db/open-database.ts";
import { createGuard } from "../../../src/http/access/guard.ts";
import { createThrottle } from "../../../src/http/access/throttle.ts";
import { listen } from "../../../src/http/listen.ts";
import { mount } from "../../../src/http/mount.ts";
import type { Route } from "../../../src/http/route.ts";
import { createLog } from "../../../src/lib/log.ts";
import { adminPassword, type CallOptions, login, type Reply, request } from "./start-service.ts";

export interface TestCaller {
  id: number;
  token: string;
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
}

export interface TestRoutes {
  url: string;
  /** The connection below the API, for actions that only a test takes. */
  client: Database;
  admin: TestCaller;
  guest: TestCaller;
  /** Comes with an INGEST token of the admin's. */
  shipper: TestCaller;
  createUser(username: string, fields?: Record<string, unknown>): Promise<TestCaller>;
  close(): Promise<void>;
}

/** Some routes and those of accounts on a free port and a real database, with parts that a test can reach into. */
export async function startRoutes(routesOf: (db: Db, folder: string) => Route[]): Promise<TestRoutes> {
  const folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
  const { db, client, close } = openDatabase(folder);
  const first = planFirstUser(createUserRepository(db), adminPassword);
  first.create();
  await first.created;
  const log = createLog("silent");
  const guard = createGuard(createCredentialStore(db), log);
  const routes = [...accountRoutes(db), ...routesOf(db, folder)];
  const app = mount(routes, { guard, log, trustedProxies: [], isDiskFull: () => false, onChange: () => undefined });
  const { url, close: stop } = listen(app, "127.0.0.1", 0);
  const callerOf = (id: number, token: string): TestCaller => ({
    id,
    token,
    call: (method, path, body, options) => request(url + path, method, { token, body, ...options }),
  });
  const logIn = async (id: number, username: string, password: string) => {
    const cookie = await login(url, username, password);
    const { body } = await request(`${url}/api/authtokens`, "POST", { headers: { cookie }, body: {} });
    return callerOf(id, body.secret_key);
  };
  const admin = await logIn(1, "admin", adminPassword);
  const ingest = await admin.call("POST", "/api/authtokens", { token_type: "INGEST" });
  return {
    url,
    client,
    admin,
    guest: callerOf(0, ""),
    shipper: callerOf(1, ingest.body.secret_key),
    async createUser(username, fields = {}) {
      const password = `password of ${username}`;
      const reply = await admin.call("POST", "/api/users", { username, password, ...fields });
      if (reply.status !== 201) throw new Error(`user not created: ${reply.status} ${reply.text}`);
      return logIn(reply.body.id, username, password);
    },
    async close() {
      await stop(0);
      close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function accountRoutes(db: Db): Route[] {
  const throttle = createThrottle();
  return [
    ...authRoutes(createAuthService(createSessionRepository(db), throttle)),
    ...authTokenRoutes(createAuthTokenService(createAuthTokenRepository(db))),
    ...userRoutes(createUserService(createUserRepository(db), throttle)),
  ];
}
