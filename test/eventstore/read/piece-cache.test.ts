import { describe, expect, test } from "vitest";
import { textBlockBytes } from "../../../src/eventstore/limits.ts";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import { RowBuffers } from "../../../src/eventstore/read/row-buffers.ts";
import type { TakeBytes } from "../../../src/eventstore/segment.ts";

const maxBytes = 5 * textBlockBytes;
const bytesOf = (piece: Uint8Array) => piece.byteLength;

function openCache() {
  const loaded: number[] = [];
  const cache = new PieceCache(maxBytes, new RowBuffers(maxBytes)).of("segment");
  const pass = (key: number, use: (piece: Uint8Array) => void) => {
    const load = (take: TakeBytes) => {
      loaded.push(key);
      return take(textBlockBytes).fill(key);
    };
    cache.pass!(key, load, bytesOf, use);
  };
  return { cache, pass, loaded };
}

describe("pieces that are passed by", () => {
  test("when there is room, then a piece is kept for the next time", () => {
    const { pass, loaded } = openCache();
    for (let time = 0; time < 2; time++) pass(1, (piece) => expect(piece[0]).toBe(1));
    expect(loaded).toEqual([1]);
  });

  test("when there is none, then nothing is evicted for those that come by in turns, and memory is used again, also after a failure", () => {
    const { cache, pass, loaded } = openCache();
    cache.piece("column", () => new Uint8Array(4 * textBlockBytes), bytesOf);
    const buffers = new Set<ArrayBufferLike>();
    for (const key of [1, 2, 3, 1, 2, 3])
      pass(key, (piece) => {
        expect([piece[0], piece.at(-1)]).toEqual([key, key]);
        buffers.add(piece.buffer);
      });
    const stop = () =>
      pass(4, ({ buffer }) => {
        buffers.add(buffer);
        throw new Error("stopped");
      });
    expect(stop).toThrow("stopped");
    pass(5, ({ buffer }) => buffers.add(buffer));
    expect(loaded).toEqual([1, 2, 3, 1, 2, 3, 4, 5]);
    expect(buffers.size).toBe(1);
    expect(cache.piece("column", () => new Uint8Array(0), bytesOf).byteLength).toBe(4 * textBlockBytes);
  });

  test("when one is asked for again before half a cache of others, then it is kept", () => {
    const { cache, pass, loaded } = openCache();
    cache.piece("column", () => new Uint8Array(4 * textBlockBytes), bytesOf);
    for (const key of [1, 2, 1, 1]) pass(key, (piece) => expect(piece[0]).toBe(key));
    expect(loaded).toEqual([1, 2, 1]);
  });

  test("when one is used while another is, then they have memory of their own", () => {
    const { cache, pass } = openCache();
    cache.piece("column", () => new Uint8Array(4 * textBlockBytes), bytesOf);
    const seen: number[] = [];
    pass(1, (outer) => {
      pass(2, (inner) => seen.push(outer[0]!, inner[0]!));
      seen.push(outer[0]!);
    });
    expect(seen).toEqual([1, 2, 1]);
  });
});

describe("pieces that take much room", () => {
  test("when there is room, then each is admitted; when there is none, then one of four, and those that are there", () => {
    const { cache } = openCache();
    const admitted = (key: string) => cache.admits!(key);
    expect(["a", "b", "c", "d"].map(admitted)).toEqual([true, true, true, true]);
    cache.piece("full", () => new Uint8Array(4 * textBlockBytes), bytesOf);
    expect(["a", "b", "c", "d", "e", "f", "g", "h"].map(admitted).filter(Boolean).length).toBe(2);
    expect(["full", "full"].map(admitted)).toEqual([true, true]);
  });
});
