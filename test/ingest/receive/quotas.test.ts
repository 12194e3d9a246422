import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAuthTokenRepository } from "../../../src/api/authtokens/repository.ts";
import { openDatabase } from "../../../src/db/open-database.ts";
import { Quotas } from "../../../src/ingest/receive/quotas.ts";

let folder: string;
let database: ReturnType<typeof openDatabase>;
let quotas: Quotas;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-quotas-"));
  database = openDatabase(folder);
  const { $client } = database.db;
  $client.exec("INSERT INTO users (id, username, password_hash, created_at) VALUES (1, 'a', '', 0)");
  $client.exec(
    "INSERT INTO authtokens (id, key_hash, short_key, token_type, owner_id, created_at) VALUES (7, 'k', 's', 'INGEST', 1, 0)",
  );
  const { findQuota: findToken, saveUsage } = createAuthTokenRepository(database.db);
  quotas = new Quotas({ findToken, saveUsage, ofSource: { eventsPerSecond: null, bytesPerDay: null } });
});
afterEach(() => {
  quotas.close();
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const sent = () => database.db.$client.prepare("SELECT sent_bytes FROM authtokens").pluck().get();
const origin = { protocol: "http", source: "192.0.2.1", tokenId: 7 };

test("when the database takes no writes, then what tokens sent is kept and written once it does", () => {
  quotas.spend(origin, 1, 100);
  database.db.$client.pragma("query_only = ON");
  quotas.save();
  quotas.spend(origin, 1, 20);
  quotas.save();
  expect(sent()).toBe(0);
  database.db.$client.pragma("query_only = OFF");
  quotas.save();
  expect(sent()).toBe(120);
});

test("when nothing more was sent, then a second save writes nothing", () => {
  quotas.spend(origin, 1, 100);
  quotas.save();
  database.db.$client.exec("UPDATE authtokens SET sent_bytes = 1");
  quotas.save();
  expect(sent()).toBe(1);
});
