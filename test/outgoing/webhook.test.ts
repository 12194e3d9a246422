import { createServer, type Server } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { webhookAnswerBytesMax, webhookInterimAnswersMax } from "../../src/outgoing/limits.ts";
import { retryAfterOf } from "../../src/outgoing/retry-after.ts";
import { SendingError } from "../../src/outgoing/sending-error.ts";
import { createWebhookSender, type WebhookMessage } from "../../src/outgoing/webhook.ts";
import { makeCertificate } from "../support/service/smtp-server.ts";

interface Call {
  method: string;
  path: string;
  headers: Headers;
  body: string;
}

const calls: Call[] = [];
const certificate = makeCertificate("hook.example");
const answers: Record<string, () => Response | Promise<Response>> = {
  "/redirect": () => new Response("", { status: 302, headers: { Location: "/ok" } }),
  "/missing": () => new Response("no such hook\nat all", { status: 404 }),
  "/busy": () => new Response("", { status: 429, headers: { "Retry-After": "7" } }),
  "/broken": () => new Response("", { status: 500 }),
  "/large": () => new Response("x".repeat(1024 * 1024)),
  "/endless": () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(4096)),
      }),
    ),
  "/silent": () => new Promise<Response>(() => undefined),
};

const fetch = async (request: Request) => {
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  calls.push({ method, path: pathname + search, headers, body: await request.text() });
  return answers[pathname]?.() ?? new Response("thanks");
};
const plain = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch });
const secure = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch, tls: certificate });
afterAll(() => Promise.all([plain.stop(true), secure.stop(true)]));

const loopback = ["127.0.0.0/8"];
const send = createWebhookSender({ allowed: loopback });
const at = (path: string) => `http://127.0.0.1:${plain.port}${path}`;
const message = (url: string, more: Partial<WebhookMessage> = {}): WebhookMessage => ({
  url,
  method: "POST",
  contentType: "application/json",
  body: '{"a":1}',
  ...more,
});

async function errorOf(work: Promise<unknown>): Promise<SendingError> {
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(SendingError);
  return error as SendingError;
}

