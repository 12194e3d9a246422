import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultSettings } from "../../../src/config/settings.ts";
import { openLocalIntake } from "../../../src/ingest/thread/local-intake.ts";
import {
  createToken,
  logIn,
  type ServiceProcess,
  startServiceProcess,
  vigieCommand,
} from "../../support/service/service-process.ts";
import { runVigie } from "../run-vigie.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-import-"));
afterAll(() => rmSync(folder, { recursive: true }));

const samplesFolder = join(import.meta.dirname, "../../../data/samples");
const samples = readdirSync(samplesFolder)
  .filter((name) => /\.(log|jsonl)(\.gz)?$/.test(name))
  .map((name) => join(samplesFolder, name));

/** Lines with text in them, counted the plain way. */
function countLines(path: string): number {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
  return text.split("\n").filter((line) => line.trim() !== "").length;
}

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** What the store of a folder says it holds. */
async function storeOf(data: string) {
  const { dedupSeconds, sealEvents, retentionDays, retentionBytes } = defaultSettings;
  const options = { dedupSeconds, sealEvents, retentionDays, retentionBytes, logLevel: "silent", minFreeBytes: 0 };
  const intake = openLocalIntake({ eventsFolder: join(data, "events"), ...options });
  const { stored, received, loss } = await intake.status();
  await intake.close();
  return { stored, received, loss };
}

