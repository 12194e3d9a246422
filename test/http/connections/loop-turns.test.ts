import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Elysia } from "elysia";
import { expect, test } from "vitest";
import { listen } from "../../../src/http/listen.ts";
import { type Socket, type SocketServer, upgradeToSocket } from "../../../src/http/socket.ts";

const requests = 150;
const echo =
  'const { parentPort } = require("node:worker_threads"); parentPort.on("message", () => parentPort.postMessage(0));';

/** Sixteen clients with a new connection for each request, as a process of its own. */
const clients = (url: string) => `
  const { get } = require("node:http");
  let left = ${requests};
  const ask = () => {
    if (left-- > 0) get("${url}", { agent: false }, (answer) => answer.resume().on("end", ask));
  };
  for (let client = 0; client < 16; client++) ask();
`;

test("when new connections come all the time, then other threads are heard meanwhile", async () => {
  const other = new Worker(echo, { eval: true });
  other.postMessage(0);
  await once(other, "message");
  let answered = 0;
  let heard: number | undefined;
  other.on("message", () => {
    heard = answered;
  });
  const busy = () => {
    for (const end = performance.now() + 10; performance.now() < end; );
    if (++answered === 20) other.postMessage(0);
    return "";
  };
  const app = new Elysia();
  app.get("/", busy);
  const server = listen(app, "127.0.0.1", 0);
  const sender = Bun.spawn([process.execPath, "-e", clients(`${server.url}/`)]);
  expect(await sender.exited).toBe(0);
  expect(answered).toBe(requests);
  expect(heard).toBeLessThan(26);
  await server.close(0);
  await other.terminate();
});

/** Sixteen clients of sockets that send all their messages at once. */
const talkers = (url: string) => `
  let left = ${requests};
  for (let client = 0; client < 16; client++) {
    const socket = new WebSocket("${url}");
    const many = Math.ceil((${requests} - client) / 16);
    socket.onopen = () => {
      for (let i = 0; i < many; i++) socket.send(client + " " + i);
    };
    socket.onmessage = () => {
      if (--left === 0) process.exit(0);
    };
  }
`;

test("when messages of sockets come all at once, then requests are answered meanwhile, and each is heard in order", async () => {
  const heard: [string, number][] = [];
  let count = 0;
  let countAtAnswer: number | undefined;
  const app = new Elysia();
  app.get("/", () => "");
  app.get("/ws", ({ request, server }) => {
    let own: Socket;
    return upgradeToSocket(request, server as SocketServer | null, new Headers(), {
      open: (socket) => {
        own = socket;
      },
      message(message) {
        const [client, place] = String(message).split(" ");
        heard.push([client!, Number(place)]);
        for (const end = performance.now() + 10; performance.now() < end; );
        if (++count === 5)
          void fetch(url).then(() => {
            countAtAnswer = count;
          });
        own.send("");
      },
      drain: () => undefined,
      close: () => undefined,
    });
  });
  const server = listen(app, "127.0.0.1", 0);
  const { url } = server;
  const sender = Bun.spawn([process.execPath, "-e", talkers(`${url.replace("http", "ws")}/ws`)]);
  expect(await sender.exited).toBe(0);
  expect(count).toBe(requests);
  expect(countAtAnswer).toBeLessThan(requests / 2);
  for (const own of Map.groupBy(heard, ([client]) => client).values())
    expect(own).toEqual(own.toSorted(([, a], [, b]) => a - b));
  await server.close(0);
});
