import { execFileSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statfsSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { until } from "../support/patience.ts";
import {
  type ServiceProcess,
  startServiceProcess,
  testPassword,
  vigieCommand,
} from "../support/service/service-process.ts";

/** A disk of its own, so small that it is full at once. Undefined where none can be mounted. */
const disk = mountTinyDisk();
if (disk === undefined)
  console.log("Tests of a full disk are skipped: they mount a file system, which takes root on Linux.");

describe.skipIf(disk === undefined)("a disk that others filled to the last byte", () => {
  const folder = disk!;
  const filler = join(folder ?? "", "of-others");
  afterAll(async () => {
    // Where a test failed, one is still there.
    for (const service of started) await service.end("SIGKILL");
    execFileSync("umount", [folder]);
    rmSync(folder, { recursive: true });
  });

  test("when it is full, then login, questions, exports, a stop and a start go on, intake says why it does not and recovers by itself", async () => {
    const data = join(folder, "data");
    let service = await start(data);
    const token = await createToken(service, await login(service));
    expect((await send(service, token)).status).toBe(200);
    await until(() => existsSync(join(data, "disk.reserve")), "the reserve is made");

    fill(filler);
    await until(async () => (await send(service, token)).status === 503, "events are refused");
    const refused = await send(service, token);
    expect(await refused.json()).toEqual({ detail: expect.stringContaining("The disk is full.") });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const cookie = await untilLoggedIn(service);
    expect(await exportAll(service, cookie)).toContain("first light");
    expect(await end(service)).toBe(0);

    fill(filler);
    expect(freeBytes(folder)).toBe(0);
    service = await start(data);
    const later = await untilLoggedIn(service);
    expect(await exportAll(service, later)).toContain("first light");
    expect((await send(service, token)).status).toBe(503);

    rmSync(filler);
    await until(async () => (await send(service, token)).status === 200, "events are taken again");
    expect(await end(service)).toBe(0);
    expect(statSync(join(data, "disk.reserve")).size).toBe(8 * 1024 * 1024);
  });

  test("when there is not even a reserve, then a start ends with one line that names the cause", () => {
    fill(filler);
    const data = join(folder, "empty");
    const [command, ...leading] = vigieCommand();
    const started = Bun.spawnSync([command!, ...leading, "serve", "--port", "0", "--data", data], { stdout: "ignore" });
    rmSync(filler);
    expect(started.exitCode).toBe(1);
    expect(String(started.stderr)).toMatch(/^vigie: [^\n]*no space left on the disk[^\n]*\n$/i);
  });
});

function mountTinyDisk(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "vigie-tiny-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=48m,mode=700", "none", folder], { stdio: "ignore" });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Until not one byte more fits. */
function fill(path: string): void {
  const file = openSync(path, "a");
  for (let bytes = 1024 * 1024; bytes >= 1; )
    try {
      if (writeSync(file, new Uint8Array(bytes)) < bytes) bytes >>= 1;
    } catch {
      bytes >>= 1;
    }
  closeSync(file);
}

const started: ServiceProcess[] = [];

async function start(data: string): Promise<ServiceProcess> {
  const service = await startServiceProcess(data, { VIGIE_MIN_FREE_MB: "12" });
  started.push(service);
  return service;
}

/** A stop takes at most 5 s whatever the disk is like; the rest is a busy machine's. */
const end = (service: ServiceProcess) => service.end("SIGTERM");

async function login({ url }: ServiceProcess): Promise<string> {
  const answer = await fetch(`${url}/api/auth/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: testPassword }),
  });
  if (!answer.ok) throw new Error(`Login was answered ${answer.status}: ${await answer.text()}`);
  return answer.headers.getSetCookie()[0]!.split(";")[0]!;
}

/** What is free is looked at twice a second. */
async function untilLoggedIn(service: ServiceProcess): Promise<string> {
  let cookie = "";
  await until(async () => {
    cookie = await login(service).catch(() => "");
    return cookie !== "";
  }, "a login");
  return cookie;
}

async function createToken({ url }: ServiceProcess, cookie: string): Promise<string> {
  const headers = { cookie, origin: url, "content-type": "application/json" };
  const made = await fetch(`${url}/api/authtokens`, { method: "POST", headers, body: "{}" });
  return ((await made.json()) as { secret_key: string }).secret_key;
}

function send({ url }: ServiceProcess, token: string): Promise<Response> {
  const headers = { authorization: `token ${token}`, "content-type": "application/json" };
  return fetch(`${url}/incoming`, { method: "POST", headers, body: JSON.stringify({ message: "first light" }) });
}

/** A small export, as text. */
async function exportAll({ url }: ServiceProcess, cookie: string): Promise<string> {
  const headers = { cookie, origin: url, "content-type": "application/json" };
  const nowSeconds = Math.ceil(Date.now() / 1000);
  const params = { time_range: { ts_from: nowSeconds - 3_600, ts_to: nowSeconds + 1 } };
  const body = JSON.stringify({ type: "Search", params });
  const asked = await fetch(`${url}/api/query`, { method: "POST", headers, body });
  const { qid } = (await asked.json()) as { qid: string };
  return await (await fetch(`${url}/api/query/${qid}/export?ftype=csv`, { headers })).text();
}
