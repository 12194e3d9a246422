import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patienceMs } from "../support/patience.ts";
import { createToken, logIn, type ServiceProcess, startServiceProcess } from "../support/service/service-process.ts";

const storedBatches = 40;
const batchEvents = 4_000;
/** Small seals leave many segments to read, and to merge. */
const environment = { VIGIE_SEAL_EVENTS: String(batchEvents) };
/** What the promise allows from the signal to the end. */
const stopMs = 5_000;

interface Client {
  service: ServiceProcess;
  session: Record<string, string>;
  token: string;
  /** Events of program "acknowledged" that the service took in. */
  acknowledged: number;
}

const folder = mkdtempSync(join(tmpdir(), "vigie-stop-"));
let token = "";
let acknowledgedBefore = 0;

beforeAll(async () => {
  const service = await startServiceProcess(folder, environment);
  token = await createToken(service.url, await logIn(service.url), "INGEST");
  for (let batch = 0; batch < storedBatches; batch++) {
    const messages = Array.from(
      { length: batchEvents },
      (_, i) => `connection ${batch * batchEvents + i} from 10.0.0.7`,
    );
    const { status } = await sendLines(service.url, linesOf("stored", messages));
    expect(status).toBe(200);
  }
  expect(await service.end("SIGTERM")).toBe(0);
}, patienceMs);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const loads: [string, (client: Client) => unknown][] = [
  ["a body that is large once unpacked", sendLarge],
  ["a report over everything", orderReport],
  ["a performance test", testStorage],
  ["questions, exports and small bodies", (client) => [askAll(client), exportAll(client), sendSmall(client)]],
  [
    "all of that at once",
    (client) => [sendLarge, orderReport, testStorage, askAll, exportAll, sendSmall].map((load) => load(client)),
  ],
];

test.each(loads)(
  "when the process gets SIGTERM under %s, then it ends with 0 within 5 s and keeps what it acknowledged",
  async (_, load) => {
    let isInTime = false;
    let errors = "";
    for (let attempt = 0; attempt < attemptsMax && !isInTime; attempt++) {
      const service = await startServiceProcess(folder, environment);
      const client = { service, session: await logIn(service.url), token, acknowledged: 0 };
      load(client);
      await Bun.sleep(loadMs);
      const signalledMs = performance.now();
      const code = await service.end("SIGTERM");
      isInTime = code === 0 && performance.now() - signalledMs < stopMs;
      errors = service.errors();
      const after = await startServiceProcess(folder, environment);
      acknowledgedBefore += client.acknowledged;
      expect(await countAcknowledged(after.url)).toBeGreaterThanOrEqual(acknowledgedBefore);
      expect(await after.end("SIGTERM")).toBe(0);
    }
    expect(isInTime, errors).toBe(true);
  },
  patienceMs,
);

/** Other tests may have both processors for some of the seconds, but hardly three times. */
const attemptsMax = 3;
/** Long enough that all threads are in the middle of it. */
const loadMs = 1_200;

/** The service may cut any of them. */
function post({ service, session }: Client, path: string, body: unknown): Promise<Response | undefined> {
  const options = { method: "POST", headers: session, body: JSON.stringify(body) };
  return fetch(`${service.url}${path}`, options).catch(() => undefined);
}

const everything = { type: "Search", params: { q: "", time_range: { ts_from: -86_400 } } };

async function sendLarge(client: Client): Promise<void> {
  const body = Bun.gzipSync('{"message":"big","program":"big"}\n'.repeat(1_500_000));
  await sendLines(client.service.url, body, { "content-encoding": "gzip" }).catch(() => undefined);
}

async function orderReport(client: Client): Promise<void> {
  await post(client, "/api/reports", { title: "everything", format: "pdf", query: everything });
}

async function testStorage(client: Client): Promise<void> {
  await post(client, "/api/performance-tests/storage", { event_count: 300_000 });
}

async function askAll(client: Client): Promise<void> {
  const params = { ...everything.params, field: "message", q: "/c.*n.*[0-9]+7/" };
  for (const type of ["Search", "TopN"]) await post(client, "/api/query", { type, params });
}

async function exportAll(client: Client): Promise<void> {
  const { service, session } = client;
  const asked = (await (await post(client, "/api/query", everything))?.json()) as { qid: string } | undefined;
  const path = `/api/query/${asked?.qid}/export?format=xlsx`;
  await fetch(`${service.url}${path}`, { headers: session }).catch(() => undefined);
}

/** Until the service is gone. */
async function sendSmall(client: Client): Promise<void> {
  try {
    for (let turn = 0; ; turn++) {
      const messages = Array.from({ length: 50 }, (_, i) => `small ${i} of turn ${turn} to ${client.service.pid}`);
      const answer = await sendLines(client.service.url, linesOf("acknowledged", messages));
      if (answer.status === 200) client.acknowledged += ((await answer.json()) as { accepted: number }).accepted;
    }
  } catch {
    // The service no longer answers.
  }
}

function linesOf(program: string, messages: readonly string[]): string {
  return messages.map((message) => JSON.stringify({ program, message })).join("\n");
}

function sendLines(url: string, body: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) {
  const headers = { authorization: `token ${token}`, "content-type": "application/x-ndjson", ...more };
  return fetch(`${url}/incoming`, { method: "POST", headers, body });
}

async function countAcknowledged(url: string): Promise<number> {
  const headers = await logIn(url);
  const params = { ...everything.params, q: "program:acknowledged" };
  const options = { method: "POST", headers, body: JSON.stringify({ type: "Search", params }) };
  let query = (await (await fetch(`${url}/api/query`, options)).json()) as SearchRecord;
  while (query.status === "PENDING" || query.status === "IN_PROGRESS")
    query = (await (await fetch(`${url}/api/query/${query.qid}`, { headers })).json()) as SearchRecord;
  expect(query.status).toBe("SUCCESS");
  return query.results.events.item_count;
}

interface SearchRecord {
  qid: string;
  status: string;
  results: { events: { item_count: number } };
}
