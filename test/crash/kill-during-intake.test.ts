import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { largeDeliveryBytes } from "../../src/ingest/limits.ts";
import { patienceMs } from "../support/patience.ts";
import { createToken, logIn, startServiceProcess } from "../support/service/service-process.ts";

/** The executable takes the longer road; what holds the folder is the same. */
const rounds = process.env.VIGIE_TEST_EXECUTABLE === undefined ? 4 : 10;
const connections = 8;
/** Of these, those whose bodies are read while others are taken. */
const largeConnections = 2;
const batchSize = 40;

test(
  "when the process is killed again and again in the middle of intake, then every acknowledged event is there once, and what got no answer can be sent again",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "vigie-kill-"));
    const acknowledged = new Set<string>();
    const sent = new Set<string>();
    let unanswered: Batch[] = [];
    let token = "";
    try {
      for (let round = 0; round < rounds; round++) {
        // Small seals, so that some kills fall into sealing and compaction.
        const service = await startServiceProcess(folder, { VIGIE_SEAL_EVENTS: "2000" });
        token ||= await createToken(service.url, await logIn(service.url), "USER");
        if (round > 0) await expectAll(service.url, token, acknowledged, sent);
        for (const batch of unanswered) expect(await send(service.url, token, batch, acknowledged)).toBe(true);
        const target = acknowledged.size + 400 + Math.floor(Math.random() * 3000);
        const senders = Array.from({ length: connections }, (_, index) =>
          sendUntilKilled(service.url, token, `${round}.${index}`, index < largeConnections, acknowledged, sent),
        );
        while (acknowledged.size < target) await new Promise((resolve) => setImmediate(resolve));
        await service.end("SIGKILL");
        unanswered = await Promise.all(senders);
      }
      const last = await startServiceProcess(folder, { VIGIE_SEAL_EVENTS: "2000" });
      await expectAll(last.url, token, acknowledged, sent);
      expect(await last.end("SIGTERM")).toBe(0);
      expect(acknowledged.size).toBeGreaterThan(rounds * 400);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  patienceMs,
);

interface Batch {
  name: string;
  isLarge: boolean;
  messages: string[];
}

/** Gives back the batch that got no answer. */
async function sendUntilKilled(
  url: string,
  token: string,
  name: string,
  isLarge: boolean,
  acknowledged: Set<string>,
  sent: Set<string>,
) {
  for (let number = 0; ; number++) {
    const messages = Array.from({ length: batchSize }, (_, index) => `event ${name}.${number}.${index}`);
    for (const message of messages) sent.add(message);
    const batch = { name: `${name}.${number}`, isLarge, messages };
    if (!(await send(url, token, batch, acknowledged))) return batch;
  }
}

/** False when there was no answer. */
async function send(url: string, token: string, { name, isLarge, messages }: Batch, acknowledged: Set<string>) {
  const lines = messages.map((message) => JSON.stringify({ message, host: `host of ${name}` }));
  const answer = await fetch(`${url}/incoming`, {
    method: "POST",
    headers: { authorization: `token ${token}`, "content-type": "application/x-ndjson", "idempotency-key": name },
    body: lines.join(isLarge ? `\n${blank}\n` : "\n"),
  }).catch(() => undefined);
  const body = await answer?.json().catch(() => undefined);
  if (answer === undefined || body === undefined) return false;
  expect(answer.status, JSON.stringify(body)).toBe(200);
  for (const message of messages) acknowledged.add(message);
  return true;
}

/** Makes a body of a few events a large one. */
const blank = " ".repeat(largeDeliveryBytes / (batchSize - 1) + 1);

/** Every acknowledged event once, no event twice, none that was never sent, a batch whole or not at all. */
async function expectAll(url: string, token: string, acknowledged: Set<string>, sent: Set<string>) {
  const stored = await allMessages(url, token);
  const distinct = new Set(stored);
  expect(distinct.size, "no event twice").toBe(stored.length);
  expect([...acknowledged].filter((message) => !distinct.has(message))).toEqual([]);
  expect(stored.filter((message) => !sent.has(message))).toEqual([]);
  const batches = new Map<string, number>();
  for (const message of stored) {
    const batch = message.slice(0, message.lastIndexOf("."));
    batches.set(batch, (batches.get(batch) ?? 0) + 1);
  }
  expect([...batches].filter(([, size]) => size !== batchSize)).toEqual([]);
}

async function allMessages(url: string, token: string): Promise<string[]> {
  const headers = { authorization: `token ${token}`, "content-type": "application/json" };
  const created = await fetch(`${url}/api/query`, {
    method: "POST",
    headers,
    body: JSON.stringify({ type: "Search", params: { time_range: { preset: "last_1_days" }, page_size: 10_000 } }),
  });
  expect(created.status).toBe(201);
  let query = (await created.json()) as SearchRecord;
  const messages: string[] = [];
  for (let page = 1; ; page++) {
    while (query.status === "PENDING" || query.status === "IN_PROGRESS" || page > 1) {
      const next = await fetch(`${url}/api/query/${query.qid}?page=${page}&page_size=10000`, { headers });
      query = (await next.json()) as SearchRecord;
      if (query.status === "SUCCESS") break;
    }
    expect(query.status, JSON.stringify(query.error)).toBe("SUCCESS");
    for (const event of query.results.events.objects) messages.push(event.message);
    if (page >= query.results.events.page_count) return messages;
  }
}

interface SearchRecord {
  qid: string;
  status: string;
  error: unknown;
  results: { events: { objects: { message: string; counter: number }[]; page_count: number } };
}
