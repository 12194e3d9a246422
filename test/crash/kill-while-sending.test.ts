import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeMulti, encode } from "@msgpack/msgpack";
import { expect, test } from "vitest";
import { spoken } from "../ingest/protocols/spoken.ts";
import { until } from "../support/patience.ts";
import { createToken, logIn, type ServiceProcess, startServiceProcess } from "../support/service/service-process.ts";

/** What a sender of this kind keeps sending until the service is gone; `acknowledged`: what it was told is taken. */
type Sender = (service: ServiceProcess, token: string, acknowledged: string[]) => Promise<void>;

const overHttp = spoken.map((how): [string, Sender] => [
  how.name,
  async ({ url }, token, acknowledged) => {
    const headers = { ...how.headers, ...how.token(token) };
    for (let turn = 0; ; turn++) {
      const messages = Array.from({ length: 20 }, (_, index) => `${how.name} turn ${turn} number ${index}`);
      try {
        const answer = await fetch(`${url}${how.path}`, { method: "POST", headers, body: how.body(messages) });
        await answer.bytes();
        if (answer.status === how.accepted) acknowledged.push(...messages);
      } catch {
        return;
      }
    }
  },
]);

/** Each message asks to be acknowledged, and several are on their way. */
const overForward: Sender = (service, _token, acknowledged) => {
  const socket = connect(service.ports.forward!, "127.0.0.1");
  const messagesOf = (chunk: string) => Array.from({ length: 20 }, (_, index) => `Forward ${chunk} number ${index}`);
  let chunks = 0;
  let received = Buffer.alloc(0);
  let told = 0;
  const send = () => {
    const chunk = `turn ${chunks++}`;
    const entries = messagesOf(chunk).map((message) => [Math.floor(Date.now() / 1000), { message }]);
    socket.write(encode(["shop", entries, { chunk }]));
  };
  socket.on("connect", () => Array.from({ length: 8 }, send));
  socket.on("data", (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
    let acks: unknown[] = [];
    try {
      acks = [...decodeMulti(received)];
    } catch {
      return; // The rest of the last one comes.
    }
    for (const { ack } of acks.slice(told) as { ack: string }[]) {
      acknowledged.push(...messagesOf(ack));
      send();
    }
    told = acks.length;
  });
  socket.on("error", () => undefined);
  return new Promise((resolve) => socket.on("close", () => resolve()));
};

test("when the service is killed while all protocols send, then nothing that was acknowledged is lost", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vigie-crash-"));
  try {
    const first = await startServiceProcess(folder, {}, ["--forward", "0", "--dedup-seconds", "0"]);
    const token = await createToken(first.url, await logIn(first.url), "USER");
    const senders: [string, Sender][] = [...overHttp, ["Forward", overForward]];
    const acknowledged = senders.map((): string[] => []);
    const sending = senders.map(([, send], index) => send(first, token, acknowledged[index]!));
    await until(() => acknowledged.every(({ length }) => length >= 100), "every protocol is in the middle of it");
    await first.end("SIGKILL");
    await Promise.all(sending);
    const second = await startServiceProcess(folder);
    const stored = await messagesOf(second.url, token);
    await second.end("SIGTERM");
    for (const [index, [name]] of senders.entries())
      expect([name, acknowledged[index]!.filter((message) => !stored.has(message))]).toEqual([name, []]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Page by page, as an export of lines. */
async function messagesOf(url: string, token: string): Promise<ReadonlySet<string>> {
  const headers = { authorization: `token ${token}`, "content-type": "application/json" };
  const messages = new Set<string>();
  for (let page = 1; ; page++) {
    const params = { page, page_size: 10_000, time_range: { ts_from: -86_400, ts_to: 0 } };
    const body = JSON.stringify({ type: "Search", params });
    const asked = await fetch(`${url}/api/query`, { method: "POST", headers, body });
    let answer = (await asked.json()) as Answer;
    while (answer.status === "PENDING" || answer.status === "IN_PROGRESS")
      answer = (await (await fetch(`${url}/api/query/${answer.qid}`, { headers })).json()) as Answer;
    const found = answer.results!.events.objects;
    for (const { message } of found) messages.add(message);
    if (found.length < 10_000) return messages;
  }
}

interface Answer {
  qid: string;
  status: string;
  results: { events: { objects: { message: string }[] } } | null;
}
