import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../../src/db/open-database.ts";
import { notifications } from "../../../src/db/schema/notifications.ts";
import { type OwedContent, owedMessages, waitingActions } from "../../../src/db/schema/owed-messages.ts";
import { type TriggerRow, triggers } from "../../../src/db/schema/triggers.ts";
import { users } from "../../../src/db/schema/users.ts";
import { createLog } from "../../../src/lib/log.ts";
import { openSenders } from "../../../src/outgoing/open-senders.ts";
import { openTriggerActions } from "../../../src/triggers/actions/trigger-actions.ts";
import type { DueAction } from "../../../src/triggers/fired-report.ts";
import { leftActionsMax, owedPerTriggerMax } from "../../../src/triggers/limits.ts";
import { until } from "../../support/patience.ts";

const count = 40;

function openFolder(fields: Partial<typeof triggers.$inferInsert> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "vigie-actions-"));
  const { db, close } = openDatabase(folder);
  const owner = db.insert(users).values({ username: "u", passwordHash: "x", createdAt: 1 }).returning().get();
  const made = { name: "t", ownerId: owner.id, notify: [owner.id], minInterval: 0, createdAt: 1, updatedAt: 1 };
  const trigger = db
    .insert(triggers)
    .values({ ...made, ...fields })
    .returning()
    .get();
  const log = createLog("silent");
  const open = (stopMs: number, clock = Date.now, leftMs?: number) => {
    const senders = openSenders({
      webhookAllow: [],
      smtpUrl: undefined,
      smtpFrom: "v@example.com",
      publicUrl: "",
      log,
    });
    return openTriggerActions({ db, senders, log, stopMs, clock, leftMs });
  };
  const told = () =>
    db
      .select()
      .from(notifications)
      .orderBy(notifications.id)
      .all()
      .map(({ text }) => text);
  const left = () => db.select().from(waitingActions).all().length;
  return {
    ...{ db, trigger, open, told, left },
    close() {
      close();
      rmSync(folder, { recursive: true });
    },
  };
}

test("when actions wait at a stop that has no time for them, then the next start carries out each of them once", async () => {
  const { trigger, open, told, left, close } = openFolder();
  const stopped = open(0);
  stopped.accept({ hits: [], dropped: 0, actions: Array.from({ length: count }, (_, i) => actionOf(trigger.id, i)) });
  stopped.close();
  expect(told()).toEqual([]);

  const next = open(0);
  next.resume();
  // A kill now loses none, nor does a stop that has no time.
  expect(left()).toBe(count);
  await until(() => told().length > 9, "some are carried out");
  expect(told().length + left()).toBe(count);
  next.close();

  const last = open(0);
  last.resume();
  await until(() => last.status().waiting === 0, "the rest is carried out");
  last.close();
  const messages = told();
  expect(messages.length).toBe(count);
  for (const [i, message] of messages.entries()) expect(message).toContain(`number ${i}.`);
  expect(left()).toBe(0);

  const idle = open(0);
  idle.resume();
  expect(idle.status()).toMatchObject({ waiting: 0, dropped: 0 });
  idle.close();
  close();
});

test("when quiet times hold patterns at a stop, then they are told behind these, unless they are not asked for any more", async () => {
  const end = 1_800_000_000;
  let now = (end - 100) * 1000;
  const { trigger, open, told, left, close } = openFolder({ maintenance: [{ title: "", from: 0, to: end }] });
  const stopped = open(0);
  const later = [
    { ...actionOf(trigger.id, 0), asked: "[[],[]]" },
    { ...actionOf(trigger.id, 1), asked: '[[],["web*"]]' },
  ];
  stopped.accept({ hits: [], dropped: 0, actions: [], later });
  stopped.close();

  const next = open(0, () => now, 1);
  next.resume();
  expect([told(), left()]).toEqual([[], 1]);
  now = end * 1000;
  await until(() => told().length > 0, "it is told behind them");
  next.close();
  expect(told()).toEqual([expect.stringContaining("number 0.")]);
  expect(left()).toBe(0);
  close();
});

test("when an action that a stop left cannot be written, then it is not counted as dropped, and a later look tells it", async () => {
  const { db, trigger, open, told, left, close } = openFolder();
  const stopped = open(0);
  stopped.accept({ hits: [], dropped: 0, actions: [actionOf(trigger.id, 0)] });
  stopped.close();

  db.run("ALTER TABLE notifications RENAME TO elsewhere");
  const next = open(0, Date.now, 1);
  next.resume();
  await until(() => next.status().waiting === 0, "it is tried");
  expect([left(), next.status().dropped]).toEqual([1, 0]);
  db.run("ALTER TABLE elsewhere RENAME TO notifications");
  await until(() => left() === 0, "it is carried out");
  expect(told()).toEqual([expect.stringContaining("number 0.")]);
  next.close();
  close();
});

test("when stops leave more than may be kept, then the rest is dropped and counted", () => {
  const { trigger, open, left, close } = openFolder();
  const later = Array.from({ length: 500 }, (_, i) => actionOf(trigger.id, i));
  const stopped = open(0);
  for (let i = 0; i <= leftActionsMax; i += later.length) stopped.accept({ hits: [], dropped: 0, actions: [], later });
  expect([left(), stopped.status().dropped]).toEqual([leftActionsMax, later.length]);
  stopped.close();
  close();
});

test("when the end of an incident cannot be stored, then the change of its trigger stands all the same", () => {
  const { db, trigger, open, close } = openFolder();
  const sendWebhook = {
    service: "pagerduty",
    routing_key: "k",
    url: "http://127.0.0.1:9/",
  } as TriggerRow["sendWebhook"];
  const row = { triggerId: trigger.id, value: "web1", lastSeen: 1, toldAt: 2, isShared: false };
  const actions = open(0);
  db.run("ALTER TABLE owed_messages RENAME TO elsewhere");
  expect(() => actions.endIncidents({ ...trigger, sendWebhook }, [row])).not.toThrow();
  db.run("ALTER TABLE elsewhere RENAME TO owed_messages");
  actions.close();
  close();
});

test("when very many messages are owed, then a trigger that sends none has room for its next action", () => {
  const fields = { sendEmail: { to: ["a@example.com"], subject: "", template: "" } };
  const hasRoom = [{}, fields].map((each) => {
    const { db, trigger, open, close } = openFolder(each);
    const message: OwedContent = { kind: "mail", to: ["a@example.com"], subject: "", text: "" };
    const row = { triggerId: trigger.id, kind: message.kind, message, createdAt: 1 };
    db.insert(owedMessages)
      .values(Array.from({ length: owedPerTriggerMax }, () => row))
      .run();
    const actions = open(0);
    const found = actions.hasRoom(trigger.id);
    actions.close();
    close();
    return found;
  });
  expect(hasRoom).toEqual([true, false]);
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
