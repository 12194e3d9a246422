import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../../../src/db/open-database.ts";
import { triggers } from "../../../src/db/schema/triggers.ts";
import { users } from "../../../src/db/schema/users.ts";
import { createLog } from "../../../src/lib/log.ts";
import { retryPausesMs } from "../../../src/outgoing/limits.ts";
import { createMailSender } from "../../../src/outgoing/mail.ts";
import { openOutgoingQueue } from "../../../src/outgoing/outgoing-queue.ts";
import { createWebhookSender } from "../../../src/outgoing/webhook.ts";
import { createOwedMessages } from "../../../src/triggers/actions/owed-messages.ts";
import { owedPerOwnerMax, owedPerTriggerMax, owedRepeatedMax } from "../../../src/triggers/limits.ts";

/** An hour of the schedule of tries goes by in so many milliseconds. */
const hourMs = 360;
const pausesMs = retryPausesMs.map((pause) => (pause * hourMs) / 3_600_000);

test("when a webhook fails for an hour of the schedule while its trigger goes on firing, then what is owed stays within its bound, and all of it arrives", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vigie-owed-"));
  const { db, close } = openDatabase(folder);
  const owner = db.insert(users).values({ username: "u", passwordHash: "x", createdAt: 1 }).returning().get();
  const made = { name: "t", ownerId: owner.id, minInterval: 0, createdAt: 1, updatedAt: 1 };
  const trigger = db.insert(triggers).values(made).returning().get();
  let begin = Number.POSITIVE_INFINITY;
  const arrived = new Set<string>();
  let tries = 0;
  let dropped = 0;
  let most = 0;
  const server = Bun.serve({
    ...{ port: 0, hostname: "127.0.0.1" },
    fetch(request) {
      tries += 1;
      begin = Math.min(begin, performance.now());
      if (performance.now() - begin >= hourMs) {
        arrived.add(request.headers.get("idempotency-key")!);
        return new Response("ok");
      }
      fireSome();
      return new Response("down", { status: 503 });
    },
  });
  const queue = openOutgoingQueue({ log: createLog("silent"), pausesMs });
  const senders = {
    webhook: createWebhookSender({ allowed: ["127.0.0.1"] }),
    mail: createMailSender({ server: undefined, from: "vigie@example.com" }),
    ...{ queue, publicUrl: "", reviewWebhook: () => undefined },
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let delivered = 0;
  const owed = createOwedMessages(db, senders, {
    onDelivered() {
      delivered += 1;
      if (owed.count === 0) resolve();
    },
    onRetry: () => undefined,
    onFailed: (_, error) => reject(new Error(error)),
  });
  function fireSome(): void {
    for (let i = 0; i < 60; i++) {
      const url = `http://127.0.0.1:${server.port}/`;
      const content = { kind: "webhook", url, method: "POST", contentType: "text/plain", body: "x" } as const;
      const message = owed.add(trigger.id, content, 1);
      if (message === undefined) dropped += 1;
      else owed.send(message);
    }
    most = Math.max(most, owed.count, queue.size);
  }
  fireSome();
  await promise;
  expect([most, delivered, arrived.size, owed.count]).toEqual([owedPerTriggerMax, delivered, delivered, 0]);
  expect(delivered).toBe(owedPerTriggerMax);
  expect(dropped).toBeGreaterThan(60);
  expect(tries).toBeLessThanOrEqual(owedPerTriggerMax * (pausesMs.length + 1));
  queue.close();
  await server.stop(true);
  close();
  rmSync(folder, { recursive: true });
});