describe("a webhook", () => {
  test("when it is called, then it gets the body, and its answer comes back", async () => {
    const url = `http://us%40er:pa%3Ass@127.0.0.1:${plain.port}/hook?key=secret`;
    expect(await send(message(url, { id: "report-7" }))).toEqual({ status: 200, body: "thanks" });
    const { method, path, headers, body } = calls.at(-1)!;
    expect({ method, path, body }).toEqual({ method: "POST", path: "/hook?key=secret", body: '{"a":1}' });
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("idempotency-key")).toBe("report-7");
    expect(headers.get("authorization")).toBe(`Basic ${Buffer.from("us@er:pa:ss").toString("base64")}`);
    expect(headers.get("host")).toBe(`127.0.0.1:${plain.port}`);
  });

  test("when it is called with GET, then no body is sent", async () => {
    await send(message(at("/get"), { method: "GET" }));
    expect(calls.at(-1)).toMatchObject({ method: "GET", body: "" });
  });

  test.each([
    ["/missing", false, /answered 404: "no such hook at all"\.$/],
    ["/busy", true, /answered 429\.$/],
    ["/broken", true, /answered 500\.$/],
    ["/redirect", false, /redirects are not followed/],
  ])("when it answers at %s, then it is an error that may be tried again: %s", async (path, canRetry, text) => {
    const before = calls.length;
    const error = await errorOf(send(message(at(path))));
    expect(error.canRetry).toBe(canRetry);
    expect(error.message).toMatch(text);
    expect(calls).toHaveLength(before + 1);
  });

  test("when it asks for a pause, then the error knows it", async () => {
    expect((await errorOf(send(message(at("/busy"))))).retryAfterMs).toBe(7000);
  });

  test.each(["/large", "/endless"])("when the answer at %s is large, then 64 KiB of it are read", async (path) => {
    expect((await send(message(at(path)))).body).toHaveLength(webhookAnswerBytesMax);
  });

  test("when it says nothing, then it is given up after its time", async () => {
    const quick = createWebhookSender({ allowed: loopback, timeoutMs: 30 });
    const error = await errorOf(quick(message(at("/silent"))));
    expect(error).toMatchObject({ canRetry: true });
    expect(error.message).toContain("took longer than 0.03 s");
  });

  test("when it says to wait again and again, then it is given up before its time", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      const say = () => socket.write("HTTP/1.1 100 Continue\r\n\r\n".repeat(webhookInterimAnswersMax), goOn);
      const goOn = (error?: Error | null) => void (error ?? setImmediate(say));
      socket.once("data", say);
    });
    const port = await listening(server);
    const patient = createWebhookSender({ allowed: loopback, timeoutMs: 60_000 });
    const error = await errorOf(patient(message(`http://127.0.0.1:${port}/`)));
    expect([error.message, error.canRetry]).toEqual([
      `http://127.0.0.1:${port} answered "wait" more than ${webhookInterimAnswersMax} times.`,
      false,
    ]);
    server.close();
  });

  test("when the look-up of its name takes forever, then its time is over all the same", async () => {
    const quick = createWebhookSender({
      allowed: loopback,
      timeoutMs: 30,
      resolve: () => new Promise(() => undefined),
    });
    expect((await errorOf(quick(message("http://slow.example/")))).message).toContain("took longer");
  });

  test("when it is not wanted any more, then it is broken off", async () => {
    const stop = new AbortController();
    const sent = errorOf(send(message(at("/silent")), stop.signal));
    stop.abort();
    expect((await sent).canRetry).toBe(false);
  });

  test("when nobody listens, then the error tells neither the path nor a password", async () => {
    const closed = await portOfNobody();
    const error = await errorOf(send(message(`http://user:hunter2@127.0.0.1:${closed}/secret-path?key=1`)));
    expect(error.canRetry).toBe(true);
    expect(error.message).toContain(`http://127.0.0.1:${closed}`);
    expect(error.message).not.toMatch(/hunter2|secret-path|key=1/);
  });

  test("when what it answers is no HTTP, then it is an error", async () => {
    const server = createServer((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
    const port = await listening(server);
    expect((await errorOf(send(message(`http://127.0.0.1:${port}/`)))).canRetry).toBe(true);
    server.close();
  });

  test("when the body is too large, then nothing is sent", async () => {
    const before = calls.length;
    expect((await errorOf(send(message(at("/"), { body: "x".repeat(1024 * 1024 + 1) })))).canRetry).toBe(false);
    expect(calls).toHaveLength(before);
  });
});

describe("https", () => {
  const resolve = async () => ["127.0.0.1"];
  const url = (host: string) => `https://${host}:${secure.port}/hook`;

  test("when the certificate is for the name and trusted, then it is called", async () => {
    const trusting = createWebhookSender({ allowed: loopback, resolve, ca: certificate.cert });
    expect(await trusting(message(url("hook.example")))).toMatchObject({ status: 200 });
    expect(calls.at(-1)?.headers.get("host")).toBe(`hook.example:${secure.port}`);
  });

  test.each([
    ["of another name", "other.example", certificate.cert],
    ["not trusted", "hook.example", undefined],
  ])("when the certificate is %s, then it is not called", async (_, host, ca) => {
    const before = calls.length;
    const sender = createWebhookSender({ allowed: loopback, resolve, ...(ca ? { ca } : {}) });
    await errorOf(sender(message(url(host))));
    expect(calls).toHaveLength(before);
  });
});

