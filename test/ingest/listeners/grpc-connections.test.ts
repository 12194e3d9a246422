import { connect, type Socket } from "node:net";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grpcMessageBytesMax } from "../../../src/ingest/limits.ts";
import { ConnectionCounts } from "../../../src/ingest/listeners/connection-counts.ts";
import { connectionsPerAddressMax } from "../../../src/ingest/listeners/limits.ts";
import { until } from "../../support/patience.ts";
import { type Service, startService } from "../../support/service/start-service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ settings: { otlpGrpc: 0, syslogTcp: 0 } });
});
afterAll(() => service.close());

interface Held {
  socket: Socket;
  isClosed: boolean;
}

async function hold(port: number): Promise<Held> {
  const socket = connect(port, "127.0.0.1");
  const held = { socket, isClosed: false };
  socket.on("close", () => {
    held.isClosed = true;
  });
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  return held;
}

/** What the call is answered: its gRPC code; 0: taken. */
function send(client: Client, token: string, message = Buffer.alloc(0)): Promise<number> {
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  const same = (bytes: Buffer) => bytes;
  const path = "/opentelemetry.proto.collector.logs.v1.LogsService/Export";
  return new Promise((resolve) =>
    client.makeUnaryRequest(path, same, same, message, metadata, (error) => resolve(error?.code ?? 0)),
  );
}

test("when one address opens more connections than it may, then those beyond are closed and calls go on", async () => {
  const port = service.ports["otlp-grpc"]!;
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  expect(await send(client, service.adminToken)).toBe(0);
  const held: Held[] = [];
  for (let count = 1; count < connectionsPerAddressMax; count++) held.push(await hold(port));
  const beyond = [await hold(port), await hold(port), await hold(service.ports["syslog-tcp"]!)];
  await until(() => beyond.every(({ isClosed }) => isClosed), "those beyond are closed, on the other port, too");
  expect(held.filter(({ isClosed }) => isClosed)).toEqual([]);
  expect(await send(client, service.adminToken)).toBe(0);
  for (const { socket } of held) socket.destroy();
  await until(async () => !(await isRefused(port)), "there is room again");
  client.close();
});

async function isRefused(port: number): Promise<boolean> {
  const other = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  const code = await send(other, service.adminToken);
  other.close();
  return code !== 0;
}

test("when all places are taken, then one on which no call came gives way to a new one", () => {
  const gone: string[] = [];
  const place = (address: string, hasSpoken: boolean) => ({
    address,
    hasSpoken,
    giveWay: () => void gone.push(address),
  });
  const counts = new ConnectionCounts(2);
  counts.add(place("192.0.2.1", true));
  counts.add(place("192.0.2.2", false));
  expect([counts.refusalOf("192.0.2.3"), gone]).toEqual([undefined, ["192.0.2.2"]]);
  const full = new ConnectionCounts(1);
  full.add(place("192.0.2.1", true));
  expect(full.refusalOf("192.0.2.3")).toBe("too many connections");
});

test("when a call has no valid token, then it is refused and its connection counts as silent", async () => {
  const client = new Client(`127.0.0.1:${service.ports["otlp-grpc"]!}`, credentials.createInsecure());
  expect(await send(client, "none")).toBe(16);
  client.close();
});

test("when a message is too large, broken or without a token, then the call says so and the ledger counts it once", async () => {
  const uncounted = async () => (await service.call("GET", "/api/system")).body.uncounted;
  const before = await uncounted();
  const client = new Client(`127.0.0.1:${service.ports["otlp-grpc"]!}`, credentials.createInsecure());
  expect(await send(client, service.adminToken, Buffer.alloc(grpcMessageBytesMax + 1))).toBe(8);
  expect(await send(client, service.adminToken, Buffer.from([255, 255, 255]))).toBe(3);
  expect(await send(client, "none")).toBe(16);
  expect(await send(client, service.adminToken)).toBe(0);
  client.close();
  await until(
    async () => (await uncounted()).unauthorized.deliveries > before.unauthorized.deliveries,
    "strangers are counted",
  );
  const after = await uncounted();
  expect(after.rejected.deliveries - before.rejected.deliveries).toBe(2);
  expect(after.rejected.bytes - before.rejected.bytes).toBe(3);
});
