import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../../src/db/open-database.ts";
import { notifications } from "../../../src/db/schema/notifications.ts";
import { triggers } from "../../../src/db/schema/triggers.ts";
import { users } from "../../../src/db/schema/users.ts";
import { openSenders } from "../../../src/delivery/open-senders.ts";
import { createLog } from "../../../src/lib/log.ts";
import { openTriggerActions } from "../../../src/triggers/actions/trigger-actions.ts";
import type { DueAction } from "../../../src/triggers/fired-report.ts";
import { until } from "../../support/patience.ts";

const count = 40;

test("when actions wait at a stop that has no time for them, then the next start carries out each of them once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vigie-actions-"));
  const { db, close } = openDatabase(folder);
  const owner = db.insert(users).values({ username: "u", passwordHash: "x", createdAt: 1 }).returning().get();
  const made = { name: "t", ownerId: owner.id, notify: [owner.id], minInterval: 0, createdAt: 1, updatedAt: 1 };
  const trigger = db.insert(triggers).values(made).returning().get();
  const log = createLog("silent");
  const open = (stopMs: number) => {
    const senders = openSenders({
      webhookAllow: [],
      smtpUrl: undefined,
      smtpFrom: "v@example.com",
      publicUrl: "",
      log,
    });
    return openTriggerActions({ db, senders, log, stopMs });
  };
  const told = () =>
    db
      .select()
      .from(notifications)
      .orderBy(notifications.id)
      .all()
      .map(({ text }) => text);

  const stopped = open(0);
  stopped.accept({ hits: [], dropped: 0, actions: Array.from({ length: count }, (_, i) => actionOf(trigger.id, i)) });
  stopped.close();
  expect(told()).toEqual([]);

  const next = open(0);
  next.resume();
  await until(() => next.status().waiting === 0, "all are carried out");
  next.close();
  const messages = told();
  expect(messages.length).toBe(count);
  for (const [i, message] of messages.entries()) expect(message).toContain(`number ${i}.`);

  const last = open(0);
  last.resume();
  expect(last.status()).toMatchObject({ waiting: 0, dropped: 0 });
  last.close();
  close();
  rmSync(folder, { recursive: true });
});

function actionOf(triggerId: number, i: number): DueAction {
  const message = `number ${i}.`;
  const base = {
    id: String(i + 1),
    time: 1_790_000_000 + i,
    host: "h",
    program: "p",
    severity: 6,
    facility: 1,
    tags: [],
  };
  return { triggerId, firedCount: 1, event: { ...base, message } };
}
