import { gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patienceMs } from "../../support/patience.ts";
import { type Service, startService } from "../../support/service/start-service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const post = (path: string, body: string | Uint8Array, headers: Record<string, string> = {}) =>
  service.call("POST", path, { body, headers: { "content-type": "application/json", ...headers } });

describe("who may send", () => {
  test("when a guest or a wrong token sends, then it is 401; a USER and an INGEST token may", async () => {
    const body = '{"message":"m"}';
    const { body: created } = await service.call("POST", "/api/authtokens", { body: { token_type: "INGEST" } });
    for (const path of ["/incoming", "/incoming/", "/incoming/raw", "/incoming/raw/", "/incoming/raw/hook"]) {
      expect((await service.call("POST", path, { token: "", body })).status, path).toBe(401);
      expect((await service.call("POST", path, { token: `ingest-${"0".repeat(48)}`, body })).status, path).toBe(401);
      expect((await service.call("POST", path, { token: created.secret_key, body })).status, path).toBe(200);
      expect((await post(path, body)).status, path).toBe(200);
      expect((await service.call("GET", path)).status, path).toBe(405);
    }
  });
});

describe("POST /incoming", () => {
  test("when all events are good, then the answer is short", async () => {
    const { status, body } = await post("/incoming", '{"events":[{"message":"one"},{"message":"two"}]}');
    expect([status, body]).toEqual([200, { status: "ok", accepted: 2, rejected: [] }]);
  });

  test("when some are bad, then the answer names them and counts them", async () => {
    const { status, body } = await post("/incoming", '[{"message":"three"},{"message":4},7]');
    expect([status, body]).toEqual([
      200,
      {
        status: "ok",
        accepted: 1,
        rejected: [
          { index: 1, error: "message: expected a text, got the number 4." },
          { index: 2, error: "Expected an object, got the number 7." },
        ],
        rejected_count: 2,
      },
    ]);
  });

  test("when events are cut or their time cannot be right, then the answer counts them, a retry's too", async () => {
    const events = [
      { message: "x".repeat(70_000) },
      { message: "ahead", ts: "9999-01-01T00:00:00Z", long: "y".repeat(5000) },
      { message: "fine" },
    ];
    for (let i = 0; i < 2; i++) {
      const { body } = await post("/incoming", JSON.stringify(events), { "idempotency-key": "cut" });
      expect(body).toEqual({ status: "ok", accepted: 3, rejected: [], cut: 2, out_of_time: 1 });
    }
  });

  test("when all are bad, then it is 400 with the same list and a detail", async () => {
    const { status, body } = await post("/incoming", '{"host":"h"}\n{"message":""}\n', {
      "content-type": "application/x-ndjson",
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      status: "error",
      accepted: 0,
      rejected: [{ index: 0 }, { index: 1 }],
      rejected_count: 2,
    });
    expect(body.detail).toContain("No event of the body can be taken");
  });

  const refused: [name: string, status: number, body: string | Uint8Array, headers: Record<string, string>][] = [
    ["an empty body", 400, "", {}],
    ["no JSON", 400, "hello", {}],
    ["JSON that breaks off", 400, '{"events":[{"message":"a"}', {}],
    ["a truncated gzip", 400, gzipSync('{"message":"a"}').subarray(0, 25), { "content-encoding": "gzip" }],
    ["a truncated zstd", 400, zstdCompressSync('{"message":"a"}').subarray(0, 18), { "content-encoding": "zstd" }],
    ["an unknown encoding", 415, "x", { "content-encoding": "br" }],
    ["an unknown type", 415, "x", { "content-type": "image/png" }],
    ["too many events in a list", 413, `[${Array(10_001).fill('{"message":"m"}')}]`, {}],
    ["65 MiB", 413, new Uint8Array(65 * 1024 * 1024).fill(32), {}],
    [
      "a small body that unpacks to 65 MiB",
      413,
      gzipSync(Buffer.alloc(65 * 1024 * 1024)),
      { "content-encoding": "gzip" },
    ],
    ["a key that is too long", 400, '{"message":"m"}', { "idempotency-key": "k".repeat(256) }],
  ];
  for (const [name, expected, content, headers] of refused)
    test(`when the body is ${name}, then it is ${expected} with a detail`, async () => {
      const { status, body } = await post("/incoming", content, headers);
      expect(status).toBe(expected);
      expect(body.detail.length).toBeGreaterThan(10);
    });

  test("when the key is too long, then the batch is counted as rejected like any other", async () => {
    const rejected = async () => (await service.call("GET", "/api/system")).body.uncounted.rejected.deliveries;
    const before = await rejected();
    await post("/incoming", '{"message":"m"}', { "idempotency-key": "k".repeat(256) });
    expect(await rejected()).toBe(before + 1);
  });

  test("when the body is compressed, then it is taken like any other", async () => {
    const event = '{"message":"packed"}';
    for (const [encoding, pack] of [
      ["gzip", gzipSync],
      ["zstd", zstdCompressSync],
    ] as const) {
      const { status, body } = await post("/incoming", pack(event), { "content-encoding": encoding });
      expect([status, body.accepted]).toEqual([200, 1]);
    }
  });

  test("when a batch is sent again with its key, then the answer is the same, and another user's key is another", async () => {
    const headers = { "idempotency-key": "once" };
    const event = '{"message":"once only"}';
    const first = await post("/incoming", event, headers);
    expect((await post("/incoming", event, headers)).body).toEqual(first.body);
    const other = await service.createUser({ username: "other" });
    const theirs = await service.call("POST", "/incoming", { token: other.token, headers, body: event });
    expect(theirs.body).toMatchObject({ accepted: 1, duplicates: 1 });
  });
});

describe("POST /incoming/raw", () => {
  test(
    "when one JSON document has more than 16 MiB, then it is 413 with the way out, and as lines the same is taken",
    async () => {
      const entry = JSON.stringify({ message: "m", text: "x".repeat(60_000) });
      const entries = Array.from({ length: 290 }, () => entry);
      const { status, body } = await post("/incoming/raw", `[${entries.join(",")}]`);
      expect([status, body.detail]).toEqual([
        413,
        "A JSON document of more than 16 MiB: send one event a line instead.",
      ]);
      expect((await post("/incoming/raw", entries.join("\n"))).body.accepted).toBe(290);
    },
    patienceMs,
  );

  test("when text or JSON of any type comes, then it answers like /incoming", async () => {
    for (const type of ["text/plain", "application/xml", "application/json", "image/png"]) {
      const { status, body } = await post("/incoming/raw/hook", `raw ${type}\n{"a":1}\n`, { "content-type": type });
      expect([status, body.accepted]).toEqual([200, 2]);
    }
    expect((await post("/incoming/raw", "\n \n")).status).toBe(400);
  });
});
