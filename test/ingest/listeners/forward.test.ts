import { createHash } from "node:crypto";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { decode, decodeMulti, Encoder, ExtensionCodec, encode } from "@msgpack/msgpack";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uncountedOf } from "../../../src/eventstore/event-store.ts";
import { unpackedEntriesMax } from "../../../src/ingest/limits.ts";
import { chunkIdBytesMax } from "../../../src/ingest/listeners/limits.ts";
import { optionsMax } from "../../../src/ingest/protocols/forward/options.ts";
import { until } from "../../support/patience.ts";
import { storedEvents } from "../take-in.ts";
import { Listening, Peer } from "./listening.ts";

/** An EventTime of the forward protocol. */
class EventTime {
  constructor(
    readonly seconds: number,
    readonly nanoseconds: number,
  ) {}
}

const extensionCodec = new ExtensionCodec();
extensionCodec.register({
  type: 0,
  encode(value) {
    if (!(value instanceof EventTime)) return null;
    const bytes = Buffer.alloc(8);
    bytes.writeUInt32BE(value.seconds, 0);
    bytes.writeUInt32BE(value.nanoseconds, 4);
    return bytes;
  },
  decode: (data) => data,
});
const pack = (value: unknown) => new Encoder({ extensionCodec }).encode(value);

const time = 1_795_000_000;
const record = (message: string, more: object = {}) => ({ message, host: "web-1", level: "error", ...more });
const answersOf = (peer: Peer) => [...decodeMulti(peer.received)] as unknown[];

