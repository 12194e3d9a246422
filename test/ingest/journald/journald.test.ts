import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { JournalFramer } from "../../../src/ingest/framing/journal-framer.ts";
import { patienceMs, until } from "../../support/patience.ts";
import { type Service, startService } from "../../support/service/start-service.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-journald-"));
let service: Service;
let key: string;
beforeAll(async () => {
  service = await startService({ settings: { dedupSeconds: 0 } });
  key = (await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } })).body.secret_key;
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const remote = "/lib/systemd/systemd-journal-remote";
const upload = "/lib/systemd/systemd-journal-upload";
const hasClients = existsSync(remote) && existsSync(upload);
if (!hasClients) console.warn("Skipped: the journal of systemd-journal-upload, which is not there.");

/** An entry in the export format; texts with line ends as binary fields. */
function entry(number: number, message: string, more: Record<string, string> = {}): Buffer {
  const micros = (1_795_000_000 + number) * 1e6;
  const fields = {
    __CURSOR: `s=0123456789abcdef0123456789abcdef;i=${(number + 1).toString(16)};b=fedcba9876543210fedcba9876543210;m=${number + 1};t=${micros.toString(16)};x=1`,
    __REALTIME_TIMESTAMP: String(micros),
    __MONOTONIC_TIMESTAMP: String(number + 1),
    _BOOT_ID: "fedcba9876543210fedcba9876543210",
    MESSAGE: message,
    PRIORITY: "3",
    _HOSTNAME: "client-host",
    SYSLOG_IDENTIFIER: "shop",
    _PID: "42",
    ...more,
  };
  const parts = Object.entries(fields).map(([name, value]) => {
    const bytes = Buffer.from(value);
    if (!bytes.includes(10)) return Buffer.from(`${name}=${value}\n`);
    const size = Buffer.alloc(8);
    size.writeBigUInt64LE(BigInt(bytes.length));
    return Buffer.concat([Buffer.from(`${name}\n`), size, bytes, Buffer.from("\n")]);
  });
  return Buffer.concat([...parts, Buffer.from("\n")]);
}

const headers = () => ({ authorization: `Token ${key}`, "content-type": "application/vnd.fdo.journal" });

async function stored(q: string): Promise<{ message: string; [name: string]: unknown }[]> {
  const params = { q, page_size: 10_000, time_range: { ts_from: 1, ts_to: 0, step: 86_400 * 366 } };
  const { body } = await service.call("POST", "/api/query", { body: { type: "Search", params } });
  return body.results.events.objects;
}

describe("POST /upload", () => {
  test.skipIf(!hasClients)(
    "when systemd-journal-upload sends a journal twice, then each entry is stored once, with its fields",
    async () => {
      const count = 3_000;
      const messageOf = (number: number) => `ünïcode ☃ ${number}${number % 10 === 0 ? "\n  a second line" : ""}`;
      const entries = Array.from({ length: count }, (_, number) =>
        entry(number, messageOf(number), { ODD_FIELD: `${number}` }),
      );
      const journal = join(folder, "made.journal");
      const made = spawnSync(remote, ["-o", journal, "-"], { input: Buffer.concat(entries) });
      expect([made.status, existsSync(journal)]).toEqual([0, true]);
      for (let run = 0; run < 2; run++) {
        const url = service.url.replace("http://", `http://x:${key}@`);
        const child = spawn(
          upload,
          ["--url", url, `--file=${journal}`, `--save-state=${join(folder, `state${run}`)}`],
          { env: { ...process.env, SYSTEMD_LOG_LEVEL: "debug" } },
        );
        let said = "";
        child.stderr.on("data", (text) => {
          said += String(text);
        });
        // It stays and waits for more.
        await until(() => said.includes("finished successfully"), "the journal is sent");
        child.kill("SIGTERM");
      }
      const events = await stored("program:shop odd_field:*");
      expect(events.map(({ message }) => message).sort()).toEqual(
        Array.from({ length: count }, (_, i) => messageOf(i)).sort(),
      );
      expect(events.find(({ message }) => message.startsWith("ünïcode ☃ 7") && !message.includes("70"))).toMatchObject({
        host: "client-host",
        severity: 3,
        user_tags: { pid: "42", odd_field: expect.any(String) },
      });
    },
    patienceMs,
  );

  test("when the body does not end, then what has come is stored as it comes", async () => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const answer = fetch(`${service.url}/upload`, {
      method: "POST",
      headers: headers(),
      body: readable,
      duplex: "half",
    } as RequestInit);
    for (const number of [10_000, 10_001, 10_002]) {
      const bytes = entry(number, `endless ${number}`);
      await writer.write(bytes.subarray(0, 50));
      await writer.write(bytes.subarray(50));
      await until(async () => (await stored("endless")).length === number - 9_999, "the entry is stored");
    }
    await writer.close();
    expect([(await answer).status, await (await answer).text()]).toEqual([202, "OK.\n"]);
  });

  test("when it is no journal, ends early, is too large or nobody may, then it is refused and what was whole is kept", async () => {
    const post = (body: Uint8Array, more: Record<string, string> = {}) =>
      fetch(`${service.url}/upload`, {
        method: "POST",
        headers: { ...headers(), ...more },
        body: new Uint8Array(body),
      });
    expect((await post(entry(1, "x"), { "content-encoding": "br" })).status).toBe(415);
    expect((await post(entry(1, "x"), { "content-encoding": "gzip" })).status).toBe(400);
    expect((await post(gzipSync(entry(1, "x")).subarray(0, 30))).status).toBe(400);
    expect((await post(entry(1, "x"), { authorization: "Token none" })).status).toBe(401);
    const half = Buffer.concat([entry(20_000, "kept whole"), entry(20_001, "cut").subarray(0, 60)]);
    expect((await post(half)).status).toBe(400);
    expect((await stored("kept")).length).toBe(1);
    const huge = Buffer.concat([
      Buffer.from("MESSAGE\n"),
      Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]),
      Buffer.alloc(5_000_000, 65),
    ]);
    expect((await post(huge)).status).toBe(413);
  });
});

