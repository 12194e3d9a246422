import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAuthTokenRepository } from "../../src/api/authtokens/repository.ts";
import { type OpenDatabase, openDatabase } from "../../src/db/open-database.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
const count = 20_000;
let database: OpenDatabase;
beforeAll(() => {
  database = openDatabase(folder);
  database.client.exec(`
    INSERT INTO users (username, password_hash, created_at) VALUES ('u1', '', 0), ('u2', '', 0);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO authtokens (key_hash, short_key, token_type, owner_id, description, created_at, last_used_at)
    SELECT 'hash' || i, 'key' || i, CASE i % 3 WHEN 0 THEN 'INGEST' ELSE 'USER' END, 1 + i % 2,
      'd' || (i * 7919 % 20011), i % 977, CASE WHEN i % 4 THEN i END FROM n;`);
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

test("when everybody's tokens are listed in any order, then a late page is read along an index that has all it needs", () => {
  for (const column of ["created_at", "last_used_at", "token_type", "description"])
    for (const filter of ["", "WHERE +token_type = 'USER'"]) {
      const sql = `EXPLAIN QUERY PLAN SELECT id FROM authtokens ${filter} ORDER BY ${column} DESC, id DESC LIMIT 9 OFFSET 9999`;
      const plan = JSON.stringify(database.client.prepare(sql).all());
      expect(plan).toContain("COVERING INDEX");
      expect(plan).not.toContain("TEMP B-TREE");
    }
});

test.each(["created_at", "last_used_at", "token_type", "owner", "description"])(
  "when they are ordered by %s and filtered, then the pages together are all of them in order, each once",
  (field) => {
    const tokens = createAuthTokenRepository(database.db);
    const wanted = { tokenType: "INGEST" as const, ownerId: undefined };
    const rows = [0, 5000, 10_000].flatMap((offset) =>
      tokens.list(wanted, [{ field, descending: true }], { limit: 5000, offset }),
    );
    expect(rows).toHaveLength(tokens.count(wanted));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const keys = rows.map((row) => {
      const { createdAt, lastUsedAt, tokenType, owner, description } = row;
      return {
        created_at: createdAt,
        last_used_at: lastUsedAt ?? -1,
        token_type: tokenType,
        owner: owner.username,
        description,
      }[field]!;
    });
    for (let i = 1; i < keys.length; i++) expect(keys[i]! <= keys[i - 1]!).toBe(true);
  },
);
