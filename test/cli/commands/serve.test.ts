import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { settingTable } from "../../../src/config/settings.ts";
import { patienceMs } from "../../support/patience.ts";
import { login } from "../../support/service/start-service.ts";

const main = join(import.meta.dirname, "../../../src/main.ts");
let folder: string;
const running: Bun.Subprocess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vigie-serve-"));
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill("SIGKILL");
    await child.exited;
  }
  rmSync(folder, { recursive: true });
});

function vigie(args: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, main, ...args], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  running.push(child);
  return child;
}

async function finish(args: string[], env?: Record<string, string>) {
  const child = vigie(args, env);
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { out, err, code };
}

const readyFile = () => join(folder, "ready.json");
const data = () => join(folder, "data");
const serve = (...more: string[]) => ["serve", "--data", data(), "--port", "0", "--ready-file", readyFile(), ...more];

interface Ready {
  url: string;
  port: number;
  ports: Record<string, number>;
  pid: number;
}

async function untilReady(): Promise<Ready> {
  for (let waited = 0; waited < patienceMs; waited += 10) {
    if (existsSync(readyFile())) {
      const ready = JSON.parse(readFileSync(readyFile(), "utf8")) as Ready;
      return { ...ready, port: Number(new URL(ready.url).port) };
    }
    await Bun.sleep(10);
  }
  throw new Error("not ready");
}

/** A request that waits for the rest of its body. It is there when one that came after it was answered. */
async function sendHalf({ url, port }: { url: string; port: number }): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  const head = "POST /api/auth/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
  await new Promise<void>((resolve) => socket.write(head, () => resolve()));
  await fetch(`${url}/healthz`);
  return socket;
}

describe("vigie serve", () => {
  test(
    "when it starts on an empty folder, then it prints the first password once, keeps files to itself and stops with 0",
    async () => {
      const first = vigie(serve());
      const { url } = await untilReady();
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
      first.kill("SIGTERM");
      expect(await first.exited).toBe(0);
      expect(existsSync(readyFile())).toBe(false);
      const out = await new Response(first.stdout).text();
      const password = /first user: admin, password: (\S+)/.exec(out)?.[1] as string;
      expect(out).toContain(url);
      if (process.platform !== "win32") {
        expect(statSync(data()).mode & 0o777).toBe(0o700);
        for (const file of ["vigie.sqlite", "vigie.lock"])
          expect(statSync(join(data(), file)).mode & 0o777).toBe(0o600);
      }
      const second = vigie(serve());
      await login((await untilReady()).url, "admin", password);
      second.kill("SIGINT");
      expect(await second.exited).toBe(0);
      expect(await new Response(second.stdout).text()).not.toContain("password");
    },
    patienceMs,
  );

  test(
    "when it is killed, then the next start is ready, whatever ready file was left",
    async () => {
      const first = vigie(serve(), { VIGIE_ADMIN_PASSWORD: "long enough" });
      await login((await untilReady()).url, "admin", "long enough");
      first.kill("SIGKILL");
      await first.exited;
      expect(existsSync(readyFile())).toBe(true);
      const before = await untilReady();
      vigie(serve());
      let ready = before;
      while (ready.pid === before.pid) ready = await untilReady().catch(() => before);
      await login(ready.url, "admin", "long enough");
    },
    patienceMs,
  );

  test(
    "when it cannot go on, then it says one line and the exit code tells why",
    async () => {
      vigie(serve());
      const { pid, port } = await untilReady();
      const elsewhere = ["--data", join(folder, "other"), "--port"];
      const busyFolder = await finish(serve());
      expect((await untilReady()).pid).toBe(pid);
      const busyPort = await finish(["serve", ...elsewhere, String(port)]);
      writeFileSync(join(folder, "file"), "");
      const noFolder = await finish(["serve", "--data", join(folder, "file"), "--port", "0"]);
      const wrong = await finish(["serve", "--port", "many"]);
      writeFileSync(join(folder, "other", "vigie.sqlite"), "broken ".repeat(1000));
      const damaged = await finish(["serve", ...elsewhere, "0"]);
      for (const { out, err } of [busyFolder, busyPort, noFolder, damaged]) {
        expect(out).toBe("");
        expect(err.trimEnd().split("\n")).toHaveLength(1);
      }
      expect([busyFolder.code, busyPort.code, noFolder.code, wrong.code, damaged.code]).toEqual([1, 1, 1, 2, 3]);
      expect(busyFolder.err).toContain(data());
      expect(busyPort.err).toContain(`:${port}: the port is in use`);
      expect(noFolder.err).toContain(join(folder, "file"));
      expect(wrong.err).toContain("--port");
      expect(damaged.err).toContain(join(folder, "other", "vigie.sqlite"));
    },
    patienceMs,
  );

  test(
    "when a request is half sent at the stop, then its sender is told and not waited for; a second signal ends at once",
    async () => {
      const patient = vigie(serve());
      const socket = await sendHalf(await untilReady());
      let answer = "";
      socket.on("data", (bytes) => {
        answer += bytes;
      });
      const closed = new Promise((resolve) => socket.on("close", resolve));
      patient.kill("SIGTERM");
      const [code, errors] = await Promise.all([patient.exited, new Response(patient.stderr).text()]);
      // On a busy machine it may not be done in 5 s; then it is ended all the same.
      expect(code).toBe(errors.includes("stop took too long") ? 1 : 0);
      await closed;
      expect(answer).toMatch(/^HTTP\/1.1 503 .*"The service is stopping\. Nothing was stored; try again\."/s);

      const hasty = vigie(serve("--syslog-tcp", "0"));
      // Who is connected there is given half a second to finish what he sends.
      const again = connect((await untilReady()).ports["syslog-tcp"]!, "127.0.0.1");
      await new Promise((resolve) => again.on("connect", resolve));
      again.on("error", () => undefined);
      again.write("<13>half");
      hasty.kill("SIGTERM");
      // Two signals that nobody took yet would be one.
      let said = "";
      for await (const chunk of hasty.stderr) {
        said += new TextDecoder().decode(chunk);
        if (said.includes("stopping")) break;
      }
      hasty.kill("SIGTERM");
      expect(await hasty.exited).toBe(143);
      again.destroy();
    },
    patienceMs,
  );

  test(
    "when help is asked for, then every setting is in it with its variable",
    async () => {
      const { out, code } = await finish(["serve", "--help"]);
      expect(code).toBe(0);
      for (const setting of Object.values(settingTable)) {
        expect(out).toContain(setting.env);
        expect(out).toContain("secret" in setting ? `"${setting.flag}"` : `--${setting.flag}`);
      }
    },
    patienceMs,
  );

  test.each(["999.1.1.1", "192.0.2.1"])(
    "when %s, which this machine does not have, is the address to listen on, then that is what is said",
    async (host) => {
      const { code, err } = await finish(["serve", "--ephemeral", "--port", "0", "--host", host]);
      expect([code, err]).toEqual([1, `vigie: Cannot listen on ${host}:0: this machine has no such address.\n`]);
    },
    patienceMs,
  );

  test(
    "when a port is taken by a stranger, then nothing is started beside it",
    async () => {
      const stranger = createServer().listen(0, "127.0.0.1");
      await new Promise((resolve) => stranger.once("listening", resolve));
      const { port } = stranger.address() as AddressInfo;
      const { code, err } = await finish(["serve", "--ephemeral", "--port", String(port)]);
      expect([code, err]).toEqual([
        1,
        `vigie: Cannot listen on 127.0.0.1:${port}: the port is in use by another process.\n`,
      ]);
      stranger.close();
    },
    patienceMs,
  );
});
