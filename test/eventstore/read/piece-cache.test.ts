import { describe, expect, test } from "vitest";
import { textBlockBytes } from "../../../src/eventstore/limits.ts";
import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import { RowBuffers } from "../../../src/eventstore/read/row-buffers.ts";
import type { TakeBytes } from "../../../src/eventstore/segment.ts";

const maxBytes = 4 * textBlockBytes;
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

  test("when there is none, then nothing is evicted for it, and its memory is used again, also after a failure", () => {
    const { cache, pass, loaded } = openCache();
    cache.piece("column", () => new Uint8Array(3 * textBlockBytes), bytesOf);
    const buffers = new Set<ArrayBufferLike>();
    const see = (piece: Uint8Array) => void buffers.add(piece.buffer);
    for (let time = 0; time < 2; time++) pass(1, see);
    expect(loaded).toEqual([1, 1]);
    const stop = () =>
      pass(2, (piece) => {
        see(piece);
        throw new Error("stopped");
      });
    expect(stop).toThrow("stopped");
    pass(3, (piece) => expect([piece[0], piece.at(-1)]).toEqual([3, 3]));
    pass(3, see);
    expect(buffers.size).toBe(1);
    expect(cache.piece("column", () => new Uint8Array(0), bytesOf).byteLength).toBe(3 * textBlockBytes);
  });

  test("when one is used while another is, then they have memory of their own", () => {
    const { cache, pass } = openCache();
    cache.piece("column", () => new Uint8Array(3 * textBlockBytes), bytesOf);
    pass(1, (outer) => {
      pass(2, (inner) => expect([outer[0], inner[0]]).toEqual([1, 2]));
      expect(outer.every((byte) => byte === 1)).toBe(true);
    });
  });
});
