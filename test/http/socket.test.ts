import { connect, type Socket as NetSocket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import type { Principal } from "../../src/http/access/principal.ts";
import { route } from "../../src/http/route.ts";
import type { Socket } from "../../src/http/socket.ts";
import { startRoutes, type TestRoutes } from "../support/service/start-routes.ts";

let routes: TestRoutes;
let last: {
  socket: PromiseWithResolvers<Socket>;
  drained: PromiseWithResolvers<void>;
  recheck: () => Principal | null;
};

beforeAll(async () => {
  routes = await startRoutes(() => [
    route({
      method: "GET",
      path: "/socket",
      who: "user",
      opensSocket: true,
      tag: "test",
      summary: "A socket",
      query: z.object({}),
      answer: { status: 101, schema: "none" },
      handle: ({ upgrade, recheck }) => {
        const opened = { socket: Promise.withResolvers<Socket>(), drained: Promise.withResolvers<void>(), recheck };
        last = opened;
        return upgrade({
          open: (socket) => opened.socket.resolve(socket),
          message: () => undefined,
          drain: () => opened.drained.resolve(),
          close: () => undefined,
        });
      },
    }),
  ]);
});

afterAll(() => routes.close());

/** A client that has shaken hands and reads nothing until it is told to. */
async function openPaused(token: string): Promise<{ client: NetSocket; head: string }> {
  const { hostname, port } = new URL(routes.url);
  const client = connect(Number(port), hostname);
  client.write(
    `GET /socket HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: token ${token}\r\n\r\n`,
  );
  const head = await new Promise<string>((resolve) => client.once("data", (data) => resolve(data.toString())));
  client.pause();
  return { client, head };
}

test("when the client reads nothing, then writing says so, and says when it reads again", async () => {
  const { client, head } = await openPaused(routes.admin.token);
  expect(head).toContain("HTTP/1.1 101");
  const socket = await last.socket.promise;
  const text = "x".repeat(1024 * 1024);
  let writes = 1;
  while (socket.send(text) !== -1) writes += 1;
  expect(writes).toBeLessThan(64);
  client.resume();
  await last.drained.promise;
  socket.close(1001, "over");
  client.destroy();
});

test("when the caller is looked at again, then it is he, and nobody once his token is deleted", async () => {
  const ann = await routes.createUser("ann");
  const { client } = await openPaused(ann.token);
  expect(last.recheck()).toMatchObject({ userId: ann.id, via: "token" });
  await ann.call("DELETE", `/api/authtokens/${ann.token}`);
  expect(last.recheck()).toBeNull();
  client.destroy();
});
