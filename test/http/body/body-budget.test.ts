import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BodyBudget, createBodyBudget } from "../../../src/http/body/body-budget.ts";
import type { BodyPaces } from "../../../src/http/limits.ts";
import type { AppError } from "../../../src/lib/errors.ts";
import { MemoryQueue } from "../../../src/runtime/memory-queue.ts";

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
const paces = { always: minute, whenFull: minute, whenWaitedFor: minute };

/** A server that reads what comes to it within a budget, and requests that are sent as far as `begin` says. */
async function startReader(budget: BodyBudget) {
  const read: string[] = [];
  const state = { begun: 0 };
  const server = Bun.serve({
    port: 0,
    fetch: async (request) => {
      state.begun++;
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
  return {
    begin,
    read,
    get begun() {
      return state.begun;
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  };
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

  test("when the service stops, then half-sent bodies are given up and those that are there are read", async () => {
    const stop = new AbortController();
    await using reader = await startReader(createBodyBudget(10 * megabyte, { stopping: stop.signal }));
    const halves = [await reader.begin(6000, 3000), await reader.begin(3 * megabyte, 2 * megabyte)];
    const whole = await reader.begin(6000, 5999);
    while (reader.begun < 3) await new Promise((done) => setImmediate(done));
    stop.abort();
    whole.socket.write("y");
    expect(await whole.answered).toBe("read 6000");
    for (const { answered } of halves) expect(await answered).toBe("unavailable 0");
    expect(await (await reader.begin(6000, 3000)).answered).toBe("unavailable 0");
  });

  describe("with memory that large pieces of work share", () => {
    const perByte = { needOf: (sizeBytes: number, isEncoded: boolean) => sizeBytes * (isEncoded ? 8 : 1) };
    const budgetOf = (totalBytes: number, paces?: BodyPaces) => {
      const shares = new MemoryQueue(totalBytes);
      return {
        shares,
        budget: createBodyBudget(megabyte, { ...(paces && { paces }), memory: { shares, ...perByte } }),
      };
    };
    const bodyOf = (bytes: number, headers: Record<string, string> = {}) =>
      new Request(requestOf(...Array.from({ length: bytes / (megabyte / 4) }, () => new Uint8Array(megabyte / 4))), {
        headers,
      });
    const named = (bytes: number) => bodyOf(bytes, { "content-length": String(bytes) });

    test("when a large body comes, then it takes its share until it is done with, whether it names its size or not", async () => {
      const { shares, budget } = budgetOf(20 * megabyte);
      for (const request of [named(3 * megabyte), bodyOf(3 * megabyte)]) {
        const { bytes, release } = await budget.take(request, 10 * megabyte);
        expect(bytes.length).toBe(3 * megabyte);
        expect(shares.status().takenBytes).toBe(3 * megabyte);
        release();
        expect(shares.status().takenBytes).toBe(0);
      }
    });

    test("when a small body comes, then it takes none, unless it will be large when it is unpacked", async () => {
      const { shares, budget } = budgetOf(20 * megabyte);
      const small = await budget.take(named(megabyte / 2), 10 * megabyte);
      expect(shares.status().takenBytes).toBe(0);
      const packed = await budget.take(bodyOf(megabyte / 2, { "content-encoding": "gzip" }), 10 * megabyte);
      expect(shares.status().takenBytes).toBe(4 * megabyte);
      packed.release();
      small.release();
      expect(shares.status().takenBytes).toBe(0);
    });

    test("when others have all of it, then a large body waits for them, and small ones come through", async () => {
      const { shares, budget } = budgetOf(4 * megabyte);
      const first = await budget.take(named(3 * megabyte), 10 * megabyte);
      const second = budget.take(named(2 * megabyte), 10 * megabyte);
      const small = await budget.take(named(megabyte / 4), 10 * megabyte);
      expect(small.bytes.length).toBe(megabyte / 4);
      while (!shares.isShort) await new Promise((done) => setImmediate(done));
      first.release();
      expect((await second).bytes.length).toBe(2 * megabyte);
      expect(shares.status()).toMatchObject({ takenBytes: 2 * megabyte, waiting: 0 });
    });

    test("when a large body has waited for its memory, then that was not slow of it, whoever waits behind it", async () => {
      const graceMs = 2000;
      const shares = new MemoryQueue(4 * megabyte);
      const quick = { ...paces, whenWaitedFor: { graceMs, bytesPerSecond: 1e9 } };
      const budget = createBodyBudget(8 * megabyte, { paces: quick, memory: { shares, ...perByte } });
      const first = await budget.take(named(3 * megabyte), 10 * megabyte);
      const [second, third] = [3, 3].map((size) => budget.take(named(size * megabyte), 10 * megabyte));
      const overMs = performance.now() + graceMs;
      while (shares.status().waiting < 2 || performance.now() <= overMs)
        await new Promise((done) => setImmediate(done));
      first.release();
      (await second!).release();
      (await third!).release();
      expect(shares.status()).toMatchObject({ takenBytes: 0, waiting: 0 });
    });

    test("when a body is refused or breaks off, then it has given its share back", async () => {
      const { shares, budget } = budgetOf(4 * megabyte);
      const part = () => new Uint8Array(megabyte);
      const broken = requestOf(part(), part(), new Error("reset"));
      expect(await codeOf(budget.take(broken, 10 * megabyte))).toBe("invalid");
      expect(await codeOf(budget.take(requestOf(part(), part(), part()), 2 * megabyte))).toBe("too_large");
      expect(shares.status()).toMatchObject({ takenBytes: 0, waiting: 0 });
    });

    test("when a large body comes slowly, then it is given up for what waits, and not before anything does", async () => {
      const { shares, budget } = budgetOf(4 * megabyte, { ...paces, whenWaitedFor: none });
      const { promise, resolve } = Promise.withResolvers<void>();
      const slow = codeOf(budget.take(requestOf(new Uint8Array(2 * megabyte), promise), 4 * megabyte));
      while (shares.status().takenBytes === 0) await new Promise((done) => setImmediate(done));
      const other = await budget.take(named(3 * megabyte), 10 * megabyte);
      expect(await slow).toBe("timeout");
      resolve();
      other.release();
      expect(shares.status()).toMatchObject({ takenBytes: 0, waiting: 0 });
    });
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
    await using reader = await startReader(createBodyBudget(10_000, { paces: { ...paces, always: minute } }));
    const slow = await Promise.all(Array.from({ length: 300 }, () => reader.begin(1000, 1)));
    for (let i = 0; i < 20; i++) expect(await (await reader.begin(5000, 5000)).answered).toBe("read 5000");
    for (const { socket } of slow.slice(0, 3)) socket.write("y".repeat(999));
    for (const { answered } of slow.slice(0, 3)) expect(await answered).toBe("read 1000");
    expect(reader.read).toEqual(Array(23).fill("read"));
  });

  test("when bodies that come slowly fill the room, then they are given up for another, the oldest first and no more than needed", async () => {
    await using reader = await startReader(createBodyBudget(10_000, { paces: { ...paces, whenFull: none } }));
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
      await using reader = await startReader(createBodyBudget(totalBytes, { paces: { ...paces, always: late } }));
      const { answered } = await reader.begin(announcedBytes, announcedBytes - 1);
      expect(await answered).toBe("timeout 0");
      expect(await (await reader.begin(9000, 9000)).answered).toBe("read 9000");
    });

  test("when a body keeps coming, then it may take as long as its bytes need", async () => {
    await using reader = await startReader(
      createBodyBudget(10_000, { paces: { ...paces, always: { graceMs: 30, bytesPerSecond: 100 } } }),
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
