import type { ChildProcess } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withoutProgress } from "../cli/run-vigie.ts";
import { patienceMs, until } from "../support/patience.ts";
import { builtExecutable } from "../support/service/built-executable.ts";
import { canSeal, createSealedPlace, type SealedPlace } from "../support/service/sealed-place.ts";
import { createToken, logIn, testPassword } from "../support/service/service-process.ts";

let place: SealedPlace;
const started: ChildProcess[] = [];
const environment = { VIGIE_ADMIN_PASSWORD: testPassword, VIGIE_MIN_FREE_MB: "1" };
const sealable = canSeal();
if (!sealable) console.warn("The executable is not tested alone: this machine does not let us change the root folder.");

beforeAll(() => {
  if (sealable) place = createSealedPlace(builtExecutable());
}, patienceMs);

afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  place?.remove();
});

/** A query that was made, when it is finished: on a busy machine that takes longer than its making waits. */
async function finished(url: string, headers: Record<string, string>, made: Response) {
  let query = (await made.json()) as { qid: string; status: string; results: object };
  while (query.status === "PENDING" || query.status === "IN_PROGRESS")
    query = (await (await fetch(`${url}/api/query/${query.qid}`, { headers })).json()) as typeof query;
  return query;
}

describe.skipIf(!sealable)("the executable alone in an empty file system", () => {
  test("when the place is looked at, then neither source nor node_modules can be reached", () => {
    const files = readdirSync(place.folder, { recursive: true, encoding: "utf8" });
    expect(files.filter((file) => /node_modules|\.ts$|package\.json/.test(file))).toEqual([]);
  });

  test("when it serves, then it takes in events, answers a TopN through the pool, and ends with 0", async () => {
    const service = await serve(["--ephemeral"]);
    const session = await logIn(service.url);
    const token = await createToken(service.url, session, "INGEST");
    const hosts = ["web-1", "193.0.6.139", "web-1", "db-1", "web-1", "193.0.6.139"];
    const accepted = await fetch(`${service.url}/incoming`, {
      method: "POST",
      headers: { authorization: `Token ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ events: hosts.map((host, index) => ({ host, message: `disk ${index} is slow` })) }),
    });
    expect(await accepted.json()).toMatchObject({ status: "ok", accepted: 6, rejected: [] });

    const answer = await fetch(`${service.url}/api/query`, {
      method: "POST",
      headers: session,
      body: JSON.stringify({ type: "TopN", params: { field: "host", limit: 2 } }),
    });
    expect(answer.status).toBe(201);
    const { qid, status, results } = await finished(service.url, session, answer);
    expect(status).toBe("SUCCESS");
    const [web, address] = [
      { name: "web-1", count: 3 },
      { name: "193.0.6.139", count: 2 },
    ];
    expect(results).toMatchObject({ totals: { values: [web, address] } });
    const located = await fetch(`${service.url}/api/query/${qid}?add_geoip_data=true`, { headers: session });
    const netherlands = { country_code: "NL", country: "Netherlands" };
    expect(await located.json()).toMatchObject({
      results: {
        totals: {
          values: [
            { ...web, geoip: {} },
            { ...address, geoip: netherlands },
          ],
        },
      },
    });

    // And so before the 5 s that a stop may take are over: what ends a stop then has another code.
    expect(await service.end("SIGTERM")).toBe(0);
    expect(existsSync(join(place.folder, "data/ready.json"))).toBe(false);
    expect(readdirSync(join(place.folder, "tmp")).filter((name) => name.startsWith("vigie"))).toEqual([]);
  });

  test("when a program that knows it by its description alone talks to it, then it gets what it was promised", async () => {
    const service = await serve(["--ephemeral"]);
    const page = await (await fetch(`${service.url}/api/docs`)).text();
    const parts = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part]) => part!);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of [...parts, "/api/openapi.json"]) {
      const response = await fetch(service.url + part);
      expect([part, response.status, (await response.bytes()).length > 100]).toEqual([part, 200, true]);
    }
    const flows = join(import.meta.dirname, "../client/main-flows.ts");
    const client = Bun.spawn([process.execPath, flows, service.url, "admin", testPassword], { stderr: "pipe" });
    const [output, errors] = await Promise.all([client.stdout.text(), client.stderr.text()]);
    expect([output.trim(), errors.trim()]).toEqual(["done", ""]);
    expect(await service.end("SIGTERM")).toBe(0);
  });

  test("when it starts on an empty folder, then it is ready and idles below the 180 MB that its help names", async () => {
    const service = await serve(["--data", "/data/empty"]);
    // It is left alone: a service that is asked all the while does not idle.
    let resident = 0;
    await until(
      () => {
        resident = residentMb(service.pid);
        return resident < 180;
      },
      () => `it takes ${resident} MB, less than 180 were expected`,
    );
    expect(await service.end("SIGTERM")).toBe(0);
  });

  test("when it is started again on its folder after a kill, then what it acknowledged is still there", async () => {
    const first = await serve(["--data", "/data/kept"]);
    const session = await logIn(first.url);
    const token = await createToken(first.url, session, "USER");
    const accepted = await fetch(`${first.url}/incoming/raw`, {
      method: "POST",
      headers: { authorization: `Token ${token}`, "content-type": "text/plain" },
      body: "kept through a kill",
    });
    expect(accepted.status).toBe(200);
    await first.end("SIGKILL");

    const second = await serve(["--data", "/data/kept"]);
    const answer = await fetch(`${second.url}/api/query`, {
      method: "POST",
      headers: { authorization: `Token ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ type: "Search", params: {} }),
    });
    expect(await finished(second.url, { authorization: `Token ${token}` }, answer)).toMatchObject({
      status: "SUCCESS",
      results: { events: { item_count: 1, objects: [{ message: "kept through a kill" }] } },
    });
    expect(await second.end("SIGINT")).toBe(0);
  });

  test("when a second process wants the same folder, then it ends with 1 and one line that names the folder", async () => {
    const service = await serve(["--data", "/data/held"]);
    const second = place.run(["serve", "--data", "/data/held", "--port", "0"], environment);
    expect(second.status).toBe(1);
    expectOneLine(second.stderr, "/data/held");
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    expect(await service.end("SIGTERM")).toBe(0);
  });

  test("when the port is in use, then it ends with 1 and one line that names the port", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => holder.once("listening", resolve));
    const { port } = holder.address() as { port: number };
    try {
      const second = place.run(["serve", "--ephemeral", "--port", String(port)], environment);
      expect(second.status).toBe(1);
      expectOneLine(second.stderr, String(port));
    } finally {
      holder.close();
    }
  });

  test("when the folder cannot be used, then it ends with 1 and one line that names it", () => {
    const { status, stderr } = place.run(["serve", "--data", "/vigie/inside-a-file", "--port", "0"], environment);
    expect(status).toBe(1);
    expectOneLine(stderr, "/vigie/inside-a-file");
  });

  const wrong: [string[], string][] = [
    [["serve", "--no-such-flag"], "--no-such-flag"],
    [["serve", "--port", "65536"], "--port"],
    [["no-such-command"], "no-such-command"],
  ];
  for (const [commandLine, named] of wrong)
    test(`when it is called with "${commandLine.join(" ")}", then it ends with 2 and names it`, () => {
      const { status, stderr } = place.run(commandLine, environment);
      expect(status).toBe(2);
      expect(stderr).toContain(named);
      expect(stderr).not.toMatch(/^\s+at /m);
    });

  test("when it is asked for its version, then it says that of package.json", () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
    const { status, stdout } = place.run(["version"]);
    expect(status).toBe(0);
    expect(stdout).toContain(version);
  });

  test("when it shows its demo, then the samples inside it are loaded and three questions answered", () => {
    const { status, stdout, stderr } = place.run(["demo", "--once"]);
    expect({ status, stderr: withoutProgress(stderr) }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/Read [\d,]+ lines of 12 files/);
    expect(stdout.match(/^\$ vigie query /gm)).toHaveLength(3);
    expect(readdirSync(join(place.folder, "tmp")).filter((name) => name.startsWith("vigie"))).toEqual([]);
  });

  test("when a connection is held open, then a signal still ends it within 5 s", async () => {
    const service = await serve(["--ephemeral"]);
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    socket.on("error", () => undefined);
    socket.write("POST /incoming HTTP/1.1\r\nHost: vigie\r\nContent-Length: 100\r\n\r\nhalf");
    const code = await service.end("SIGTERM");
    // The request is given 3 s. On a busy machine the rest may not be done in the 2 s that are left; then it is ended
    // all the same.
    expect([0, 1]).toContain(code);
    socket.destroy();
  });
});

/** Starts the service in the sealed place and waits until it is ready. */
async function serve(flags: string[]) {
  const readyFile = join(place.folder, "data/ready.json");
  rmSync(readyFile, { force: true });
  const child = place.start(["serve", "--port", "0", "--ready-file", "/data/ready.json", ...flags], environment);
  started.push(child);
  let output = "";
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (chunk) => {
      output += String(chunk);
    });
  const ended = new Promise<number | string>((resolve) =>
    child.on("exit", (code, signal) => resolve(code ?? signal ?? "")),
  );
  const deadline = performance.now() + patienceMs;
  while (!existsSync(readyFile)) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline)
      throw new Error(`The executable did not get ready: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const { url, pid } = JSON.parse(readFileSync(readyFile, "utf8")) as { url: string; pid: number };
  expect(pid).toBe(child.pid!);
  return {
    url,
    pid,
    end: (signal: "SIGTERM" | "SIGINT" | "SIGKILL") => {
      child.kill(signal);
      return ended;
    },
  };
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1000;
}

/** For people: one line, no stack. */
function expectOneLine(stderr: string, named: string): void {
  const lines = stderr.split("\n").filter((line) => line !== "");
  expect(lines, stderr).toHaveLength(1);
  expect(lines[0]).toContain(named);
}
