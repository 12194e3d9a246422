import { join } from "node:path";
import Database from "better-sqlite3";
import { type CallOptions, type Reply, request, startService } from "./start-service.ts";

export interface Caller {
  id: number;
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply>;
}

export interface Board {
  /** A second connection to the database, for actions that only a test takes. */
  client: Database.Database;
  templatesFolder: string;
  admin: Caller;
  guest: Caller;
  createUser(username: string, fields?: Record<string, unknown>): Promise<Caller>;
  /** An INGEST token of the admin. */
  createIngestToken(): Promise<string>;
  close(): Promise<void>;
}

/** A service with people who call it by name. */
export async function startBoard(): Promise<Board> {
  const service = await startService();
  const { url, dataFolder } = service;
  const client = new Database(join(dataFolder, "vigie.sqlite"));
  client.pragma("foreign_keys = ON");
  const callerOf = (id: number, token: string): Caller => ({
    id,
    call: (method, path, body, options) => request(url + path, method, { token, body, ...options }),
  });
  const admin = callerOf(1, service.adminToken);
  return {
    client,
    templatesFolder: join(dataFolder, "templates"),
    admin,
    guest: callerOf(0, ""),
    async createUser(username, fields = {}) {
      const { id, token } = await service.createUser({ username, ...fields });
      return callerOf(id, token);
    },
    async createIngestToken() {
      return (await admin.call("POST", "/api/authtokens", { token_type: "INGEST" })).body.secret_key;
    },
    async close() {
      client.close();
      await service.close();
    },
  };
}
