import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTaskRepository } from "../../../src/api/tasks/repository.ts";
import { taskQuery } from "../../../src/api/tasks/schema.ts";
import { createTaskService } from "../../../src/api/tasks/service.ts";
import { type OpenDatabase, openDatabase } from "../../../src/db/open-database.ts";
import type { Principal } from "../../../src/http/access/principal.ts";
import { createTaskList } from "../../../src/tasks/task-list.ts";
import { taskOrderings } from "../../../src/tasks/task-view.ts";
import { patienceMs } from "../../support/patience.ts";

const count = 100_000;
const folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
let database: OpenDatabase;
/** Every statement that was run since it was emptied last. */
let statements: { sql: string; params: unknown[] }[] = [];
const caller: Principal = {
  userId: 1,
  username: "u1",
  isSuperuser: false,
  permissions: [],
  hosts: [],
  via: "token",
  credentialId: 1,
};

beforeAll(() => {
  database = openDatabase(folder);
  database.client.exec(`
    INSERT INTO users (username, password_hash, created_at) VALUES ('u1', '', 0), ('u2', '', 0), ('u0', '', 0);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO tasks (title, status, due, assigned_to_id, owner_id, created_at, updated_at)
    SELECT 'title ' || (i * 7919 % 100003),
      CASE i % 4 WHEN 0 THEN 'new' WHEN 1 THEN 'in_progress' WHEN 2 THEN 'resolved' ELSE 'closed' END,
      CASE WHEN i % 3 THEN i * 1000 END, CASE WHEN i % 5 THEN 1 + i % 3 END, CASE WHEN i % 10 THEN 1 ELSE 3 END,
      i % 977, i % 991 FROM n;
    INSERT INTO task_comments (task_id, author_id, text, created_at, updated_at) SELECT id, 1, 'x', 0, 0 FROM tasks;`);
}, patienceMs);
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const filters: Record<string, string>[] = [
  {},
  { is_open: "1" },
  { is_overdue: "1" },
  { is_overdue: "0" },
  { owner: "1,3" },
  { assigned_to: "me" },
  { assigned_to: "2", unassigned: "1" },
];

describe("lists of 100,000 tasks", () => {
  test.each(taskOrderings.flatMap((field) => [field, `-${field}`]))(
    "when they are ordered by %s, then every page is read along one index, in four statements",
    (ordering) => {
      for (const filter of filters) {
        const first = list({ ordering, ...filter });
        for (const page of [1, Math.floor(first.item_count / 100)]) {
          expect(list({ ordering, ...filter, page: String(page) }).objects).toHaveLength(100);
          expect(statements.length).toBe(4);
          expect(planOf(0)).toContain("COVERING INDEX");
          expect(planOf(1)).toContain("COVERING INDEX");
          expect(planOf(1)).not.toContain("TEMP B-TREE");
          expect(planOf(3)).not.toContain("SCAN");
        }
      }
    },
    patienceMs,
  );

  test("when they are asked by title, then those are looked up", () => {
    expect(list({ title: "title 5" }).item_count).toBe(1);
    expect(planOf(1)).toMatch(/SEARCH tasks USING (COVERING )?INDEX tasks_title/);
  });
});

function list(query: Record<string, string>) {
  statements = [];
  const logger = { logQuery: (sql: string, params: unknown[]) => void statements.push({ sql, params }) };
  const db = drizzle({ client: database.client, logger });
  return createTaskService(
    createTaskList(db),
    createTaskRepository(db),
    async () => new Map(),
    () => 50_000_000_000,
  ).list(caller, taskQuery.parse(query));
}

/** How SQLite carries out a statement: the count, the ids of the page, the size of their texts, their rows. */
function planOf(statement: number): string {
  const { sql, params } = statements[statement]!;
  const rows = database.client.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params) as { detail: string }[];
  return rows.map(({ detail }) => detail).join("\n");
}
