import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { planFirstUser } from "../../../src/api/users/first-user.ts";
import { createUserRepository } from "../../../src/api/users/repository.ts";
import { type OpenDatabase, openDatabase } from "../../../src/db/open-database.ts";

let folder: string;
let database: OpenDatabase;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-first-user-"));
  database = openDatabase(folder);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const users = () => createUserRepository(database.db);

describe("planFirstUser", () => {
  test("when there is nobody and no password is given, then one is made up, and he is there once he is created", async () => {
    const first = planFirstUser(users(), "");
    expect(first.madeUpPassword).toMatch(/^[0-9a-f]{20}$/);
    expect(users().count()).toBe(0);
    first.create();
    first.create();
    await first.created;
    expect(users().count()).toBe(1);
  });

  test("when a password is given, then none is shown", async () => {
    const first = planFirstUser(users(), "given to me");
    expect(first.madeUpPassword).toBeUndefined();
    first.create();
    await first.created;
    expect(users().count()).toBe(1);
  });

  test("when there is somebody, then nobody is made and nobody waits", async () => {
    const first = planFirstUser(users(), "given to me");
    first.create();
    await first.created;
    const second = planFirstUser(users(), "");
    await second.created;
    second.create();
    await second.close();
    expect([second.madeUpPassword, users().count()]).toEqual([undefined, 1]);
  });

  test("when a start ends while he is made, then he is finished; when it ends before, then he is left out", async () => {
    const left = planFirstUser(users(), "");
    await left.close();
    expect(users().count()).toBe(0);
    const begun = planFirstUser(users(), "");
    begun.create();
    await begun.close();
    expect(users().count()).toBe(1);
  });

  test("when he cannot be stored, then who waits is told", async () => {
    const first = planFirstUser(users(), "given to me");
    database.client.exec("DROP TABLE users");
    first.create();
    await expect(first.created).rejects.toThrow("user");
    await first.close();
  });
});
