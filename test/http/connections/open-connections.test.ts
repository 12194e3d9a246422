import { connect, type Socket } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { type OpenConnections, readOpenConnections } from "../../../src/http/connections/open-connections.ts";
import { findLibc } from "../../../src/runtime/libc.ts";
import { until } from "../../support/patience.ts";

const libc = findLibc();
const started: { stop(): void }[] = [];
afterAll(() => {
  for (const { stop } of started) stop();
});

/** A server that answers /slow when it is told to. */
function serve(hostname: string) {
  const { promise: told, resolve: answerSlow } = Promise.withResolvers<void>();
  const server = Bun.serve({
    hostname,
    port: 0,
    fetch: async (request) => {
      if (request.url.endsWith("/slow")) await told;
      return new Response("ok");
    },
  });
  const sockets: Socket[] = [];
  started.push({
    stop() {
      answerSlow();
      for (const socket of sockets) socket.destroy();
      void server.stop(true);
    },
  });
  const open = async (text: string, address = hostname) => {
    const socket = connect(server.port!, address);
    sockets.push(socket);
    let received = "";
    socket.on("data", (data) => {
      received += data;
    });
    socket.on("error", () => undefined);
    await new Promise((resolve) => socket.once("connect", resolve));
    socket.write(text);
    return { socket, received: () => received };
  };
  return { connections: readOpenConnections(libc!, server.port!), open, answerSlow };
}

const find = (connections: OpenConnections, { localPort }: Socket) =>
  connections.list().find(({ port }) => port === localPort);

// Other systems do not tell of connections, and they are not bounded there.
describe.skipIf(libc === undefined)("readOpenConnections", () => {
  test("when connections are in every state, then each is told as it is", async () => {
    const { connections, open, answerSlow } = serve("127.0.0.1");
    const part = await open("GET / HTTP/1.1\r\nX-Part: ");
    const answered = await open("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const slow = await open("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
    await until(() => answered.received().endsWith("ok") && connections.list().length === 3, "three connections");
    await until(() => find(connections, answered.socket)?.isUnanswered === false, "the answer was confirmed");
    await until(() => find(connections, part.socket)?.hasUnread === false, "the part was read");
    expect(find(connections, part.socket)).toMatchObject({ isUnanswered: true, peer: 0x7f000001 });
    expect(find(connections, slow.socket)).toMatchObject({ isUnanswered: true });
    const before = find(connections, part.socket)!;
    expect(connections.addressOf(before)).toBe("127.0.0.1");
    part.socket.write("a");
    await until(() => find(connections, part.socket)!.sentMs > before.sentMs + 50, "time passed");
    expect(find(connections, part.socket)!.quietMs).toBeLessThan(find(connections, part.socket)!.sentMs);
    answerSlow();
    await until(() => slow.received().endsWith("ok"), "the slow answer");
  });

  test("when a connection is ended, then the peer sees it, its descriptor is given back, and others stay", async () => {
    const { connections, open } = serve("127.0.0.1");
    const part = await open("GET / HTTP/1.1\r\nX-Part: ");
    const other = await open("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await until(() => connections.list().length === 2, "two connections");
    const closed = new Promise((resolve) => part.socket.once("close", resolve));
    connections.end(find(connections, part.socket)!);
    await closed;
    await until(() => connections.list().length === 1, "the other one is left");
    other.socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await until(() => other.received().split("HTTP/1.1 200").length === 3, "a second answer");
  });

  test("when clients come by both families, then an IPv4 address is itself, and an IPv6 network is one peer", async () => {
    const { connections, open } = serve("::");
    const mapped = await open("GET / HTTP/1.1\r\nX: ", "127.0.0.1");
    const local = await open("GET / HTTP/1.1\r\nX: ", "::1");
    await until(() => connections.list().length === 2, "two connections");
    expect(connections.addressOf(find(connections, mapped.socket)!)).toBe("127.0.0.1");
    expect(connections.addressOf(find(connections, local.socket)!)).toBe("0:0:0:0:0:0:0:1");
    expect(find(connections, local.socket)!.peer).toBe(0n);
  });

  test("when files are opened, then the lowest free descriptor rises", () => {
    const { connections } = serve("127.0.0.1");
    const before = connections.lowestFree();
    const held = Array.from({ length: 20 }, () =>
      Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } }),
    );
    expect(connections.lowestFree()).toBeGreaterThan(before);
    for (const listener of held) listener.stop(true);
  });
});
