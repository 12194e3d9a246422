import { deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../../support/service/start-service.ts";
import { type Spoken, spoken } from "./spoken.ts";

let service: Service;
let shipper: string;
let searcher: string;

beforeAll(async () => {
  service = await startService({ settings: { dedupSeconds: 0 } });
  shipper = await newToken("INGEST");
  searcher = service.adminToken;
});
afterAll(() => service.close());

async function newToken(token_type: string): Promise<string> {
  return (await service.call("POST", "/api/authtokens", { body: { token_type } })).body.secret_key;
}

async function send(how: Spoken, body: Uint8Array<ArrayBuffer>, more: Record<string, string> = how.token(shipper)) {
  const headers = { ...how.headers, ...more };
  const answer = await fetch(`${service.url}${how.path}`, { method: "POST", headers, body });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

/** The messages with this word, sorted. */
async function found(word: string): Promise<string[]> {
  const filter = [{ field: "message", value: `*${word}*` }];
  const { body } = await service.call("POST", "/api/query", {
    body: { type: "Search", params: { filter } },
    token: searcher,
  });
  return (body.results.events.objects as { message: string }[]).map(({ message }) => message).sort();
}

let words = 0;
const newWord = () => `w${process.pid}x${words++}`;

async function lossesOf(protocol: string) {
  const { body } = await service.call("GET", "/api/system", {});
  return {
    received: body.received as number,
    stored: body.stored as number,
    rejected: body.loss.rejected as number,
    refused: body.uncounted.rejected.deliveries as number,
    protocol,
  };
}

describe.each(spoken)("$name", (how) => {
  test("when events come with a token, then all are found, unicode and lines as they were", async () => {
    const word = newWord();
    const messages = [`${word} plain`, `${word} ünïcode ☃ 😀 "quoted" \\ back`, `${word} two\n  lines\ttabs`];
    const { status } = await send(how, how.body(messages));
    expect(status).toBe(how.accepted);
    expect(await found(word)).toEqual([...messages].sort());
  });

  test("when a USER token comes as the password of Basic, then it is taken, too", async () => {
    const word = newWord();
    const authorization = `Basic ${Buffer.from(`x:${service.adminToken}`).toString("base64")}`;
    expect((await send(how, how.body([word]), { authorization })).status).toBe(how.accepted);
    expect(await found(word)).toEqual([word]);
  });

  test("when nobody says who he is, or a key is none, then the refusal is in the protocol's words and nothing is stored", async () => {
    const word = newWord();
    const guest = await send(how, how.body([word]), {});
    const stranger = await send(how, how.body([word]), how.token(`ingest-${"0".repeat(48)}`));
    expect([guest.status, stranger.status]).toEqual([how.guest, how.wrongToken]);
    for (const { text } of [guest, stranger]) expect(text).toMatch(how.refusal);
    expect(await found(word)).toEqual([]);
  });

  test("when the body is compressed, then it is unpacked; when it is a bomb, then it is refused", async () => {
    if (!how.isEncoded) return;
    const word = newWord();
    const packers = { gzip: gzipSync, deflate: deflateSync, zstd: zstdCompressSync };
    for (const [encoding, pack] of Object.entries(packers)) {
      const body = new Uint8Array(pack(how.body([`${word} ${encoding}`])));
      expect((await send(how, body, { ...how.token(shipper), "content-encoding": encoding })).status).toBe(
        how.accepted,
      );
    }
    expect(await found(word)).toEqual([`${word} deflate`, `${word} gzip`, `${word} zstd`]);
    const bomb = new Uint8Array(gzipSync(new Uint8Array(65 * 1024 * 1024)));
    const { status } = await send(how, bomb, { ...how.token(shipper), "content-encoding": "gzip" });
    expect(status).toBe(413);
    const odd = await send(how, how.body([word]), { ...how.token(shipper), "content-encoding": "br" });
    expect(odd.status).toBe(415);
  });

  test("when some events of a body are none, then the others are stored and the sender is told in the protocol's words", async () => {
    if (how.partial === undefined) return;
    const word = newWord();
    const before = await lossesOf(how.name);
    const { status, text } = await send(how, how.partial.body(word));
    expect([status, text]).toEqual([how.partial.status, expect.stringMatching(how.partial.told)]);
    expect(await found(word)).toEqual([word]);
    const after = await lossesOf(how.name);
    expect([after.received - before.received, after.stored - before.stored, after.rejected - before.rejected]).toEqual([
      2, 1, 1,
    ]);
  });

  test("when bytes are no body, then the refusal is in the protocol's words, and it is counted", async () => {
    const before = await lossesOf(how.name);
    const { status, text } = await send(how, new Uint8Array(Buffer.from("\xff\xfegarbage", "latin1")));
    expect([status, text]).toEqual([400, expect.stringMatching(how.broken)]);
    const after = await lossesOf(how.name);
    const events = after.received - before.received;
    expect(after.rejected - before.rejected).toBe(events);
    expect(events + after.refused - before.refused).toBe(1);
  });

  test("when a body ends early, then it is a refusal or a part of the events, and never anything else", async () => {
    const word = newWord();
    const messages = [`${word} one`, `${word} two`];
    const whole = how.body(messages);
    for (const length of [1, Math.floor(whole.length / 2), whole.length - 1]) {
      const { status } = await send(how, whole.slice(0, length));
      expect(status).toBeLessThan(500);
    }
    const stored = await found(word);
    // GELF, Seq, Splunk and Elasticsearch send events one behind the other, each for itself.
    expect(stored.every((message) => messages.includes(message) || message.startsWith(`${word} t`))).toBe(true);
  });

  test("when a body is too large, then it is refused before it is read", async () => {
    const { status } = await send(how, new Uint8Array(64 * 1024 * 1024 + 1));
    expect(status).toBe(413);
  });

  test("when any bytes come, then they are answered, and the service goes on", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 60 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }),
        async (noise, changes) => {
          const bent = how.body(["bent", "events"]);
          for (const [at, byte] of changes) bent[at % bent.length] = byte;
          for (const body of [new Uint8Array(noise), bent]) {
            const { status } = await send(how, body);
            expect([how.accepted, 200, 400, 413]).toContain(status);
          }
        },
      ),
      { numRuns: 40 },
    );
    const word = newWord();
    expect((await send(how, how.body([word]))).status).toBe(how.accepted);
    expect(await found(word)).toEqual([word]);
  });
});

test("when clients of all protocols have sent, then received is stored and what is lost by cause", async () => {
  const { body } = await service.call("GET", "/api/system", {});
  const { rejected, too_large, overload, disk_full, rule_dropped, udp_dropped } = body.loss;
  expect(body.received).toBe(body.stored + rejected + too_large + overload + disk_full + rule_dropped + udp_dropped);
});