describe("into a folder", () => {
  test.each([
    ["a list over lines", '[\n  {"message": "one"},\n  {"message": "two"}\n]\n', 2],
    ["a list on one line", '[{"message":"one"},{"message":"two"},{"message":"three"}]', 3],
    ["records of a cloud", '{"Records":[{"message":"one"},{"message":"two"}]}', 2],
    ["an object over lines", '{\n  "message": "one"\n}\n', 1],
    ["objects, one a line", '{"message":"one"}\n{"message":"two"}\n', 2],
    ["lines that begin with a bracket", "[main] one\n[ {] two\n", 2],
  ])("when a file is %s, then so many events are stored, compressed or not", async (name, content, count) => {
    const paths = [write(`${name}.json`, content), write(`${name}.json.gz`, gzipSync(content))];
    for (const path of paths) {
      const { code, out } = await runVigie([
        "import",
        path,
        "--data",
        join(folder, `documents ${path.length} ${name}`),
      ]);
      expect([code, out]).toEqual([0, expect.stringContaining(`${count} event${count === 1 ? "" : "s"} stored`)]);
    }
  });

  test("when the real samples are imported line by line, then every line is one stored occurrence", async () => {
    expect(samples.length).toBeGreaterThan(5);
    const lines = samples.reduce((sum, path) => sum + countLines(path), 0);
    const data = join(folder, "samples");
    const { code, out, err } = await runVigie(["import", ...samples, "--data", data, "--one-line"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`Read ${lines.toLocaleString("en-US")} lines of ${samples.length} files`);
    expect(out).toContain(`${lines.toLocaleString("en-US")} events stored`);
    expect(await storeOf(data)).toMatchObject({ stored: lines, received: lines });
  });

  test("when lines go on with the one before, then they are one event with it, and the account adds up", async () => {
    const sample = join(samplesFolder, "postgresql.log.gz");
    const data = join(folder, "joined");
    const { out } = await runVigie(["import", sample, "--data", data]);
    const numbers = /([\d,]+) events stored[\s\S]*?([\d,]+) lines went on with the event before/.exec(out)!;
    const [events, joined] = numbers.slice(1).map((text) => Number(text.replaceAll(",", "")));
    expect(joined).toBeGreaterThan(100);
    expect(events! + joined!).toBe(countLines(sample));
    expect((await storeOf(data)).stored).toBe(events!);
  });

  test("when a file tells its times as nobody else does, then they are found and the end says how", async () => {
    const day = (i: number) => `${10 + (i % 12)}.11.2026 09:${String(i % 60).padStart(2, "0")}:00`;
    const lines = Array.from({ length: 60 }, (_, i) => `srv-${i % 2} | ${day(Math.floor(i / 5))} | order ${i}\n`);
    const path = write("orders.log", lines.join(""));
    const { out } = await runVigie(["import", path, "--data", join(folder, "found"), "--zone", "UTC"]);
    expect(out).toContain("Times are read as %d.%m.%Y %H:%M:%S, found in 60 of the first 60 lines");
    expect(out).not.toContain("time of arrival");
  });

  test("when no time is found, then the end says how many lines have none and what to do", async () => {
    const path = write("plain.txt", "one\ntwo\n2026-11-21 09:00:00 three\nfour\n");
    const data = join(folder, "timeless");
    const { code, out } = await runVigie(["import", path, "--data", data]);
    expect(code).toBe(0);
    expect(out).toContain("2 events stored under the time of arrival: no time was found");
    expect(out).toContain("--time-format");
    expect(out).toContain("1 event without a time took that of the event before");
    expect((await storeOf(data)).loss.without_time).toBe(2);
  });

  test("when format, pattern, zone, tags and one event a line are prescribed, then the dry run shows them", async () => {
    const path = write("own.log", "up;21,11,2026 9h00;web-1;W;disk at 91 %\n  more\n");
    const own = "^(?P<state>\\w+);(?P<time>[^;]+);(?P<host>[^;]+);(?P<level>\\w);(?P<message>.*)$";
    const options = ["--pattern", own, "--time-format", "%d,%m,%Y %Hh%M", "--zone", "Europe/Berlin"];
    const more = ["--program", "shop", "--tag", "stage=test", "--tag=site=a=b", "--one-line", "--dry-run"];
    const { code, out } = await runVigie(["import", path, ...options, ...more]);
    expect(code).toBe(0);
    expect(out).toMatch(
      /1 +pattern +2026-11-21T08:00:00.000Z +web-1 +shop +warning +site=a=b stage=test state=up +disk at 91 %/,
    );
    expect(out).toMatch(/2 +text +2026-11-21T08:00:00.000Z/);
  });

  test.each([
    [["--tag", "novalue"], "--tag: expected NAME=VALUE"],
    [["--time-format", "%H:%M"], "--time-format: expected at least a month"],
    [["--pattern", "(unclosed"], "--pattern: "],
    [["--pattern", "no names"], "--pattern: expected at least one name"],
    [["--pattern", "%{NOSUCH:x}"], "There is no grok pattern"],
    [["--zone", "Mars/Base"], "--zone: expected a zone"],
    [["--pattern", "(?P<message>.*)", "--format", "text"], "--pattern goes without --format"],
  ])("when the arguments are %j, then the command line is refused with a reason", async (options, reason) => {
    const { code, err } = await runVigie(["import", "any.log", ...options, "--data", join(folder, "never")]);
    expect(code).toBe(2);
    expect(err).toContain(reason);
  });

  test("when a file is compressed, comes by stdin or lacks its last line end, then it is the same", async () => {
    const text = "2026-11-21 09:00:00 one\n2026-11-21 09:00:01 two\r\n\n2026-11-21 09:00:02 three";
    const paths = [
      write("plain.log", text),
      write("a.log.gz", gzipSync(text)),
      write("a.log.zst", zstdCompressSync(text)),
    ];
    for (const [i, path] of [...paths, "-"].entries()) {
      const { code, out } = await runVigie(["import", path, "--data", join(folder, `same-${i}`)], { stdin: text });
      expect(code).toBe(0);
      expect(out).toContain("3 events stored, 0 of them repeats");
      expect(out).toContain("1 blank line skipped");
    }
  });

  test("when a service holds the folder, then nothing is written and it says so", async () => {
    const data = mkdtempSync(join(folder, "held-"));
    const service = await startServiceProcess(data);
    const { code, err } = await runVigie(["import", samples[0]!, "--data", data]);
    await service.end("SIGTERM");
    expect(code).toBe(1);
    expect(err).toContain("is in use by another vigie process");
  });

  test("when files cannot be read, are no text, break off or are not UTF-8, then all else is stored and each is named", async () => {
    const good = write("good.log", "2026-11-21 09:00:00 good\n");
    const latin = write("latin.log", Uint8Array.of(0x66, 0xfc, 0x72, 0x0a));
    const binary = write("binary.log", "a\0b\n");
    const packed = gzipSync(Array.from({ length: 3000 }, (_, i) => `line ${i} ${(i * 7919) % 1000}\n`).join(""));
    const broken = write("broken.log.gz", packed.subarray(0, packed.length / 2));
    const missing = join(folder, "missing.log");
    const data = join(folder, "bad");
    const { code, out, err } = await runVigie(["import", missing, binary, broken, latin, good, "--data", data]);
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out).toContain(`Cannot read "${missing}"`);
    expect(out).toContain(`"${binary}" is not a text file`);
    expect(out).toContain(`Cannot read "${broken}" to its end`);
    expect(out).toContain("1 line had bytes that are not UTF-8");
    const stored = Number(/([\d,]+) events stored/.exec(out)?.[1]?.replaceAll(",", ""));
    expect(stored).toBeGreaterThan(100);
    expect((await storeOf(data)).stored).toBe(stored);
  });

  test("when a line is far longer than may be held, then its beginning is kept, it is counted and the next line is whole", async () => {
    const path = write("long.log.gz", gzipSync(`before\n${"x".repeat(30_000_000)}\nafter\n`));
    const data = join(folder, "long");
    const { code, out } = await runVigie(["import", path, "--data", data]);
    expect(code).toBe(0);
    expect(out).toContain("3 events stored");
    expect(out).toContain("1 line longer than 1 MiB, of which the beginning was kept");
    expect(out).toContain("1 event cut to its bounds");
    expect((await storeOf(data)).loss.cut).toBe(1);
  });

  test("when JSON lines hold what is no event, then these are refused with their line and the exit code is 1", async () => {
    const deep = `{"message":"bad","a":${"[".repeat(70)}1${"]".repeat(70)}}`;
    const path = write("events.jsonl", `{"message":"fine","host":["a"]}\n\n${deep}\n{"no":"message"}\n`);
    const { code, out } = await runVigie(["import", path, "--data", join(folder, "refused")]);
    expect(code).toBe(1);
    expect(out).toContain("2 events stored");
    expect(out).toContain("1 event refused:");
    expect(out).toMatch(/events\.jsonl, line 3: .*nested/);
  });
});

