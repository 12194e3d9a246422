import { deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { gelfChunksMs, gelfDocumentBytesMax, gelfUnfinishedMax } from "../../../../src/ingest/listeners/limits.ts";
import { GelfDatagrams, type GelfOutcome } from "../../../../src/ingest/listeners/udp/gelf-datagrams.ts";
import { chunksOf } from "./gelf-chunks.ts";

const document = Buffer.from('{"host":"h","short_message":"text of some length"}');
let givenUp: string[];
let datagrams: GelfDatagrams;
beforeEach(() => {
  givenUp = [];
  datagrams = new GelfDatagrams((address) => givenUp.push(address));
});

function take(datagram: Uint8Array, address = "a", nowMs = 0): string {
  const outcome: GelfOutcome = datagrams.take(datagram, address, nowMs);
  return typeof outcome === "string" ? outcome : Buffer.from(outcome).toString();
}

describe("GELF in datagrams", () => {
  test.each([
    ["as it is", document],
    ["as gzip", gzipSync(document)],
    ["as zlib", deflateSync(document)],
    ["as the only chunk of one", chunksOf(document, "id", 1)[0]!],
  ])("when a message comes %s, then it is there", (_, datagram) => {
    expect(take(datagram)).toBe(document.toString());
  });

  test.each([
    ["nothing", new Uint8Array(0)],
    ["broken gzip", gzipSync(document).subarray(0, 30)],
    ["gzip of more than a document may be", gzipSync(Buffer.alloc(gelfDocumentBytesMax + 1))],
    ["a chunk without a number", Buffer.from([0x1e, 0x0f, 1, 2, 3, 4, 5, 6, 7, 8])],
    ["a chunk of none", Buffer.from([0x1e, 0x0f, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 1])],
    ["a chunk beyond the last", Buffer.from([0x1e, 0x0f, 1, 2, 3, 4, 5, 6, 7, 8, 2, 2, 1])],
    ["a chunk of too many", Buffer.from([0x1e, 0x0f, 1, 2, 3, 4, 5, 6, 7, 8, 0, 129, 1])],
  ])("when it is %s, then it is none", (_, datagram) => {
    expect(take(datagram)).toBe("bad");
  });

  test("when chunks of several messages come in any order, some of them twice, then each message is put together once", () => {
    const messages = ["one", "two", "three"].map((text, index) => ({
      text: JSON.stringify({ text: text.repeat(20) }),
      address: index === 2 ? "b" : "a",
      // Two senders may use one id.
      id: index === 2 ? "id0" : `id${index}`,
    }));
    const chunks = messages.flatMap(({ text, address, id }, index) =>
      chunksOf(index === 1 ? gzipSync(text) : Buffer.from(text), id, index + 2).map((chunk) => ({ chunk, address })),
    );
    fc.assert(
      fc.property(
        fc.shuffledSubarray(chunks, { minLength: chunks.length }),
        fc.nat(chunks.length - 1),
        (order, twice) => {
          datagrams = new GelfDatagrams(() => undefined);
          const sent = order.flatMap((one, index) => (index === twice ? [one, one] : [one]));
          const outcomes = sent
            .map(({ chunk, address }) => take(chunk, address))
            .filter((outcome) => outcome !== "more");
          expect(outcomes.sort()).toEqual(messages.map(({ text }) => text).sort());
        },
      ),
    );
  });

  test("when chunks do not all come in time, then the message is given up, and what comes later begins anew", () => {
    const [first, second] = chunksOf(document, "id", 2);
    expect(take(first!, "a", 1000)).toBe("more");
    datagrams.expire(1000 + gelfChunksMs - 1);
    expect(givenUp).toEqual([]);
    datagrams.expire(1000 + gelfChunksMs);
    expect(givenUp).toEqual(["a"]);
    expect(take(second!, "a", 1000 + gelfChunksMs)).toBe("more");
  });

  test("when more messages begin than are kept, then those that began first are given up", () => {
    for (let i = 0; i <= gelfUnfinishedMax; i++) take(chunksOf(document, String(i), 2)[0]!, `peer ${i}`);
    expect(givenUp).toEqual(["peer 0"]);
    expect(take(chunksOf(document, "1", 2)[1]!, "peer 1")).toBe(document.toString());
  });

  test("when chunks of large messages take too much memory, then those that began first are given up", () => {
    const large = Buffer.alloc(127 * 60_000);
    for (let i = 0; i < 6; i++) for (const chunk of chunksOf(large, String(i), 127).slice(1)) take(chunk, `peer ${i}`);
    expect(givenUp).toEqual(["peer 0", "peer 1"]);
  });
});
