import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { createCredentialStore } from "../../src/api/auth/credentials.ts";
import { type Db, openDatabase } from "../../src/db/open-database.ts";

const folders: { path: string; close(): void }[] = [];

afterEach(() => {
  for (const { path, close } of folders.splice(0)) {
    close();
    rmSync(path, { recursive: true });
  }
});

const changes = [
  "UPDATE users SET is_active = 1 - is_active",
  `UPDATE users SET hosts = '["web*"]'`,
  "UPDATE users SET is_superuser = 1 - is_superuser",
  "UPDATE authtokens SET last_used_at = coalesce(last_used_at, 0) + 1",
  "DELETE FROM authtokens WHERE id % 2 = 1",
  "UPDATE sessions SET expires_at = expires_at - 40",
  "DELETE FROM sessions WHERE id % 2 = 1",
  "UPDATE authtokens SET expires_at = 60 WHERE id % 2 = 1",
  "DELETE FROM users",
  "INSERT INTO authtokens (key_hash, short_key, token_type, owner_id, created_at) SELECT 't' || count(*), 's' || count(*), 'USER', 1, 0 FROM authtokens",
  "INSERT INTO sessions (key_hash, user_id, created_at, renewed_at, expires_at) SELECT 'k' || count(*), 1, 0, 0, 100 FROM sessions",
];

describe("what is remembered of sessions and tokens", () => {
  test("when rows of any kind change, then it is what a look-up now would find", () => {
    const db = openTemporary();
    fc.assert(
      fc.property(fc.array(fc.nat(changes.length), { maxLength: 30 }), fc.nat(120), (steps, now) => {
        db.$client.exec("DELETE FROM users; DELETE FROM sessions; DELETE FROM authtokens;");
        db.$client.exec("INSERT INTO users (id, username, password_hash, created_at) VALUES (1, 'a', '', 0)");
        const remembering = createCredentialStore(db);
        for (const step of steps) {
          // A change may break a rule of the database; then nothing has changed.
          try {
            db.$client.exec(changes[step] ?? "SELECT 1");
          } catch {}
          for (const hash of ["t0", "t1", "t2"])
            expect(remembering.findToken(hash, now)).toEqual(createCredentialStore(db).findToken(hash, now));
          for (const hash of ["k0", "k1"])
            expect(remembering.findSession(hash, now)).toEqual(createCredentialStore(db).findSession(hash, now));
        }
      }),
      { numRuns: 40 },
    );
  });

  test("when a session ends by itself, then it is not found any more though nothing was written", () => {
    const db = openTemporary();
    db.$client.exec("INSERT INTO users (id, username, password_hash, created_at) VALUES (1, 'a', '', 0)");
    db.$client.exec(changes.at(-1)!);
    const store = createCredentialStore(db);
    expect(store.findSession("k0", 99)).toMatchObject({ username: "a", renewedAt: 0 });
    expect(store.findSession("k0", 100)).toBeUndefined();
  });
});

function openTemporary(): Db {
  const path = mkdtempSync(join(tmpdir(), "vigie-credentials-"));
  const { db, close } = openDatabase(path);
  folders.push({ path, close });
  return db;
}
