import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contains } from "../../src/db/contains.ts";
import { openDatabase } from "../../src/db/open-database.ts";
import { users } from "../../src/db/schema/users.ts";

const { db, client, close } = openDatabase(mkdtempSync(join(tmpdir(), "vigie-contains-")));

test.each([
  ["müller", ["Hedy Müller", "MÜLLER"]],
  ["MÜLLER", ["Hedy Müller", "MÜLLER"]],
  ["hedy", ["Hedy Müller"]],
  ["HEDY MÜ", ["Hedy Müller"]],
  ["жанна", ["Жанна"]],
  ["100%", ["100% É_"]],
  ["% é_", ["100% É_"]],
  ["é%", []],
  ["%", ["100% É_"]],
  ["ü%", []],
])(
  "when people whose names contain %s are looked for, then they are found in any case, letter by letter",
  (text, found) => {
    client.exec("DELETE FROM users");
    for (const [index, name] of ["Hedy Müller", "MÜLLER", "Жанна", "100% É_", ""].entries())
      db.insert(users)
        .values({ username: `u${index}`, passwordHash: "", firstName: name, lastName: "", createdAt: 0 } as never)
        .run();
    const rows = db.select({ name: users.firstName }).from(users).where(contains(text, users.firstName)).all();
    expect(rows.map(({ name }) => name)).toEqual(found);
  },
);

test("when nothing is looked for, then every row is", () => {
  expect(contains("", users.firstName)).toBeUndefined();
  close();
});