test("when input comes by and by, then each pause sends what came, and Ctrl-C ends with an account of it", async () => {
  const bodies: string[] = [];
  const first = Promise.withResolvers<void>();
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      if (new URL(request.url).pathname !== "/incoming") return Response.json({});
      const body = await request.text();
      bodies.push(body);
      first.resolve();
      return Response.json({ status: "ok", accepted: body.trim().split("\n").length, rejected: [] });
    },
  });
  const [command, ...leading] = vigieCommand();
  const options = ["import", "-", "--url", `http://127.0.0.1:${server.port}`, "--token", "k"];
  const child = spawn(command!, [...leading, ...options], { stdio: ["pipe", "pipe", "inherit"] });
  let out = "";
  child.stdout.on("data", (text) => {
    out += String(text);
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.stdin.write("one\ntwo\nthr");
  await first.promise;
  expect(bodies.join("").match(/"message":"\w+"/g)).toEqual(['"message":"one"', '"message":"two"']);
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(out).toContain("3 events stored");
  expect(bodies.join("")).toContain('"message":"thr"');
  await server.stop(true);
});

test("when lines are indented and each is an event, then they have time, host and program of the record before them", async () => {
  const record = "Nov 21 09:00:00 web-1 shop[7]: java.lang.Error: boom\n\tat Shop.main(Shop.java:17)\nplain\n";
  const path = write("trace.log", record);
  const service = await startServiceProcess(mkdtempSync(join(folder, "trace-")));
  const token = await createToken(service.url, await logIn(service.url), "USER");
  const env = { VIGIE_URL: service.url, VIGIE_TOKEN: token };
  await runVigie(["import", path, "--host", "here", "--year", "2025", "--zone", "UTC", "--one-line"], { env });
  const { out } = await runVigie(["query", "--all", "--json"], { env });
  await service.end("SIGTERM");
  const events = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events.map(({ host, program, message }) => [host, program, message])).toEqual([
    ["here", "trace", "plain"],
    ["web-1", "shop", "\tat Shop.main(Shop.java:17)"],
    ["web-1", "shop", "java.lang.Error: boom"],
  ]);
  expect(new Set(events.map(({ last_occurrence }) => last_occurrence))).toEqual(
    new Set([Date.UTC(2025, 10, 21, 9) / 1000]),
  );
});