describe("where a webhook may go", () => {
  const strict = createWebhookSender({ allowed: [], timeoutMs: 2000 });
  let before: number;
  beforeAll(() => {
    before = calls.length;
  });

  test.each(
    [
      ["127.0.0.1", "127.1", "0x7f000001", "2130706433", "0177.0.0.1", "0.0.0.0", "10.0.0.1", "169.254.169.254"],
      ["192.168.1.1", "172.16.0.1", "100.64.0.1", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"],
      ["[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[fe80::1]", "[fc00::1]", "[fd00::1]", "localhost"],
      ["localhost.", "１２７.0.0.1"],
    ].flat(),
  )("when the host is %s, then nobody is called", async (host) => {
    const error = await errorOf(strict(message(`http://${host}:${plain.port}/`)));
    expect(error.canRetry || /not on the public internet/.test(error.message)).toBe(true);
    expect(calls).toHaveLength(before);
  });

  test.each([
    "ftp://example.org/",
    "file:///etc/passwd",
    "gopher://x/",
    "javascript:alert(1)",
    "",
    "http://",
    "x".repeat(3000),
  ])("when the address is %j, then it is refused for good", async (url) => {
    expect((await errorOf(strict(message(url)))).canRetry).toBe(false);
  });

  test("when a name is at a private address, then it is refused; when it is listed, then it is called", async () => {
    const resolve = async () => ["127.0.0.1"];
    const url = `http://intra.example:${plain.port}/listed`;
    const error = await errorOf(createWebhookSender({ allowed: ["10.0.0.0/8"], resolve })(message(url)));
    expect(error.message).toBe(
      '"intra.example" is at 127.0.0.1, which is not on the public internet. The administrator may allow it by VIGIE_WEBHOOK_ALLOW.',
    );
    await createWebhookSender({ allowed: ["127.0.0.1"], resolve })(message(url));
    expect(calls.at(-1)?.path).toBe("/listed");
    await createWebhookSender({ allowed: ["127.0.0.1"], resolve: async () => ["::ffff:127.0.0.1"] })(message(url));
  });

  test("when a name answers otherwise the second time, then what was checked is called", async () => {
    const found = ["127.0.0.1", "127.0.0.2"];
    let lookups = 0;
    const sender = createWebhookSender({ allowed: ["127.0.0.1"], resolve: async () => [found[lookups++]!] });
    await sender(message(`http://rebind.example:${plain.port}/first`));
    expect(lookups).toBe(1);
    expect((await errorOf(sender(message(`http://rebind.example:${plain.port}/second`)))).message).toContain(
      "127.0.0.2",
    );
    expect(calls.at(-1)?.path).toBe("/first");
  });

  test("when only some addresses of a name are allowed, then only those are called", async () => {
    const sender = createWebhookSender({ allowed: ["127.0.0.1"], resolve: async () => ["127.0.0.9", "127.0.0.1"] });
    await sender(message(`http://both.example:${plain.port}/both`));
    expect(calls.at(-1)?.path).toBe("/both");
  });

  test("when a name cannot be looked up, then it may be tried again", async () => {
    const resolve = () => Promise.reject(new Error("ENOTFOUND"));
    expect(await errorOf(createWebhookSender({ allowed: [], resolve })(message("http://x.example/")))).toMatchObject({
      canRetry: true,
      message: 'The name "x.example" could not be looked up.',
    });
  });

  test("when any address within the private networks is asked for in any spelling, then nobody is called", async () => {
    const word = fc.integer({ min: 0, max: 255 });
    const address = fc.oneof(
      fc.tuple(fc.constant(10), word, word, word),
      fc.tuple(fc.constant(127), word, word, word),
      fc.tuple(fc.constant(192), fc.constant(168), word, word),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), word, word),
    );
    const spelling = fc.constantFrom(
      (b: number[]) => b.join("."),
      (b: number[]) => String(b.reduce((sum, byte) => sum * 256 + byte, 0)),
      (b: number[]) => b.map((byte) => `0x${byte.toString(16)}`).join("."),
      (b: number[]) => `[::ffff:${b.join(".")}]`,
      (b: number[]) => `[0:0:0:0:0:ffff:${((b[0]! << 8) | b[1]!).toString(16)}:${((b[2]! << 8) | b[3]!).toString(16)}]`,
    );
    await fc.assert(
      fc.asyncProperty(address, spelling, async (bytes, spell) => {
        const error = await errorOf(strict(message(`http://${spell([...bytes])}/`)));
        expect(error.message).toContain("not on the public internet");
      }),
    );
  });
});

describe("Retry-After", () => {
  test.each([
    [undefined, undefined],
    ["12", 12_000],
    ["soon", undefined],
    ["-1", undefined],
    ["Thu, 01 Jan 1970 00:01:40 GMT", 100_000],
  ])("when it is %j, then the pause is %j", (header, pauseMs) => {
    expect(retryAfterOf(header, () => 0)).toBe(pauseMs);
  });
});

async function portOfNobody(): Promise<number> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { port: number }).port;
}
