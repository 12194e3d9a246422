import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type OpenDatabase, openDatabase } from "../../src/db/open-database.ts";
import { authtokens } from "../../src/db/schema/authtokens.ts";
import { reportSchedules } from "../../src/db/schema/report-schedules.ts";
import { type ActOutcome, triggerActs, triggers } from "../../src/db/schema/triggers.ts";
import { users } from "../../src/db/schema/users.ts";
import { actsLookedAtMax } from "../../src/troubles/limits.ts";
import { findFailingReports, findFailingTriggers, findUsedUpTokens } from "../../src/troubles/stored-troubles.ts";

let folder: string;
let open: OpenDatabase;
const now = 1_700_000_000;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-troubles-"));
  open = openDatabase(folder);
  open.db.insert(users).values({ username: "u", passwordHash: "", createdAt: now }).run();
});

afterEach(() => {
  open.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("triggers that reach nobody", () => {
  const states = () => findFailingTriggers(open.db).map(({ isUnsure }) => (isUnsure ? "unsure" : "failing"));

  test.each<[string, ActOutcome["state"][], string[]]>([
    ["the last message was given up", ["delivered", "failed"], ["failing"]],
    ["the last message arrived", ["failed", "delivered"], []],
    ["one is on its way after one was given up", ["delivered", "failed", "owed"], ["failing"]],
    ["one is on its way after one arrived", ["failed", "delivered", "owed"], []],
    ["the last times it told only people here", ["failed", ...Array(actsLookedAtMax).fill("done")], ["unsure"]],
  ])("when %s, then that is told", (_, ends, expected) => {
    const triggerId = addTrigger();
    for (const state of ends) addAct(triggerId, state);
    expect(states()).toEqual(expected);
  });

  test("when it is switched off, then nothing is wrong with it", () => {
    const triggerId = addTrigger();
    addAct(triggerId, "failed");
    open.db.update(triggers).set({ isActive: false }).where(eq(triggers.id, triggerId)).run();
    expect(states()).toEqual([]);
  });
});

describe("reports that do not arrive", () => {
  test.each([
    [{ lastError: "mail: no", owedReportId: null }, [false]],
    [{ lastError: "mail: no", owedReportId: 7 }, [true]],
    [{ lastError: null, owedReportId: 7 }, []],
    [{ lastError: "mail: no", owedReportId: null, isActive: false }, []],
  ])("when a schedule stands as %j, then %j is whether nobody knows", (fields, expected) => {
    open.db
      .insert(reportSchedules)
      .values({
        ...{ title: "Weekly", ownerId: 1, isActive: true, cron: "* * * * *", timezone: "UTC", format: "csv" },
        ...{ keepLast: 1, createdAt: now, updatedAt: now, ...fields },
      })
      .run();
    expect(findFailingReports(open.db).map(({ isUnsure }) => isUnsure)).toEqual(expected);
  });
});

test("when tokens have sent what they may on a day, then these are found for that day, and no others", () => {
  const row = { tokenType: "INGEST" as const, ownerId: 1, createdAt: now, sentDay: "2026-01-02" };
  open.db
    .insert(authtokens)
    .values([
      { ...row, keyHash: "a", shortKey: "ingest-a", bytesPerDay: 10, sentBytes: 10 },
      { ...row, keyHash: "b", shortKey: "ingest-b", bytesPerDay: 10, sentBytes: 9 },
      { ...row, keyHash: "c", shortKey: "ingest-c", bytesPerDay: null, sentBytes: 1_000_000 },
      { ...row, keyHash: "d", shortKey: "ingest-d", bytesPerDay: 10, sentBytes: 99, sentDay: "2026-01-01" },
    ])
    .run();
  expect(findUsedUpTokens(open.db, "2026-01-02").map(({ about }) => about.values)).toMatchObject([
    { token: "ingest-a" },
  ]);
});

function addTrigger(): number {
  return open.db
    .insert(triggers)
    .values({
      name: "t",
      ownerId: 1,
      minInterval: 0,
      failuresCount: 1,
      lastError: "no",
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: triggers.id })
    .get().id;
}

function addAct(triggerId: number, state: ActOutcome["state"]): void {
  const outcomes: ActOutcome[] = [
    { kind: "notification", place: "1", state: "done", error: null },
    { kind: "webhook", place: "http://a", state, error: null },
  ];
  const event = { eventId: null, eventTime: now, host: "", program: "", message: "" };
  open.db
    .insert(triggerActs)
    .values({ triggerId, at: now, firedCount: 1, isOver: false, ...event, outcomes })
    .run();
}
