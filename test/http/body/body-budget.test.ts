import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BodyBudget, createBodyBudget } from "../../../src/http/body/body-budget.ts";
import type { AppError } from "../../../src/lib/errors.ts";

function requestOf(...chunks: (Uint8Array | Error | Promise<unknown>)[]): Request {
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = chunks.shift();
      if (next === undefined) controller.close();
      else if (next instanceof Error) controller.error(next);
      else if (next instanceof Uint8Array) controller.enqueue(next);
      else {
        await next;
        controller.close();
      }
    },
  });
  return new Request("http://localhost/", { method: "POST", body: stream });
}

const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => "read",
    (error: AppError) => error.code,
  );

const megabyte = 1024 * 1024;
const minute = { graceMs: 60_000, bytesPerSecond: 1 };
const none = { graceMs: 0, bytesPerSecond: 1e9 };

/** A server that reads what comes to it within a budget, and requests that are sent as far as `begin` says. */
async function startReader(budget: BodyBudget) {
  const read: string[] = [];
  const server = Bun.serve({
    port: 0,
    fetch: async (request) => {
      const { code, size } = await budget.read(request, 1e9).then(
        ({ length }) => ({ code: "read", size: length }),
        ({ code }: AppError) => ({ code, size: 0 }),
      );
      read.push(code);
      return new Response(`${code} ${size}`, { status: code === "timeout" ? 408 : 200 });
    },
  });
  const begin = async (announcedBytes: number, sentBytes: number) => {
    const { promise: answered, resolve } = Promise.withResolvers<string>();
    const socket = await Bun.connect({
      hostname: "localhost",
      port: server.port!,
      socket: { data: (_, data) => resolve(data.toString().split("\r\n\r\n")[1]!), close: () => resolve("closed") },
    });
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${announcedBytes}\r\n\r\n${"x".repeat(sentBytes)}`);
    return { answered, socket };
  };
  return { begin, read, [Symbol.asyncDispose]: () => server.stop(true) };
}

/** What becomes of a request of which these pieces come, the last one followed by its end. */
async function sendPieces(pieces: string[], totalBytes: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const budget = createBodyBudget(totalBytes);
  await using server = Bun.serve({
    port: 0,
    fetch: async (request) => {
      resolve(await budget.read(request, 100).then((body) => Buffer.from(body).toString(), codeOfError));
      return new Response();
    },
  });
  const socket = await Bun.connect({ hostname: "localhost", port: server.port!, socket: { data: () => undefined } });
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((done) => setImmediate(done));
  }
  socket.end();
  return await promise;
}

const codeOfError = (error: AppError) => error.code;

describe("createBodyBudget", () => {
  test("when a small body names its size, then it is read whole, in one piece or in several", async () => {
    const head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n";
    expect(await sendPieces([`${head}abcdef`], 6)).toBe("abcdef");
    expect(await sendPieces([head, "abc", "def"], 6)).toBe("abcdef");
  });

  test("when a small body breaks off before the size it named, then it is the sender's fault", async () => {
    const head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n";
    expect(await sendPieces([head, "abc"], 6)).toBe("invalid");
  });

  test("when a small body names a size beyond its limit, then it is refused before it comes", async () => {
    expect(await sendPieces(["POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 101\r\n\r\n"], 1000)).toBe("too_large");
  });

  test("when others leave no room for the size that a small body names, then it is told to come again", async () => {
    const budget = createBodyBudget(100);
    const { promise, resolve } = Promise.withResolvers<void>();
    const reading = budget.read(requestOf(new Uint8Array(60), promise), 1000);
    await new Promise((done) => setImmediate(done));
    const small = (bytes: number) =>
      new Request("http://localhost/", {
        method: "POST",
        body: new Uint8Array(bytes),
        headers: { "content-length": String(bytes) },
      });
    expect(await codeOf(budget.read(small(51), 1000))).toBe("too_many");
    expect(await codeOf(budget.read(small(50), 1000))).toBe("read");
    resolve();
    await reading;
  });

  test("when a body comes in pieces of any size, then they are joined in a buffer of their own", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 40_000, size: "max" }), { maxLength: 8 }),
        async (pieces) => {
          const bytes = await createBodyBudget(1_000_000).read(
            requestOf(...pieces.map((piece) => piece.slice())),
            1_000_000,
          );
          expect(Buffer.from(bytes).equals(Buffer.concat(pieces))).toBe(true);
          expect(bytes.buffer.byteLength).toBe(bytes.length);
        },
      ),
      { numRuns: 30 },
    ));

  test("when a body is larger than its limit, then it is refused whatever it claimed; at the limit it is read", async () => {
    const budget = createBodyBudget(1_000_000);
    expect(await codeOf(budget.read(requestOf(new Uint8Array(6), new Uint8Array(5)), 10))).toBe("too_large");
    expect(await codeOf(budget.read(requestOf(new Uint8Array(5), new Uint8Array(5)), 10))).toBe("read");
    expect((await budget.read(new Request("http://localhost/"), 10)).length).toBe(0);
  });

  test("when others leave no room, then a body is told to come again, and has it when they are done", async () => {
    const budget = createBodyBudget(100);
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = requestOf(new Uint8Array(60), promise);
    const reading = budget.read(slow, 1000);
    await new Promise((done) => setImmediate(done));
    expect(await codeOf(budget.read(requestOf(new Uint8Array(41)), 1000))).toBe("too_many");
    expect(await codeOf(budget.read(requestOf(new Uint8Array(40)), 1000))).toBe("read");
    resolve();
    expect((await reading).length).toBe(60);
    expect(await codeOf(budget.read(requestOf(new Uint8Array(100)), 1000))).toBe("read");
  });

  test("when a large body that was read is not done with, then it takes the room of other large ones, and small ones come through", async () => {
    const budget = createBodyBudget(megabyte);
    const read = async (bytes: number, announced?: number) => {
      const headers: [string, string][] = announced === undefined ? [] : [["content-length", String(announced)]];
      const request = new Request(requestOf(new Uint8Array(bytes)), { headers });
      return codeOf(budget.read(request, 10 * megabyte));
    };
    const release = budget.hold(2 * megabyte);
    expect(await read(1.5 * megabyte, 1.5 * megabyte)).toBe("too_many");
    expect(await read(megabyte / 2, megabyte / 2)).toBe("read");
    release();
    expect(await read(1.5 * megabyte, 1.5 * megabyte)).toBe("read");
    expect(budget.hold(1000)).toBeTypeOf("function");
    expect(await read(megabyte / 4)).toBe("read");
  });

  test("when a large body takes all the room, then small ones that do not name their size come through in half of it", async () => {
    const budget = createBodyBudget(megabyte);
    const release = budget.hold(2 * megabyte);
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = budget.read(requestOf(new Uint8Array(megabyte / 4), promise), megabyte);
    await new Promise((done) => setImmediate(done));
    expect(await codeOf(budget.read(requestOf(new Uint8Array(megabyte / 4)), megabyte))).toBe("read");
    expect(await codeOf(budget.read(requestOf(new Uint8Array(megabyte / 4 + 1)), megabyte))).toBe("too_many");
    resolve();
    expect((await slow).length).toBe(megabyte / 4);
    expect(await codeOf(budget.read(requestOf(new Uint8Array(megabyte / 2)), megabyte))).toBe("read");
    release();
  });

  test("when a body of many megabytes comes, whatever size it named, then it is read whole, in a buffer of its own size", async () => {
    const budget = createBodyBudget(megabyte);
    const parts = () => Array.from({ length: 40 }, (_, i) => new Uint8Array(megabyte / 2).fill(i + 1));
    const size = 20 * megabyte;
    // Who names it twice is understood by the server, and its two headers come as one.
    for (const announced of [size, 30 * megabyte, `${size}, ${size}`, undefined]) {
      const headers: [string, string][] = announced === undefined ? [] : [["content-length", String(announced)]];
      const request = new Request(requestOf(...parts()), { headers });
      const bytes = await budget.read(request, 64 * megabyte);
      expect(bytes.buffer.byteLength).toBe(size);
      expect(Buffer.from(bytes).equals(Buffer.concat(parts()))).toBe(true);
    }
  });

  test("when one body alone is larger than the budget, then it is read all the same", async () => {
    expect(await codeOf(createBodyBudget(100).read(requestOf(new Uint8Array(150)), 1000))).toBe("read");
  });

  test("when large bodies come together, then the one that began first is read and the others are told to come again", async () => {
    const budget = createBodyBudget(100);
    const large = () => budget.read(requestOf(...Array.from({ length: 9 }, () => new Uint8Array(10))), 1000);
    expect(await Promise.all([large(), large(), large()].map(codeOf))).toEqual(["read", "too_many", "too_many"]);
  });

  test("when hundreds announce bodies and send little of them, then others are read all the same", async () => {
    await using reader = await startReader(createBodyBudget(10_000, { always: minute, whenFull: minute }));
    const slow = await Promise.all(Array.from({ length: 300 }, () => reader.begin(1000, 1)));
    for (let i = 0; i < 20; i++) expect(await (await reader.begin(5000, 5000)).answered).toBe("read 5000");
    for (const { socket } of slow.slice(0, 3)) socket.write("y".repeat(999));
    for (const { answered } of slow.slice(0, 3)) expect(await answered).toBe("read 1000");
    expect(reader.read).toEqual(Array(23).fill("read"));
  });

  test("when bodies that come slowly fill the room, then they are given up for another, the oldest first and no more than needed", async () => {
    await using reader = await startReader(createBodyBudget(10_000, { always: minute, whenFull: none }));
    const slow = [await reader.begin(3001, 3000), await reader.begin(6000, 3499), await reader.begin(6000, 3499)];
    expect(await (await reader.begin(2000, 2000)).answered).toBe("read 2000");
    expect(await slow[0]!.answered).toBe("timeout 0");
    slow[1]!.socket.write("y".repeat(2501));
    expect(await slow[1]!.answered).toBe("read 6000");
    expect(reader.read).toEqual(["timeout", "read", "read"]);
  });

  const late = { graceMs: 20, bytesPerSecond: 1e6 };
  for (const [name, announcedBytes, totalBytes] of [
    ["at once", 100, 10_000],
    ["in parts", 8000, 10_000],
  ] as const)
    test(`when a body that is read ${name} comes too slowly, then it is given up and its room is free`, async () => {
      await using reader = await startReader(createBodyBudget(totalBytes, { always: late, whenFull: minute }));
      const { answered } = await reader.begin(announcedBytes, announcedBytes - 1);
      expect(await answered).toBe("timeout 0");
      expect(await (await reader.begin(9000, 9000)).answered).toBe("read 9000");
    });

  test("when a body keeps coming, then it may take as long as its bytes need", async () => {
    await using reader = await startReader(
      createBodyBudget(10_000, { always: { graceMs: 30, bytesPerSecond: 100 }, whenFull: minute }),
    );
    const { answered, socket } = await reader.begin(8000, 7000);
    const began = performance.now();
    while (performance.now() - began < 60) await new Promise((done) => setImmediate(done));
    socket.write("y".repeat(1000));
    expect(await answered).toBe("read 8000");
  });

  test("when the sender breaks off, then it is the sender's fault", async () => {
    expect(await codeOf(createBodyBudget(1_000_000).read(requestOf(new Uint8Array(5), new Error("reset")), 1000))).toBe(
      "invalid",
    );
  });
});
