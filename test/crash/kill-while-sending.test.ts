import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
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

/** Calls one after the other, each a message of protobuf. */
const overGrpc: Sender = async ({ ports }, token, acknowledged) => {
  const { body } = spoken.find(({ name }) => name === "OTLP in protobuf")!;
  const client = new Client(`127.0.0.1:${ports["otlp-grpc"]}`, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  const same = (bytes: Buffer) => bytes;
  const send = (bytes: Buffer) =>
    new Promise<void>((resolve, reject) =>
      client.makeUnaryRequest(exportPath, same, same, bytes, metadata, (error) => (error ? reject(error) : resolve())),
    );
  for (let turn = 0; ; turn++) {
    const messages = Array.from({ length: 20 }, (_, index) => `gRPC turn ${turn} number ${index}`);
    try {
      await send(Buffer.from(body(messages)));
    } catch {
      client.close();
      return;
    }
    acknowledged.push(...messages);
  }
};
const exportPath = "/opentelemetry.proto.collector.logs.v1.LogsService/Export";

/** Entries with cursors, a body at a time. */
const overJournal: Sender = async ({ url }, token, acknowledged) => {
  for (let turn = 0; ; turn++) {
    const messages = journalTurn(turn);
    try {
      if ((await upload(url, token, messages)) === 202) acknowledged.push(...messages);
    } catch {
      return;
    }
  }
};

const journalTurn = (turn: number) => Array.from({ length: 20 }, (_, index) => `journal turn ${turn} number ${index}`);

async function upload(url: string, token: string, messages: readonly string[]): Promise<number> {
  const entries = messages.map(
    (message) => `__CURSOR=${message}\n__REALTIME_TIMESTAMP=${micros}\nMESSAGE=${message}\n\n`,
  );
  const headers = { "content-type": "application/vnd.fdo.journal", authorization: `token ${token}` };
  const answer = await fetch(`${url}/upload`, { method: "POST", headers, body: entries.join("") });
  await answer.bytes();
  return answer.status;
}
const micros = Date.now() * 1000;

/** Nobody tells it what is taken. */
const overGelf: Sender = (service, _token, sent) => {
  const socket = connect(service.ports["gelf-tcp"]!, "127.0.0.1");
  const send = () => {
    for (let index = 0; index < 20; index++) {
      const message = `GELF number ${sent.length}`;
      sent.push(message);
      socket.write(`${JSON.stringify({ version: "1.1", host: "a", short_message: message })}\0`);
    }
    setTimeout(() => socket.writable && (socket.writableNeedDrain ? socket.once("drain", send) : send()), 2);
  };
  socket.on("connect", send).on("error", () => undefined);
  return new Promise((resolve) => socket.on("close", () => resolve()));
};

const ports = ["--forward", "--otlp-grpc", "--gelf-tcp", "--dedup-seconds"].flatMap((flag) => [flag, "0"]);

test("when the service is killed while all protocols send, then nothing that was acknowledged is lost, and nothing is there twice", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vigie-crash-"));
  try {
    const first = await startServiceProcess(folder, {}, ports);
    const token = await createToken(first.url, await logIn(first.url), "USER");
    const senders: [string, Sender][] = [
      ...overHttp,
      ["Forward", overForward],
      ["gRPC", overGrpc],
      ["journald", overJournal],
      ["GELF", overGelf],
    ];
    const acknowledged = senders.map((): string[] => []);
    const sending = senders.map(([, send], index) => send(first, token, acknowledged[index]!));
    await until(() => acknowledged.every(({ length }) => length >= 100), "every protocol is in the middle of it");
    await first.end("SIGKILL");
    await Promise.all(sending);
    const second = await startServiceProcess(folder, {}, ports);
    const sentByGelf = acknowledged.pop()!;
    // What was on its way is sent again with what had come before it.
    const turns = acknowledged.at(-1)!.length / 20 + 1;
    for (let turn = 0; turn < turns; turn++) expect(await upload(second.url, token, journalTurn(turn))).toBe(202);
    const found = await messagesOf(second.url, token);
    await second.end("SIGTERM");
    const stored = new Set(found);
    for (const [index, told] of acknowledged.entries())
      expect([senders[index]![0], told.filter((message) => !stored.has(message))]).toEqual([senders[index]![0], []]);
    expect(found.length - stored.size).toBe(0);
    expect(found.filter((message) => message.startsWith("journal ")).length).toBe(turns * 20);
    // A stream without acknowledgements ends somewhere; there is no hole in it.
    const storedOfGelf = found.filter((message) => message.startsWith("GELF number")).length;
    expect(storedOfGelf).toBeGreaterThan(0);
    expect(sentByGelf.slice(0, storedOfGelf).filter((message) => !stored.has(message))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Page by page, as an export of lines. */
async function messagesOf(url: string, token: string): Promise<string[]> {
  const headers = { authorization: `token ${token}`, "content-type": "application/json" };
  const messages: string[] = [];
  for (let page = 1; ; page++) {
    const params = { page, page_size: 10_000, time_range: { ts_from: -86_400, ts_to: 0 } };
    const body = JSON.stringify({ type: "Search", params });
    const asked = await fetch(`${url}/api/query`, { method: "POST", headers, body });
    let answer = (await asked.json()) as Answer;
    while (answer.status === "PENDING" || answer.status === "IN_PROGRESS")
      answer = (await (await fetch(`${url}/api/query/${answer.qid}`, { headers })).json()) as Answer;
    const found = answer.results!.events.objects;
    for (const { message } of found) messages.push(message);
    if (found.length < 10_000) return messages;
  }
}

interface Answer {
  qid: string;
  status: string;
  results: { events: { objects: { message: string }[] } } | null;
}
