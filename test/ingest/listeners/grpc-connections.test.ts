import { connect as connectHttp2, type IncomingHttpHeaders } from "node:http2";
import { connect, type Socket } from "node:net";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grpcMessageBytesMax } from "../../../src/ingest/limits.ts";
import { ConnectionCounts } from "../../../src/ingest/listeners/connection-counts.ts";
import { GrpcConnections } from "../../../src/ingest/listeners/grpc-connections.ts";
import { connectionsPerAddressMax, grpcUnreadPerAddressMax } from "../../../src/ingest/listeners/limits.ts";
import { type OtlpGrpcParts, openOtlpGrpc } from "../../../src/ingest/listeners/otlp-grpc.ts";
import { createLog } from "../../../src/lib/log.ts";
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

test("when messages do not come to their end, then only so many are kept, and others are taken", async () => {
  const port = service.ports["otlp-grpc"]!;
  const begun = Buffer.alloc(5 + 1_000);
  begun.writeUInt32BE(4_000_000, 1);
  const sessions = Array.from({ length: 3 }, () => connectHttp2(`http://127.0.0.1:${port}`));
  const calls = sessions.flatMap((session) =>
    Array.from({ length: 12 }, () => {
      const call = {
        code: undefined as string | undefined,
        stream: session.request(exportHeaders(service.adminToken)),
      };
      const note = (headers: IncomingHttpHeaders) => {
        call.code ??= headers["grpc-status"] as string | undefined;
      };
      call.stream
        .on("response", note)
        .on("trailers", note)
        .on("error", () => undefined);
      call.stream.write(begun);
      return call;
    }),
  );
  const refused = () => calls.filter(({ code }) => code === "14").length;
  await until(() => refused() === calls.length - grpcUnreadPerAddressMax, "those beyond are told to come again");
  for (const session of sessions) session.destroy();
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
  await until(async () => (await send(client, service.adminToken)) === 0, "there is room again");
  client.close();
});

test("when a message does not come in time, then its call ends, and its place is free", async () => {
  const { port, close } = await openPort({ messageSeconds: 0.05 });
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  const stream = session.request(exportHeaders("any"));
  const ended = Promise.withResolvers<unknown>();
  stream.on("response", (headers) => ended.resolve(headers["grpc-status"])).on("error", () => undefined);
  stream.write(Buffer.from([0, 0, 1, 0, 0, 7]));
  expect(await ended.promise).toBe("4");
  await until(() => stream.closed, "the stream is closed, too");
  session.destroy();
  await close();
});

const exportHeaders = (token: string) => ({
  ":method": "POST",
  ":path": "/opentelemetry.proto.collector.logs.v1.LogsService/Export",
  "content-type": "application/grpc",
  te: "trailers",
  authorization: `Bearer ${token}`,
});

/** The port alone, for which every token is good. */
async function openPort(more: Partial<OtlpGrpcParts>) {
  const connections = new GrpcConnections({
    ...{ host: "127.0.0.1", port: 0, counts: new ConnectionCounts(), log: createLog("silent") },
  });
  const principal = {
    userId: 1,
    username: "a",
    isSuperuser: true,
    permissions: [],
    hosts: [],
    via: "token",
    credentialId: 1,
  };
  const parts = {
    ...{
      connections,
      guard: { identify: () => ({ kind: "user-token", principal }) },
      intake: { countUncounted: () => undefined },
    },
    ...{ quotas: undefined, onStranger: () => undefined, log: createLog("silent"), ...more },
  } as unknown as OtlpGrpcParts;
  const { port, close } = await openOtlpGrpc(parts);
  return { port, close: () => close(100) };
}
