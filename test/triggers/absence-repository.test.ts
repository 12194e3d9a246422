import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../src/db/open-database.ts";
import { triggers } from "../../src/db/schema/triggers.ts";
import { users } from "../../src/db/schema/users.ts";
import { createAbsenceRepository } from "../../src/triggers/absence-repository.ts";

test("when more stays away than is remembered, then what was told first is forgotten, of this trigger alone", () => {
  const folder = mkdtempSync(join(tmpdir(), "vigie-absences-"));
  const { db, close } = openDatabase(folder);
  const owner = db.insert(users).values({ username: "u", passwordHash: "x", createdAt: 1 }).returning().get();
  const made = { name: "t", ownerId: owner.id, minInterval: 0, createdAt: 1, updatedAt: 1 };
  const [one, other] = db.insert(triggers).values([made, made]).returning().all();
  const absences = createAbsenceRepository(db);
  for (let at = 1; at <= 10; at++)
    for (const { id } of [one!, other!]) absences.add(id, [{ value: `session ${at}`, lastSeen: at }], at);
  absences.trim(one!.id, 3);
  expect(absences.list(one!.id).map(({ value }) => value)).toEqual(["session 8", "session 9", "session 10"]);
  absences.trim(other!.id, 10);
  expect(absences.count(other!.id)).toBe(10);
  close();
  rmSync(folder, { recursive: true });
});
