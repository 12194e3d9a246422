import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { patienceMs, until } from "../../support/patience.ts";
import {
  createToken,
  logIn,
  type ServiceProcess,
  startServiceProcess,
  vigieCommand,
} from "../../support/service/service-process.ts";
import { runVigie } from "../run-vigie.ts";

let dataFolder: string;
let service: ServiceProcess;
let token: string;
let folder: string;
let logs: string;
let state: string;
let children: ChildProcess[];
/** Each test ships as another one, and sees what this one sent. */
let host: string;
let tests = 0;
beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), "vigie-ship-data-"));
  service = await startReceiver();
  token = await createToken(service.url, await logIn(service.url), "USER");
}, patienceMs);
afterAll(async () => {
  await service.end("SIGTERM");
  rmSync(dataFolder, { recursive: true, force: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-ship-"));
  logs = join(folder, "logs");
  state = join(folder, "state", "ship.json");
  children = [];
  host = `ship-${++tests}`;
  mkdirSync(logs);
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const startReceiver = (...args: string[]) => startServiceProcess(dataFolder, { VIGIE_DEDUP_SECONDS: "0" }, args);
const environment = () => ({ VIGIE_URL: service.url, VIGIE_TOKEN: token });

function ship(...args: string[]): ChildProcess {
  return shipTo(service.url, ...args);
}

function shipTo(url: string, ...args: string[]): ChildProcess {
  const [command, ...leading] = vigieCommand();
  const child = spawn(command!, [...leading, "ship", ...args, "--state", state, "--host", host], {
    env: { ...process.env, ...environment(), VIGIE_URL: url },
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.push(child);
  return child;
}

const shipOnce = (...args: string[]) =>
  runVigie(["ship", ...args, "--state", state, "--host", host, "--once"], { env: environment() });

function killed(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

/** Sends until so many events are stored, and is killed before it hears of it. */
async function shipUnheard(path: string, count: number): Promise<void> {
  // Forwards everything and keeps to itself that events are stored.
  const mute = Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { method, headers } = request;
      const body = method === "GET" ? null : await request.arrayBuffer();
      const answer = await fetch(`${service.url}${pathname}${search}`, { method, headers, body });
      return pathname === "/incoming" ? new Promise<Response>(() => undefined) : answer;
    },
  });
  try {
    const child = shipTo(`http://127.0.0.1:${mute.port}`, path);
    await stored(count);
    await killed(child);
  } finally {
    await mute.stop(true);
  }
}

/** Up to `pageSize` of the test's stored events, and how many there are. */
async function ask(pageSize: number) {
  const headers = { authorization: `Token ${token}`, "content-type": "application/json" };
  const filter = [{ field: "host", value: host }];
  const params = { filter, page_size: pageSize, time_range: { ts_from: 1, ts_to: 0, step: 86_400 * 366 } };
  const body = JSON.stringify({ type: "Search", params });
  const response = await fetch(`${service.url}/api/query`, { method: "POST", headers, body }).catch(() => undefined);
  const { results } = ((await response?.json()) ?? {}) as { results?: Found };
  return results ?? { totals: { count: 0 }, events: { objects: [] } };
}

interface Found {
  totals: { count: number };
  events: { objects: { message: string; counter: number }[] };
}

/** What the test has stored, sorted. */
async function messages(): Promise<string[]> {
  const { objects } = (await ask(10_000)).events;
  return objects.flatMap(({ message, counter }) => Array<string>(counter).fill(message)).sort();
}

const stored = (count: number) => until(async () => (await ask(1)).totals.count >= count, `${count} lines are stored`);
let line = 0;
function write(path: string, count: number): string[] {
  const lines = Array.from({ length: count }, () => `2026-11-22T10:00:00Z line ${String(line++).padStart(6, "0")}`);
  appendFileSync(path, `${lines.join("\n")}\n`);
  return lines.map((text) => text.replace(/^\S+ /, ""));
}

describe("vigie ship", () => {
  const ways = [
    ["renames it and makes a new one", "create", "app.log"],
    ["renames it, and both names are followed", "create", "app.log*"],
    ["copies and empties it", "copytruncate", "app.log"],
    ["copies and empties it, and both names are followed", "copytruncate", "app.log*"],
  ] as const;
  const hasLogrotate = spawnSync("logrotate", ["--version"]).status === 0;
  if (!hasLogrotate) console.warn("Skipped: vigie ship with logrotate, which is not there.");

  test.skipIf(!hasLogrotate).each(ways)(
    "when logrotate %s while both sides are killed, then each line is stored once",
    async (_, mode, pattern) => {
      const path = join(logs, "app.log");
      const configuration = join(folder, "rotate.conf");
      const rule = mode === "create" ? "create 0644" : "copytruncate";
      writeFileSync(configuration, `${path} {\n rotate 5\n missingok\n su root root\n ${rule}\n}\n`, { mode: 0o644 });
      const rotate = () => {
        const { status, stderr } = spawnSync("logrotate", ["-f", "-s", join(folder, "rotate.state"), configuration]);
        expect([status, String(stderr)]).toEqual([0, ""]);
      };
      const written = write(path, 500);
      let child = ship(join(logs, pattern));
      await stored(written.length);
      for (let round = 0; round < 3; round++) {
        written.push(...write(path, 200));
        // What was not read when a file is emptied is in the copy alone.
        if (pattern === "app.log" && mode === "copytruncate") await stored(written.length);
        rotate();
        written.push(...write(path, 100));
        if (round === 0) {
          await killed(child);
          child = ship(join(logs, pattern));
        }
        if (round === 1) {
          const { port } = new URL(service.url);
          await service.end("SIGKILL");
          written.push(...write(path, 50));
          service = await startReceiver("--port", port);
        }
        await stored(written.length);
      }
      child.kill("SIGTERM");
      expect(await messages()).toEqual(written.sort());
    },
    patienceMs,
  );

  test(
    "when it is not running while a file is renamed, then the rest of it is sent before the new one, once",
    async () => {
      const path = join(logs, "app.log");
      const written = write(path, 100);
      expect((await shipOnce(path)).code).toBe(0);
      written.push(...write(path, 10));
      renameSync(path, join(logs, "app.log.1"));
      written.push(...write(path, 10));
      for (let run = 0; run < 2; run++) expect((await shipOnce(path)).code).toBe(0);
      expect(await messages()).toEqual(written.sort());
    },
    patienceMs,
  );

  test.each([
    ["goes on", false],
    ["is killed meanwhile", true],
  ])(
    "when an answer is lost for longer than keys are remembered, and vigie ship %s, then each line is stored once",
    async (_, isKilled) => {
      const { port } = new URL(service.url);
      let lost = 0;
      let isOpen = false;
      // Lets one batch through, without its answer, and nothing more until it is open.
      const between = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        async fetch(request) {
          const path = new URL(request.url).pathname;
          if (path === "/incoming" && !isOpen && lost++ > 0) return new Response("", { status: 503 });
          const body = request.method === "POST" ? await request.arrayBuffer() : null;
          const init = { method: request.method, headers: request.headers, body };
          const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
          return path !== "/incoming" || isOpen ? answer : new Response("", { status: 503 });
        },
      });
      const path = join(logs, "app.log");
      const written = write(path, 300);
      const url = ["--url", `http://127.0.0.1:${between.port}`];
      let child = ship(path, ...url);
      await stored(written.length);
      await until(() => lost > 1, "the batch was sent again");
      if (isKilled) await killed(child);
      written.push(...write(path, 20));
      await service.end("SIGKILL");
      const log = new Database(join(dataFolder, "events", "intake.sqlite"));
      log.exec("UPDATE retry_key SET at = at - 3600 * 1000");
      log.close();
      service = await startReceiver("--port", port);
      isOpen = true;
      if (isKilled) child = ship(path, ...url);
      await stored(written.length);
      child.kill("SIGTERM");
      await between.stop(true);
      expect(await messages()).toEqual(written.sort());
    },
    patienceMs,
  );

  test(
    "when a file is emptied and grows beyond what it was, then it is read from its beginning",
    async () => {
      const path = join(logs, "app.log");
      const written = write(path, 20);
      const once = () => shipOnce(path);
      await once();
      truncateSync(path, 0);
      written.push(...write(path, 300));
      await once();
      expect(await messages()).toEqual(written.sort());
      copyFileSync(path, join(logs, "copy.log"));
      await shipOnce(path, join(logs, "copy.log"));
      expect(await messages()).toEqual(written);
    },
    patienceMs,
  );

  test(
    "when a stack trace is written in two halves, then it is one event; a line without an end waits for it",
    async () => {
      const path = join(logs, "java.log");
      writeFileSync(
        path,
        "2026-11-22 10:00:00,000 ERROR [main] shop.Cart - broken\njava.lang.IllegalStateException: no\n",
      );
      const child = ship(path);
      appendFileSync(
        path,
        "\tat shop.Cart.pay(Cart.java:7)\n\tat shop.Main.main(Main.java:1)\n2026-11-22 10:00:01,000 INFO [main] shop.Cart - half",
      );
      await stored(1);
      const [first = ""] = await messages();
      expect(first.split("\n").length).toBe(4);
      appendFileSync(path, " a line\n");
      await stored(2);
      expect((await messages()).some((message) => message.includes("half a line"))).toBe(true);
      child.kill("SIGTERM");
    },
    patienceMs,
  );

  test(
    "when containers write, then their lines are put together and have their time, stream and container",
    async () => {
      const container = join(folder, "containers", "0123456789abcdef");
      mkdirSync(container, { recursive: true });
      writeFileSync(join(container, "config.v2.json"), JSON.stringify({ ID: "0123456789abcdef", Name: "/shop" }));
      const time = "2026-11-22T10:00:00.123456789Z";
      const lines = [
        { log: "one\n", stream: "stdout", time },
        { log: "a long ", stream: "stderr", time },
        { log: "line\n", stream: "stderr", time },
      ];
      writeFileSync(
        join(container, "0123456789abcdef-json.log"),
        lines.map((one) => `${JSON.stringify(one)}\n`).join(""),
      );
      expect((await shipOnce("--docker", "--docker-folder", join(folder, "containers"))).code).toBe(0);
      const { out } = await runVigie(["query", `host:${host}`, "--all", "--json"], { env: environment() });
      const events = out
        .trimEnd()
        .split("\n")
        .map((text) => JSON.parse(text));
      expect(events.map(({ message }) => message).sort()).toEqual(["a long line", "one"]);
      const long = events.find(({ message }) => message === "a long line");
      expect(long).toMatchObject({
        program: "shop",
        user_tags: { container: "shop", container_id: "0123456789ab", stream: "stderr" },
      });
      expect(long.first_occurrence).toBeCloseTo(Date.parse("2026-11-22T10:00:00.123Z") / 1000, 2);
    },
    patienceMs,
  );

  test(
    "when an event grows while vigie ship is killed before it heard that its begin is stored, then no line is twice",
    async () => {
      const path = join(logs, "app.log");
      appendFileSync(path, "2026-11-22T10:00:00Z failed\n  at one\n");
      await shipUnheard(path, 1);
      appendFileSync(path, "  at two\n2026-11-22T10:00:01Z next\n");
      expect((await shipOnce(path)).code).toBe(0);
      const lines = (await messages()).flatMap((message) => message.split("\n"));
      expect(lines.map((text) => text.trim()).sort()).toEqual(["at one", "at two", "failed", "next"]);
    },
    patienceMs,
  );

  test(
    "when it is killed before it heard that its first lines are stored, and they are copied and removed, then no line is twice",
    async () => {
      const path = join(logs, "app.log");
      const written = write(path, 30);
      await shipUnheard(path, written.length);
      copyFileSync(path, join(logs, "app.log.1"));
      truncateSync(path, 0);
      written.push(...write(path, 10));
      // A file of others that begins as this one did, and goes on otherwise, is sent whole.
      const alike = written.slice(0, 12).map((text) => `2026-11-22T10:00:00Z ${text}`);
      writeFileSync(join(logs, "app.log.2"), `${alike.join("\n")}\n`);
      const pattern = join(logs, "app.log*");
      expect((await shipOnce(pattern)).code).toBe(0);
      expect(await messages()).toEqual([...written, ...written.slice(0, 12)].sort());
    },
    patienceMs,
  );

  test.each([
    ["begins with the few lines that were sent of another", 12, 2],
    ["is a copy of another", 300, 1],
  ])(
    "when a file %s and both are written to, then no line is missing",
    async (_, count, times) => {
      const [path, other] = [join(logs, "app.log"), join(logs, "other.log")];
      const begin = write(path, count);
      const child = ship(join(logs, "*.log"));
      await stored(count);
      copyFileSync(path, other);
      const written = Array.from({ length: times }, () => begin).flat();
      for (let round = 0; round < 2; round++) {
        written.push(...write(other, 5), ...write(path, 5));
        await stored(written.length);
      }
      child.kill("SIGTERM");
      expect(await messages()).toEqual(written.sort());
    },
    patienceMs,
  );

  test(
    "when it is written anew with the same beginning and grows beyond what it was, then it is read whole",
    async () => {
      const path = join(logs, "app.log");
      const once = () => shipOnce(path);
      const begin = write(path, 12);
      const head = readFileSync(path);
      const written = [...begin, ...write(path, 5)];
      await once();
      writeFileSync(path, head);
      written.push(...begin, ...write(path, 9));
      await once();
      expect(await messages()).toEqual(written.sort());
    },
    patienceMs,
  );

  test("when there is nothing to follow, the state is no state or the token is wrong, then it says so", async () => {
    const env = environment();
    expect((await runVigie(["ship"], { env })).code).toBe(2);
    mkdirSync(join(folder, "state"));
    writeFileSync(state, "{}");
    const noState = await runVigie(["ship", "x.log", "--state", state, "--once"], { env });
    expect([noState.code, noState.err]).toEqual([
      1,
      expect.stringMatching(/ship\.json" holds no state.*version.*\.\n$/),
    ]);
    rmSync(state);
    write(join(logs, "app.log"), 1);
    const args = ["ship", join(logs, "app.log"), "--state", state, "--host", host, "--once"];
    const refused = await runVigie(args, { env: { ...env, VIGIE_TOKEN: `user-${"0".repeat(48)}` } });
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("401")]);
    expect(await messages()).toEqual([]);
  });
  test("when a name or a pattern leads to no file, then it says so once, and with --once a name is a failure", async () => {
    const app = join(logs, "app.log");
    const others = [join(logs, "*.out"), join(logs, "app.lg")];
    write(app, 1);
    const [none, noName] = [`No file matches "${others[0]}".`, `There is no file "${others[1]}".`];
    const pattern = await shipOnce(app, others[0]!);
    expect([pattern.code, pattern.err]).toEqual([0, `vigie: ${none}\nvigie: 1 event stored.\n`]);
    const both = await shipOnce(app, ...others);
    expect([both.code, both.err]).toEqual([1, `vigie: ${none}\nvigie: ${noName}\nvigie: 0 events stored.\n`]);
    const docker = await shipOnce("--docker", "--docker-folder", logs);
    expect([docker.code, docker.err]).toEqual([0, expect.stringContaining(`No file matches "${logs}/*/*-json.log*".`)]);
  });
});
