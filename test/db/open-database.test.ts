import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inTransaction, openDatabase } from "../../src/db/open-database.ts";
import { users } from "../../src/db/schema/users.ts";
import { StartError } from "../../src/lib/start-error.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-db-"));
  path = join(folder, "vigie.sqlite");
});
afterEach(() => rmSync(folder, { recursive: true }));

const someone = { username: "someone", passwordHash: "x", createdAt: 1 };

describe("vigie.sqlite", () => {
  test("when it is opened again, then what was stored is there", () => {
    const first = openDatabase(folder);
    first.db.insert(users).values(someone).run();
    first.close();
    const second = openDatabase(folder);
    expect(second.db.select().from(users).all()).toMatchObject([
      { username: "someone", permissions: [], isActive: true },
    ]);
    second.close();
  });

  test("when a first start was cut short, then what it left is no obstacle", () => {
    writeFileSync(`${path}.new`, "half");
    openDatabase(folder).close();
    expect(statSync(path).size).toBeGreaterThan(0);
  });

  test("when a transaction throws, then none of it is stored", () => {
    const { db, close } = openDatabase(folder);
    const attempt = () =>
      inTransaction(db, () => {
        db.insert(users).values(someone).run();
        throw new Error("no");
      });
    expect(attempt).toThrow("no");
    expect(db.select().from(users).all()).toEqual([]);
    close();
  });

  test.each<[string, () => void]>([
    ["empty", () => truncateSync(path, 0)],
    ["cut in the middle", () => truncateSync(path, statSync(path).size - 4096 * 3)],
    ["no database", () => writeFileSync(path, "not a database ".repeat(500))],
    ["overwritten in the middle", () => writeFileSync(path, overwrite(readFileSync(path)))],
    ["somebody else's database", () => replaceByOther(path)],
  ])("when it is %s, then it is refused with exit code 3 and stays as it is", (_, damage) => {
    openDatabase(folder).close();
    damage();
    const before = readFileSync(path);
    try {
      openDatabase(folder);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(StartError);
      expect((error as StartError).exitCode).toBe(3);
      expect((error as StartError).message).toContain(path);
      expect((error as StartError).message).not.toContain("\n");
    }
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test("when the file is gone but its log is there, then no empty one takes its place", () => {
    writeFileSync(`${path}-wal`, "log");
    expect(() => openDatabase(folder)).toThrow(/is missing, though/);
  });
});

function overwrite(bytes: Buffer): Buffer {
  return Buffer.from(bytes).fill(0xff, 4096, 4096 * 2);
}

function replaceByOther(file: string): void {
  rmSync(file);
  const other = new Database(file);
  other.exec("CREATE TABLE other (x); INSERT INTO other VALUES (1)");
  other.close();
}
