import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Elysia } from "elysia";
import { expect, test } from "vitest";
import { listen } from "../../../src/http/listen.ts";

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
