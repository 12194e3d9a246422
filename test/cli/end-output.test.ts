import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { vigieCommand } from "../support/service/service-process.ts";

/** One answer, far larger than what a pipe holds. */
const lines = 5000;
const event = JSON.stringify({ id: "1", message: "x".repeat(400) });
let server: ReturnType<typeof Bun.serve>;
beforeAll(() => {
  const events = Array.from({ length: lines }, () => JSON.parse(event) as unknown);
  server = Bun.serve({
    port: 0,
    fetch: () =>
      Response.json({
        qid: "1",
        status: "SUCCESS",
        progress: 100,
        warnings: [],
        results: { totals: {}, events: { objects: events } },
      }),
  });
});
afterAll(() => server.stop(true));

function query(stdout: "pipe" | number) {
  const [command, ...leading] = vigieCommand();
  const args = ["query", "--last", "1h", "--json", "--url", `http://127.0.0.1:${server.port}`, "--token", "k"];
  const child = spawn(command!, [...leading, ...args], { stdio: ["ignore", stdout, "pipe"] });
  let err = "";
  child.stderr!.on("data", (text) => {
    err += String(text);
  });
  const closed = new Promise<{ code: number | null; err: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, err })),
  );
  return { child, closed };
}

test("when the reader of a large answer is slow, then it gets all of it", async () => {
  const { child, closed } = query("pipe");
  let length = 0;
  let newlines = 0;
  for await (const chunk of child.stdout! as AsyncIterable<Buffer>) {
    length += chunk.length;
    newlines += chunk.toString().split("\n").length - 1;
    await new Promise(setImmediate);
  }
  expect(await closed).toEqual({ code: 0, err: "" });
  expect({ newlines, length }).toEqual({ newlines: lines, length: lines * (event.length + 1) });
});

test("when the reader goes away early, then it ends quietly", async () => {
  const { child, closed } = query("pipe");
  child.stdout!.once("data", () => child.stdout!.destroy());
  expect(await closed).toEqual({ code: 0, err: "" });
});

test.skipIf(!existsSync("/dev/full"))("when the answer cannot be written, then it says so and fails", async () => {
  const full = openSync("/dev/full", "w");
  const { closed } = query(full);
  const { code, err } = await closed;
  closeSync(full);
  expect(code).toBe(1);
  expect(err).toContain("Cannot write to stdout");
});