describe("the forward protocol", () => {
  let listening: Listening;
  beforeAll(async () => {
    listening = await Listening.open({ forward: 0 });
  });
  afterAll(() => listening.close());

  const entries = Buffer.concat([
    pack([time, record("one")]),
    pack([
      new EventTime(time, 123_456_789),
      record("two", { program: "nginx", kubernetes: { pod: "p-1", labels: { a: 1 } } }),
    ]),
  ]);

  test.each([
    ["a message", () => pack(["app.access", new EventTime(time, 5000), record("one"), { chunk: "c1" }]), ["one"]],
    [
      "a list of entries",
      () =>
        pack([
          "app.access",
          [
            [time, record("one")],
            [time, record("two")],
          ],
          { chunk: "c1" },
        ]),
      ["one", "two"],
    ],
    ["packed entries", () => pack(["app.access", entries, { size: 2, chunk: "c1" }]), ["one", "two"]],
    ["packed entries in a text", () => pack(["app.access", "", { chunk: "c1" }]), []],
    [
      "compressed entries",
      () => pack(["app.access", gzipSync(entries), { compressed: "gzip", chunk: "c1" }]),
      ["one", "two"],
    ],
    [
      "entries compressed as zstd",
      () => pack(["app.access", zstdCompressSync(entries), { compressed: "zstd", chunk: "c1" }]),
      ["one", "two"],
    ],
    [
      "entries that say to be a text",
      () => pack(["app.access", entries, { compressed: "text", chunk: "c1" }]),
      ["one", "two"],
    ],
    [
      "Fluent Bit's time with metadata",
      () => pack(["app.access", [[[time, { a: 1 }], record("one")]], { chunk: "c1" }]),
      ["one"],
    ],
    [
      "a message with such a time",
      () =>
        pack(["app.access", [new EventTime(time, 5000), {}], record("one", { chunk: "not this" }), { chunk: "c1" }]),
      ["one"],
    ],
  ])("when %s comes, then its events are stored and it is acknowledged", async (_, message, expected) => {
    const before = (await listening.intake.status()).stored;
    const peer = await Peer.connect(listening.ports.forward!);
    peer.send(message());
    await until(() => peer.received.length > 0, "it is acknowledged");
    expect(answersOf(peer)).toEqual([{ ack: "c1" }]);
    // What was acknowledged is there for every question.
    const events = (await listening.events(before + expected.length)).slice(before);
    expect(events.map((event) => event.message)).toEqual(expected);
    expect(
      events.every(({ host, severity, tags }) => host === "web-1" && severity === 3 && tags.includes("app.access")),
    ).toBe(true);
    peer.end();
  });

  test.each<[string, unknown, unknown[]]>([
    ["bytes that are no UTF-8", Uint8Array.of(0xff, 0xfe, 0), [{ ack: Uint8Array.of(0xff, 0xfe, 0) }]],
    ["an empty text", "", [{ ack: "" }]],
    ["a number", 5, [{ ack: 5 }]],
    ["a list", ["a", { b: 1 }], [{ ack: ["a", { b: 1 }] }]],
    ["a text longer than a short length can say", "c".repeat(70_000), [{ ack: "c".repeat(70_000) }]],
    ["nil", null, []],
  ])("when a chunk's id is %s, then it comes back as it is, unless it is none", async (_, chunk, answers) => {
    const peer = await Peer.connect(listening.ports.forward!);
    peer.send(pack(["t", time, record("with an id"), { size: 1, chunk }]));
    peer.send(pack(["t", time, record("behind"), { chunk: "last" }]));
    const last = Buffer.from(encode({ ack: "last" }));
    await until(() => peer.received.subarray(-last.length).equals(last), "the message behind it is acknowledged");
    expect(answersOf(peer)).toEqual([...answers, { ack: "last" }]);
    peer.end();
  });

  test("when keys of a record are no texts, or empty, then no value is lost", async () => {
    const before = (await listening.intake.status()).stored;
    const peer = await Peer.connect(listening.ports.forward!);
    const keys = [null, true, false, 7, "", "a"];
    const pairs = Buffer.concat([
      Uint8Array.of(0x86),
      ...keys.map((key) => Buffer.concat([pack(key), pack(`of ${key}`)])),
    ]);
    peer.send(Buffer.concat([Uint8Array.of(0x93), pack("t"), pack(time), pairs]));
    const [event] = (await listening.events(before + 1)).slice(-1);
    const tags = { 7: "of 7", a: "of a", false: "of false", null: "of null", tag: "t", true: "of true" };
    expect(event!.tags).toEqual(
      Object.entries(tags)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flat(),
    );
    expect(JSON.parse(event!.extra)).toEqual({ "": "of " });
    expect((await listening.counts("forward")).loss.cut).toBe(1);
    peer.end();
  });

  test("when a tag is longer than a tag's value may be, then it is cut and counted, once for each entry", async () => {
    const before = await listening.counts("forward");
    const { stored } = await listening.intake.status();
    const peer = await Peer.connect(listening.ports.forward!);
    const records = Array.from({ length: 50 }, (_, i) => [time, record(`tagged ${i}`)]);
    peer.send(pack(["t".repeat(1_000_000), records]));
    const events = (await listening.events(stored + 50)).slice(-50);
    expect(events.map(({ message }) => message)).toEqual(records.map((_, i) => `tagged ${i}`));
    expect(events.every(({ program, tags }) => program.length === 255 && tags[1]!.length === 4096)).toBe(true);
    expect((await listening.counts("forward")).loss.cut! - (before.loss.cut ?? 0)).toBe(50);
    peer.end();
  });

  test("when records have times, programs and maps in maps, then these are fields and tags", async () => {
    const before = (await listening.intake.status()).stored;
    const peer = await Peer.connect(listening.ports.forward!);
    const odd = {
      größe: "ß",
      list: [1, { b: true }],
      "": 1,
      none: null,
      long: 2n ** 60n,
      ident: "cron",
      message: "odd",
    };
    peer.send(Buffer.concat([pack(["kube.app", entries]), encode(["kube.app", time, odd], { useBigInt64: true })]));
    const [one, two, three] = (await listening.events(before + 3)).slice(-3);
    expect([one!.program, one!.times, one!.tags]).toEqual(["kube.app", [time * 1e6], ["tag", "kube.app"]]);
    expect([two!.program, two!.times]).toEqual(["nginx", [time * 1e6 + 123_456]]);
    expect(two!.tags).toEqual(["kubernetes.labels.a", "1", "kubernetes.pod", "p-1", "tag", "kube.app"]);
    expect(three!.program).toBe("cron");
    expect(three!.tags).toEqual([
      "größe",
      "ß",
      "ident",
      "cron",
      "list.0",
      "1",
      "list.1.b",
      "true",
      "long",
      String(2n ** 60n),
      "tag",
      "kube.app",
    ]);
    peer.end();
  });

  test("when messages hold what is no entry, then it is counted, the rest is stored and all is acknowledged", async () => {
    const before = await listening.counts("forward");
    const peer = await Peer.connect(listening.ports.forward!);
    peer.send(pack(["t", [[time, record("good")], ["soon"], [time, record("behind")]], { chunk: "a" }]));
    peer.send(pack(["t", gzipSync("x").subarray(0, 9), { compressed: "gzip", chunk: "b" }]));
    peer.send(pack([7, time, {}]));
    await until(() => peer.received.length >= 2 * encode({ ack: "a" }).length, "both are acknowledged");
    await until(async () => (await listening.counts("forward")).received === before.received + 5, "all are counted");
    const { stored, loss } = await listening.counts("forward");
    expect([stored - before.stored, (loss.rejected ?? 0) - (before.loss.rejected ?? 0)]).toEqual([2, 3]);
    peer.end();
  });

  test("when a time lies in more than one list, then its entry alone is counted, however deep it lies", async () => {
    const before = await listening.counts("forward");
    const peer = await Peer.connect(listening.ports.forward!);
    const deep = (depth: number) =>
      Buffer.concat([Uint8Array.of(0x92), Buffer.alloc(depth, 0x91), pack(time), pack(record("deep"))]);
    const packed = Buffer.concat([entries, deep(2), deep(20_000), deep(1), entries]);
    peer.send(pack(["t", packed, { chunk: "a" }]));
    await until(() => peer.received.length > 0, "it is acknowledged");
    const { stored, loss } = await listening.counts("forward");
    expect([stored - before.stored, loss.rejected! - (before.loss.rejected ?? 0)]).toEqual([5, 2]);
    peer.end();
  });

  test("when small messages unpack to very much, then only so much is taken, the rest is counted and all is acknowledged", async () => {
    const before = await listening.counts("forward");
    const peer = await Peer.connect(listening.ports.forward!);
    const bomb = gzipSync(Buffer.alloc(unpackedEntriesMax + 5, 0xc0));
    const packed = (bytes: Uint8Array, chunk: string) => pack(["t", bytes, { compressed: "gzip", chunk }]);
    // The first uses up what the three may have together.
    peer.send(Buffer.concat([packed(bomb, "a"), packed(bomb, "b"), packed(gzipSync(entries), "c")]));
    const plain = pack(["t", [[time, record("beside a bomb")]], { chunk: "d" }]);
    peer.send(plain);
    await until(() => peer.received.length >= 4 * encode({ ack: "a" }).length, "all are acknowledged");
    const { stored, loss } = await listening.counts("forward");
    const rejected = loss.rejected! - (before.loss.rejected ?? 0);
    expect([stored - before.stored, rejected]).toEqual([1, unpackedEntriesMax + 3]);
    peer.send(packed(gzipSync(entries), "e"));
    await until(
      async () => (await listening.counts("forward")).stored === before.stored + 3,
      "the next body begins anew",
    );
    peer.end();
  });

  test("when a sender does not read its acknowledgements, then it is held until it does and gets all of them", async () => {
    const [deaf, other] = await Promise.all([
      Peer.connect(listening.ports.forward!),
      Peer.connect(listening.ports.forward!),
    ]);
    deaf.stopReading();
    const ids = Array.from({ length: 800 }, (_, i) => `${i} `.padEnd(100_000, "c"));
    for (const chunk of ids) deaf.send(pack(["t", [], { chunk }]));
    // Held: others are heard again and again, while nothing more is read of it.
    for (let rounds = 0, unsent = 0; rounds < 20 && deaf.hasUnsent; rounds++) {
      if (deaf.unsentBytes !== unsent) rounds = 0;
      unsent = deaf.unsentBytes;
      const { length } = other.received;
      other.send(pack(["t", [], { chunk: "of another" }]));
      await until(() => other.received.length > length, "the other is acknowledged");
    }
    expect(deaf.hasUnsent).toBe(true);
    deaf.goOnReading();
    const bytes = ids.length * encode({ ack: ids[0] }).length;
    await until(() => deaf.received.length === bytes, "all are acknowledged");
    expect(answersOf(deaf)).toEqual(ids.map((ack) => ({ ack })));
    deaf.end();
    other.end();
  });

  test("when the id of a chunk is very long, then the connection is closed, since it would be repeated", async () => {
    const before = await listening.counts("forward");
    const peer = await Peer.connect(listening.ports.forward!);
    peer.send(pack(["t", time, record("with a long id"), { chunk: "c".repeat(chunkIdBytesMax) }]));
    await until(() => peer.isClosed, "the connection is closed");
    expect(peer.received.length).toBe(0);
    expect((await listening.counts("forward")).stored).toBe(before.stored);
  });

  test("when options are more than any sender has, then those beyond are not looked for", async () => {
    const before = await listening.counts("forward");
    const peer = await Peer.connect(listening.ports.forward!);
    const withMany = (count: number, chunk: string) => {
      const many = Object.fromEntries(Array.from({ length: count }, (_, i) => [`option ${i}`, [i, { more: [i] }]]));
      return pack(["t", entries, { ...many, chunk }]);
    };
    for (const [count, chunk] of [
      [optionsMax, "not seen"],
      [optionsMax - 1, "the last one"],
    ] as const)
      peer.send(withMany(count, chunk));
    await until(() => peer.received.length > 0, "one is acknowledged");
    expect(answersOf(peer)).toEqual([{ ack: "the last one" }]);
    expect((await listening.counts("forward")).stored).toBe(before.stored + 4);
    peer.end();
  });

  test("when a sender writes nils between its messages, then nothing is counted for them", async () => {
    const before = await listening.counts("forward");
    const peer = await Peer.connect(listening.ports.forward!);
    const nils = Buffer.alloc(1000, 0xc0);
    peer.send(Buffer.concat([nils, pack(["t", time, record("between"), { chunk: "c" }]), nils]));
    peer.send(pack(["t", [], { chunk: "behind" }]));
    await until(() => answersOf(peer).length === 2, "both are acknowledged");
    const after = await listening.counts("forward");
    expect([after.stored, after.loss]).toEqual([before.stored + 1, before.loss]);
    peer.end();
  });

  test("when what comes is no MessagePack, then the connection is closed and counted", async () => {
    const refused = async () => uncountedOf((await listening.intake.status()).origins).rejected.deliveries;
    const before = await refused();
    const peer = await Peer.connect(listening.ports.forward!);
    peer.send(Uint8Array.of(0xc1, 0xc1));
    await until(() => peer.isClosed, "the connection is closed");
    await until(async () => (await refused()) === before + 1, "it is counted as a delivery");
  });

  test("when the stream breaks right behind a message, then that is stored, and others are heard", async () => {
    const before = await listening.counts("forward");
    const peer = await Peer.connect(listening.ports.forward!);
    peer.send(Buffer.concat([pack(["t", time, record("the last one")]), Uint8Array.of(0xc1)]));
    await until(() => peer.isClosed, "the connection is closed");
    const other = await Peer.connect(listening.ports.forward!);
    other.send(pack(["t", time, record("of another"), { chunk: "d" }]));
    await until(() => other.received.length > 0, "the other is acknowledged");
    await until(async () => (await listening.counts("forward")).stored === before.stored + 2, "both are stored");
    expect((await storedEvents(listening.intake)).map(({ message }) => message)).toContain("the last one");
    other.end();
  });
});

