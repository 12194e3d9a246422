import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type OpenDatabase, openDatabase } from "../../src/db/open-database.ts";
import { troubles } from "../../src/db/schema/notifications.ts";
import { users } from "../../src/db/schema/users.ts";
import { createNotificationList } from "../../src/notifications/notification-list.ts";
import { pauseSeconds } from "../../src/troubles/limits.ts";
import { tellTroubles } from "../../src/troubles/tell-troubles.ts";
import type { Trouble } from "../../src/troubles/trouble.ts";

let folder: string;
let open: OpenDatabase;
const begin = 1_700_000_000;
const names = ["super", "viewer", "other", "inactive"] as const;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-troubles-"));
  open = openDatabase(folder);
  const row = { passwordHash: "", createdAt: begin };
  open.db
    .insert(users)
    .values([
      { ...row, username: "super", isSuperuser: true },
      { ...row, username: "viewer", permissions: ["view_system"] },
      { ...row, username: "other", permissions: ["search_events"] },
      { ...row, username: "inactive", isSuperuser: true, isActive: false },
    ])
    .run();
});

afterEach(() => {
  open.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("telling of troubles", () => {
  test("when something is wrong, then those who may see the system are told, and nobody else", () => {
    tellTroubles(open.db, [damage("a")], begin);
    expect(names.map((name) => toldTo(name).length)).toEqual([1, 1, 0, 0]);
    expect(toldTo("viewer")).toMatchObject([
      {
        title: "Damaged events were set aside",
        about: { kind: "damage", values: { file: "a" } },
        link: "/admin/system",
        is_read: false,
        created_at: begin,
      },
    ]);
  });

  test("when it lasts, then it is told once, over a restart too", () => {
    for (let at = 0; at < 10; at++) tellTroubles(open.db, [damage("a")], begin + at * pauseSeconds);
    open.close();
    open = openDatabase(folder);
    tellTroubles(open.db, [damage("a")], begin + 11 * pauseSeconds);
    expect(toldTo("super")).toHaveLength(1);
  });

  test("when it was good in between, then it is told again", () => {
    tellTroubles(open.db, [full()], begin);
    tellTroubles(open.db, [], begin + pauseSeconds);
    tellTroubles(open.db, [full()], begin + 2 * pauseSeconds);
    expect(toldTo("super")).toHaveLength(2);
  });

  test("when nobody can say whether it is good again, then it goes on, and what was not told does not begin", () => {
    tellTroubles(open.db, [{ ...full(), isUnsure: true }], begin);
    expect(toldTo("super")).toHaveLength(0);
    tellTroubles(open.db, [full()], begin);
    tellTroubles(open.db, [{ ...full(), isUnsure: true }], begin + pauseSeconds);
    tellTroubles(open.db, [full()], begin + 2 * pauseSeconds);
    expect(toldTo("super")).toHaveLength(1);
  });

  test("when it comes and goes time and again, then it is told once in a pause and not forgotten", () => {
    for (let at = 0; at < pauseSeconds * 4; at += 10) tellTroubles(open.db, at % 20 === 0 ? [full()] : [], begin + at);
    expect(toldTo("super")).toHaveLength(4);
  });

  test("when many of a kind are found at once, then one notification has their number", () => {
    tellTroubles(
      open.db,
      Array.from({ length: 900 }, (_, at) => damage(`file ${at}`)),
      begin,
    );
    expect(toldTo("super")).toHaveLength(1);
    expect(toldTo("super")[0]).toMatchObject({
      title: "Damaged events were set aside, and 899 others",
      about: { values: { count: 900, file: "file 0" } },
    });
  });

  test("when another of a kind is found in the pause, then it is told after it, if it is still there", () => {
    tellTroubles(open.db, [damage("a")], begin);
    tellTroubles(open.db, [damage("a"), damage("b"), damage("c")], begin + 10);
    expect(toldTo("super")).toHaveLength(1);
    tellTroubles(open.db, [damage("a"), damage("c")], begin + pauseSeconds);
    expect(toldTo("super")).toHaveLength(2);
    expect(toldTo("super")[0]).toMatchObject({ about: { values: { count: 1, file: "c" } } });
  });

  test("when the clock is set back, then new troubles are told all the same", () => {
    tellTroubles(open.db, [damage("a")], begin);
    tellTroubles(open.db, [damage("a"), damage("b")], begin - 100 * pauseSeconds);
    expect(toldTo("super")).toHaveLength(2);
  });

  test("when everything is good again, then nothing of it is kept after the pause", () => {
    tellTroubles(open.db, [damage("a"), full()], begin);
    tellTroubles(open.db, [], begin + 10);
    expect(open.db.select().from(troubles).all()).toHaveLength(2);
    tellTroubles(open.db, [], begin + pauseSeconds);
    expect(open.db.select().from(troubles).all()).toHaveLength(0);
  });

  test("when it cannot be written, then it is told as soon as it can be", () => {
    open.client.pragma("query_only = ON");
    expect(() => tellTroubles(open.db, [damage("a")], begin)).toThrow();
    open.client.pragma("query_only = OFF");
    expect(toldTo("super")).toHaveLength(0);
    tellTroubles(open.db, [damage("a")], begin + 10);
    expect(toldTo("super")).toHaveLength(1);
  });
});

function damage(file: string): Trouble {
  return {
    cause: `damage ${file}`,
    about: { kind: "damage", values: { count: 1, file, day: "2026-01-02" } },
    isUnsure: false,
  };
}

function full(): Trouble {
  return {
    cause: "disk full",
    about: { kind: "disk_full", values: { free_bytes: 1, min_free_bytes: 2 } },
    isUnsure: false,
  };
}

function toldTo(username: (typeof names)[number]) {
  const { id } = open.db.select().from(users).where(eq(users.username, username)).get()!;
  return createNotificationList(open.db).read({ userId: id, isRead: undefined }, { limit: 100, offset: 0 });
}
