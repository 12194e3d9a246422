import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "better-sqlite3";
import { createCredentialStore } from "../../src/api/auth/credentials.ts";
import { dashboardRoutes } from "../../src/api/dashboards/routes.ts";
import { createDashboardService } from "../../src/api/dashboards/service.ts";
import { createWidgetPlacement } from "../../src/api/dashboards/widget-placement.ts";
import { createFirstUser } from "../../src/api/users/first-user.ts";
import { createUserRepository } from "../../src/api/users/repository.ts";
import { widgetRoutes } from "../../src/api/widgets/routes.ts";
import { createWidgetService } from "../../src/api/widgets/service.ts";
import { openDatabase } from "../../src/db/open-database.ts";
import { createGuard } from "../../src/http/guard.ts";
import { listen } from "../../src/http/listen.ts";
import { mount } from "../../src/http/mount.ts";
import { createLog } from "../../src/lib/log.ts";
import { accountRoutes } from "../../src/server.ts";
import { adminPassword, type CallOptions, login, type Reply, request } from "./start-service.ts";

export interface Caller {
  id: number;
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
}

export interface Board {
  url: string;
  /** The connection below the API, for what only a test does. */
  client: Database;
  templatesFolder: string;
  admin: Caller;
  guest: Caller;
  createUser(username: string, fields?: Record<string, unknown>): Promise<Caller>;
  /** Of the admin. */
  createIngestToken(): Promise<string>;
  close(): Promise<void>;
}

/** The API with dashboards and widgets on a free port and a real database. */
export async function startBoard(
  checkQuestion: (type: string, params: Record<string, unknown>) => void = () => {},
): Promise<Board> {
  const folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
  const templatesFolder = join(folder, "templates");
  const { db, client, close } = openDatabase(folder);
  await createFirstUser(createUserRepository(db), adminPassword);
  const log = createLog("silent");
  const isDiskFull = () => false;
  const routes = [
    ...accountRoutes({ db }),
    ...dashboardRoutes(
      createDashboardService({ db, checkQuestion, templatesFolder }),
      createWidgetPlacement(db, checkQuestion),
    ),
    ...widgetRoutes(createWidgetService(db, checkQuestion)),
  ];
  const app = mount(routes, {
    guard: createGuard(createCredentialStore(db), log),
    log,
    trustedProxies: [],
    isDiskFull,
  });
  const { url, close: stop } = listen(app, "127.0.0.1", 0);
  const callerOf = async (id: number, username: string, password: string): Promise<Caller> => {
    const cookie = await login(url, username, password);
    const { body } = await request(`${url}/api/authtokens`, "POST", { headers: { cookie }, body: {} });
    return {
      id,
      call: (method, path, content, options) =>
        request(url + path, method, { token: body.secret_key, body: content, ...options }),
    };
  };
  const admin = await callerOf(1, "admin", adminPassword);
  return {
    url,
    client,
    templatesFolder,
    admin,
    guest: { id: 0, call: (method, path, body) => request(url + path, method, { body }) },
    async createUser(username, fields = {}) {
      const password = `password of ${username}`;
      const reply = await admin.call("POST", "/api/users", { username, password, ...fields });
      if (reply.status !== 201) throw new Error(reply.text);
      return callerOf(reply.body.id, username, password);
    },
    async createIngestToken() {
      return (await admin.call("POST", "/api/authtokens", { token_type: "INGEST" })).body.secret_key;
    },
    async close() {
      await stop(0);
      close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