describe("the forward protocol with a shared key", () => {
  const key = "a key of many";

  async function greet(listening: Listening, known: string): Promise<{ peer: Peer; pong: unknown[] }> {
    const peer = await Peer.connect(listening.ports.forward!);
    await until(() => peer.received.length > 0, "it says HELO");
    const [kind, { nonce }] = decode(peer.received) as [string, { nonce: Uint8Array }];
    expect(kind).toBe("HELO");
    const helo = peer.received.length;
    const digest = createHash("sha512").update("salt").update("me").update(nonce).update(known).digest("hex");
    peer.send(encode(["PING", "me", "salt", digest, "", ""]));
    await until(() => peer.received.length > helo, "it says PONG");
    const pong = decode(peer.received.subarray(helo)) as unknown[];
    if (pong[1]) {
      const own = createHash("sha512").update("salt").update(String(pong[3])).update(nonce).update(key).digest("hex");
      expect(pong[4]).toBe(own);
    }
    return { peer, pong };
  }

  test("when a sender knows the key, then its events are taken; when not, then it is told so and nothing is", async () => {
    const listening = await Listening.open({ forward: 0, forwardKey: key });
    const good = await greet(listening, key);
    expect(good.pong.slice(0, 3)).toEqual(["PONG", true, ""]);
    good.peer.send(encode(["t", time, record("from a friend")]));
    expect(await listening.messages(1)).toEqual(["from a friend"]);
    const bad = await greet(listening, "another");
    expect(bad.pong.slice(0, 3)).toEqual(["PONG", false, "shared key mismatch"]);
    await until(() => bad.peer.isClosed, "the connection is closed");
    const silent = await Peer.connect(listening.ports.forward!);
    silent.send(encode(["t", time, record("without a word")]));
    await until(() => silent.isClosed, "the connection is closed");
    expect(await listening.messages(1)).toEqual(["from a friend"]);
    good.peer.end();
    await listening.close();
  });
});