test("when it is a dry run, then it shows how lines are understood and needs no service", async () => {
  const head = "Nov 21 09:00:00 web-1 sshd[7]: ";
  const path = write(
    "dry.log",
    `${head}Accepted publickey\nhello\n${head}message repeated 3 times: [ Failed password]\n`,
  );
  const { code, out } = await runVigie(["import", path, "--dry-run", "--year", "2020", "--timezone", "Europe/Berlin"]);
  expect(code).toBe(0);
  expect(out).toContain("of the first 3 lines: syslog 2, text 1");
  expect(out).toContain("2020-11-21T08:00:00.000Z");
  expect(out).toMatch(/sshd\s+info\s+pid=7\s+Accepted publickey/);
  expect(out).toContain("3× Failed password");
});

describe("into a service", () => {
  const data = mkdtempSync(join(folder, "service-"));
  let service: ServiceProcess;
  let token: string;
  beforeAll(async () => {
    service = await startServiceProcess(data);
    token = await createToken(service.url, await logIn(service.url), "INGEST");
  });

  test("when the real samples are imported with an INGEST token, then each line is stored before it ends", async () => {
    const lines = samples.reduce((sum, path) => sum + countLines(path), 0);
    const { code, out, err } = await runVigie([
      "import",
      ...samples,
      "--url",
      service.url,
      "--token",
      token,
      "--one-line",
    ]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`${lines.toLocaleString("en-US")} events stored`);
    // No time to tidy up: what was called stored must be on disk.
    await service.end("SIGKILL");
    expect((await storeOf(data)).stored).toBe(lines);
  });

  test("when events are cut or their time cannot be right, then the end says how many", async () => {
    const other = mkdtempSync(join(folder, "counted-"));
    const running = await startServiceProcess(other);
    const key = await createToken(running.url, await logIn(running.url), "INGEST");
    const ahead = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const path = write("odd.log", `${ahead} from the future\n${"x".repeat(70_000)}\n${"y".repeat(70_000)}\nfine\n`);
    const { code, out } = await runVigie(["import", path, "--url", running.url, "--token", key]);
    await running.end("SIGTERM");
    expect(code).toBe(0);
    expect(out).toContain("2 events cut to their bounds");
    // Lines without a time have that of the line before.
    expect(out).toContain("4 events stored under the time of arrival");
  });

  test("when the token is wrong, then nothing is sent and it says so", async () => {
    const other = mkdtempSync(join(folder, "token-"));
    const running = await startServiceProcess(other);
    const { code, err } = await runVigie(["import", samples[0]!, "--url", running.url, "--token", "ingest-wrong"]);
    await running.end("SIGTERM");
    expect(code).toBe(1);
    expect(err).toContain("refused the token (401)");
  });
});