test("when entries come in parts, however cut, then they end where they end as a whole", () => {
  const fields = fc.dictionary(fc.stringMatching(/^[A-Z_]{1,8}$/), fc.string({ unit: "binary", maxLength: 30 }), {
    maxKeys: 4,
  });
  fc.assert(
    fc.property(
      fc.array(fields, { minLength: 1, maxLength: 5 }),
      fc.array(fc.nat(40), { minLength: 1 }),
      (all, cuts) => {
        const parts = all.map((more, number) => entry(number, `m\n\n${number}`, more));
        const whole = Buffer.concat(parts);
        const framer = new JournalFramer();
        let held = Buffer.alloc(0);
        let taken = 0;
        for (let at = 0, turn = 0; at < whole.length; turn++) {
          const size = cuts[turn % cuts.length]! + 1;
          held = Buffer.concat([held, whole.subarray(at, at + size)]);
          at += size;
          framer.look(held);
          taken += framer.wholeBytes;
          held = held.subarray(framer.wholeBytes);
          framer.take();
          const ends = parts.map((_, place) => Buffer.concat(parts.slice(0, place + 1)).length);
          expect([0, ...ends]).toContain(taken);
        }
        expect(taken).toBe(whole.length);
      },
    ),
  );
});

describe("other bodies", () => {
  const post = (body: Uint8Array, more: Record<string, string>) =>
    fetch(`${service.url}/upload`, { method: "POST", headers: { ...headers(), ...more }, body: new Uint8Array(body) });

  test("when a journal is compressed, as the request or its first bytes say, then its entries are stored", async () => {
    let number = 30_000;
    const journal = (begin: string) => Buffer.concat([1, 2, 3].map((n) => entry(number++, `${begin} ${n}`)));
    expect((await post(gzipSync(journal("alphaword")), { "content-encoding": "gzip" })).status).toBe(202);
    expect((await post(gzipSync(journal("betaword")), {})).status).toBe(202);
    expect((await post(zstdCompressSync(journal("gammaword")), { "content-encoding": "zstd" })).status).toBe(202);
    for (const word of ["alphaword", "betaword", "gammaword"]) expect(await stored(word)).toHaveLength(3);
  });

  test("when a file is no journal, then it is read as raw lines and documents are", async () => {
    const trail = { Records: [1, 2].map((n) => ({ eventVersion: "1", eventName: `Act${n}`, eventSource: "wrapped" })) };
    const sent = gzipSync(JSON.stringify(trail));
    const answer = await post(sent, { "content-type": "application/x-www-form-urlencoded" });
    expect([answer.status, await answer.json()]).toMatchObject([200, { accepted: 2 }]);
    const now = { time_range: { preset: "last_1_hours" }, q: "program:wrapped" };
    const { body } = await service.call("POST", "/api/query", { body: { type: "Search", params: now } });
    expect(body.results.events.objects.map(({ message }: { message: string }) => message).sort()).toEqual([
      "Act1",
      "Act2",
    ]);
  });
});
