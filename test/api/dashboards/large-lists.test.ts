import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dashboardQuery } from "../../../src/api/dashboards/schema.ts";
import { createDashboardService } from "../../../src/api/dashboards/service.ts";
import { widgetQuery } from "../../../src/api/widgets/schema.ts";
import { createWidgetService } from "../../../src/api/widgets/service.ts";
import { type OpenDatabase, openDatabase } from "../../../src/db/open-database.ts";
import type { Principal } from "../../../src/http/access/principal.ts";
import { patienceMs } from "../../support/patience.ts";

const count = 100_000;
const folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
let database: OpenDatabase;
/** Every statement that was run since it was emptied last. */
let statements: { sql: string; params: unknown[] }[] = [];

const owner: Principal = {
  userId: 1,
  username: "u1",
  isSuperuser: false,
  permissions: [],
  hosts: [],
  via: "token",
  credentialId: 1,
};
const chief: Principal = { ...owner, userId: 2, isSuperuser: true };

beforeAll(() => {
  database = openDatabase(folder);
  database.client.exec(`
    INSERT INTO users (username, password_hash, created_at) VALUES ('u1', '', 0), ('u2', '', 0), ('u0', '', 0);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO dashboards (title, owner_id, created_at, updated_at)
    SELECT 'title ' || (i * 7919 % 100003), CASE WHEN i % 10 THEN 1 ELSE 3 END, i % 977, i % 991 FROM n;
    INSERT INTO widgets (title, type, position, owner_id, created_at, updated_at)
    SELECT title, 'TopN', id % 17, owner_id, created_at, updated_at FROM dashboards;
    INSERT INTO dashboard_widgets SELECT id, id FROM dashboards;
    INSERT INTO dashboard_widgets SELECT id, id % ${count} + 1 FROM dashboards;`);
}, patienceMs);
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const kinds = {
  dashboards: { fields: ["id", "title", "owner", "created_at", "updated_at"], list: listDashboards },
  widgets: { fields: ["id", "title", "owner", "created_at", "updated_at", "type", "position"], list: listWidgets },
};
const cases = Object.entries(kinds).flatMap(([kind, { fields, list }]) =>
  fields.flatMap((field) => [`${field}`, `-${field}`].map((ordering) => ({ kind, ordering, list }))),
);

describe("lists of 100,000 rows", () => {
  test.each(cases)(
    "when $kind are ordered by $ordering, then every page is read along an index, in seven statements",
    async ({ list, ordering }) => {
      for (const [principal, show_all] of [
        [owner, "0"],
        [chief, "1"],
      ] as const) {
        for (const page of ["1", "850"]) {
          statements = [];
          const answer = await list(principal, { ordering, show_all, page });
          expect(answer.objects).toHaveLength(100);
          expect(statements.length).toBeLessThanOrEqual(7);
          const plan = planOfIds();
          // An owner's own list ordered by owner is one name, sorted or not; all others need no sort.
          if (ordering.endsWith("owner") && principal === owner) continue;
          expect(plan).not.toContain("TEMP B-TREE");
          if (!/^-?id$/.test(ordering)) expect(plan).toContain("COVERING INDEX");
        }
      }
    },
  );

  test("when a title is searched by a pattern, then other work goes on in between", async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const answer = await listDashboards(chief, { title__iregex: "TITLE .*(1|2)+7$", show_all: "1", page_size: "10" });
    clearInterval(timer);
    const expected = database.client.prepare(
      "SELECT count(*) FROM dashboards WHERE title LIKE 'title %17' OR title LIKE 'title %27'",
    );
    expect(answer.item_count).toBe(expected.pluck().get() as number);
    expect(turns).toBeGreaterThan(0);
  });
});

function listDashboards(principal: Principal, query: Record<string, string>) {
  const service = createDashboardService({ db: watchedDb(), checkQuestion: () => {}, templatesFolder: folder });
  return service.list(principal, dashboardQuery.parse(query));
}

function listWidgets(principal: Principal, query: Record<string, string>) {
  return createWidgetService(watchedDb(), () => {}).list(principal, widgetQuery.parse(query));
}

function watchedDb() {
  return drizzle({ client: database.client, logger: { logQuery: (sql, params) => statements.push({ sql, params }) } });
}

/** How SQLite finds the ids of the page: the second statement, after the count. */
function planOfIds(): string {
  const { sql, params } = statements[1]!;
  const rows = database.client.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params) as { detail: string }[];
  return rows.map(({ detail }) => detail).join("\n");
}