test("when a message of an incident is tried again, then the one that ends it waits, and those of other incidents do not", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vigie-owed-"));
  const { db, close } = openDatabase(folder);
  const owner = db.insert(users).values({ username: "u", passwordHash: "x", createdAt: 1 }).returning().get();
  const made = { name: "t", ownerId: owner.id, minInterval: 0, createdAt: 1, updatedAt: 1 };
  const trigger = db.insert(triggers).values(made).returning().get();
  const tried: string[] = [];
  const server = Bun.serve({
    ...{ port: 0, hostname: "127.0.0.1" },
    async fetch(request) {
      const body = await request.text();
      tried.push(body);
      const isDown = body === "begins" && tried.filter((each) => each === body).length < 3;
      return new Response("", { status: isDown ? 503 : 200 });
    },
  });
  const queue = openOutgoingQueue({ log: createLog("silent"), pausesMs: [20, 20, 20] });
  const senders = {
    webhook: createWebhookSender({ allowed: ["127.0.0.1"] }),
    mail: createMailSender({ server: undefined, from: "vigie@example.com" }),
    ...{ queue, publicUrl: "", reviewWebhook: () => undefined },
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const owed: ReturnType<typeof createOwedMessages> = createOwedMessages(db, senders, {
    onDelivered: () => (owed.count === 0 ? resolve() : undefined),
    onRetry: () => undefined,
    onFailed: (_, error) => reject(new Error(error)),
  });
  const add = (body: string, incident: string) =>
    owed.add(trigger.id, { ...content(server.port!), body, incident }, 1)!;
  for (const message of [add("begins", "a"), add("ends", "a"), add("another", "b")]) owed.send(message);
  await promise;
  expect(tried.filter((body) => body !== "another")).toEqual(["begins", "begins", "begins", "ends"]);
  expect(tried.indexOf("another")).toBeLessThan(tried.indexOf("ends"));
  queue.close();
  await server.stop(true);
  close();
  rmSync(folder, { recursive: true });
});

test("when other triggers owe very many messages, then one that owes none has room for its first", () => {
  const { owed, newTrigger, isAdded, close } = openUnsent();
  while (owed.count < owedRepeatedMax) {
    const flooding = newTrigger();
    for (let i = 0; i < owedPerTriggerMax; i++) expect(isAdded(flooding)).toBe(true);
  }
  const other = newTrigger();
  expect([isAdded(other), isAdded(other), isAdded(newTrigger())]).toEqual([true, false, true]);
  close();
});

test("when very many triggers of one owner owe a message each, then those of another have room", () => {
  const { owed, newTrigger, newOwner, isAdded, close } = openUnsent();
  const [many, other] = [newOwner("many"), newOwner("other")];
  while (owed.count < owedPerOwnerMax) expect(isAdded(newTrigger(many))).toBe(true);
  const last = newTrigger(many);
  expect([owed.hasRoom(last), isAdded(last)]).toEqual([false, false]);
  expect(isAdded(newTrigger(other))).toBe(true);
  close();
});

/** Messages that nobody sends. */
function openUnsent() {
  const folder = mkdtempSync(join(tmpdir(), "vigie-owed-"));
  const { db, close } = openDatabase(folder);
  const newOwner = (username: string) =>
    db.insert(users).values({ username, passwordHash: "x", createdAt: 1 }).returning().get().id;
  const first = newOwner("u");
  const made = { name: "t", minInterval: 0, createdAt: 1, updatedAt: 1 };
  const owed = createOwedMessages(
    db,
    {} as Parameters<typeof createOwedMessages>[1],
    {} as Parameters<typeof createOwedMessages>[2],
  );
  const message = content(1);
  return {
    owed,
    newOwner,
    newTrigger: (ownerId = first) =>
      db
        .insert(triggers)
        .values({ ...made, ownerId })
        .returning()
        .get().id,
    isAdded: (triggerId: number) => owed.add(triggerId, message, 1) !== undefined,
    close() {
      close();
      rmSync(folder, { recursive: true });
    },
  };
}

function content(port: number) {
  const url = `http://127.0.0.1:${port}/`;
  return { kind: "webhook", url, method: "POST", contentType: "text/plain", body: "x" } as const;
}
