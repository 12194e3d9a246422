import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patienceMs, until } from "../../support/patience.ts";
import {
  createToken,
  logIn,
  type ServiceProcess,
  startServiceProcess,
  vigieCommand,
} from "../../support/service/service-process.ts";
import { runVigie } from "../run-vigie.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-tail-"));
let service: ServiceProcess;
let token: string;
beforeAll(async () => {
  service = await startServiceProcess(folder);
  token = await createToken(service.url, await logIn(service.url), "USER");
});
afterAll(async () => {
  await service.end("SIGTERM");
  rmSync(folder, { recursive: true });
});

async function send(...events: object[]): Promise<void> {
  const headers = { authorization: `Token ${token}`, "content-type": "application/json" };
  const response = await fetch(`${service.url}/incoming`, {
    method: "POST",
    headers,
    body: JSON.stringify({ events }),
  });
  expect(response.status).toBe(200);
}

function startTail(...args: string[]) {
  const [command, ...leading] = vigieCommand();
  const child = spawn(command!, [...leading, "tail", ...args], {
    env: { ...process.env, VIGIE_URL: service.url, VIGIE_TOKEN: token },
  });
  const written = { out: "", err: "" };
  child.stdout.on("data", (bytes) => {
    written.out += String(bytes);
  });
  child.stderr.on("data", (bytes) => {
    written.err += String(bytes);
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, written, ended };
}

describe("vigie tail", () => {
  test(
    "when events come, then it begins with the newest and shows each that the query takes, until it is ended",
    async () => {
      await send({ host: "web1", severity: 3, message: "long before" }, { host: "db1", message: "another" });
      const { child, written, ended } = startTail("host:web* severity<=4", "--timezone", "UTC");
      await until(() => written.out.includes("long before"), "the newest event is shown");
      await send({ host: "web1", severity: 6, message: "too mild" });
      await send({
        host: "web2",
        program: "shop",
        severity: 4,
        ts: 1_700_000_000,
        message: "two lines\n\u001B[31mred",
      });
      await until(() => written.out.includes("red"), "the event is shown");
      child.kill("SIGINT");
      expect(await ended).toBe(0);
      const lines = written.out.split("\n");
      expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} web1 ERROR long before$/);
      expect(lines.slice(1)).toEqual(["2023-11-14 22:13:20.000 web2 shop WARNING two lines", "    \u241B[31mred", ""]);
    },
    patienceMs,
  );

  test(
    "when the service restarts, then it goes on behind the last event and shows what came meanwhile",
    async () => {
      const { child, written, ended } = startTail("host:restarted", "--json", "--lines", "0");
      // It is open once something has come through.
      let first = 0;
      await until(async () => {
        await send({ host: "restarted", message: `first ${first++}` });
        return written.out !== "";
      }, "the tail is open");
      const { port } = new URL(service.url);
      expect(await service.end("SIGTERM")).toBe(0);
      await until(() => written.err.includes("Asking again"), "it knows that the service is away");
      service = await startServiceProcess(folder, {}, ["--port", port]);
      await send({ host: "restarted", message: "the end" });
      await until(() => written.out.includes("the end"), "the event after the restart is shown");
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
      const events = written.out
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as { id: string; message: string });
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      expect(events.at(-1)!.message).toBe("the end");
    },
    patienceMs,
  );

  test("when the query or the number of lines is wrong, then it says where, with exit code 2", async () => {
    const env = { VIGIE_URL: service.url, VIGIE_TOKEN: token };
    const wrongQuery = await runVigie(["tail", "host:("], { env });
    expect([wrongQuery.code, wrongQuery.err]).toEqual([2, expect.stringContaining("^")]);
    const wrongLines = await runVigie(["tail", "--lines", "many"], { env });
    expect([wrongLines.code, wrongLines.err]).toEqual([2, expect.stringContaining("--lines")]);
    const wrongToken = await runVigie(["tail"], { env: { ...env, VIGIE_TOKEN: `user-${"0".repeat(48)}` } });
    expect([wrongToken.code, wrongToken.err]).toEqual([1, expect.stringContaining("401")]);
  });
});
