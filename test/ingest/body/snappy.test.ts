import fc from "fast-check";
import { compress } from "snappyjs";
import { describe, expect, test } from "vitest";
import { unpackSnappy } from "../../../src/ingest/body/snappy.ts";

const limit = 1024 * 1024;
const content = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }),
  fc.array(fc.constantFrom("one ", "two ", "line\n"), { maxLength: 500 }).map((words) => Buffer.from(words.join(""))),
  fc.nat(300_000).map((length) => new Uint8Array(length).fill(120)),
);

const streamStart = [...Buffer.from("\xff\x06\x00\x00sNaPpY", "latin1")];

/** A frame of the stream format, with a checksum that nobody looks at. */
function frame(kind: number, bytes: ArrayLike<number>): number[] {
  const length = bytes.length + 4;
  return [kind, length & 255, (length >> 8) & 255, length >> 16, 0, 0, 0, 0, ...Array.from(bytes)];
}

/** The begin of the stream format, a compressed frame, one to be passed over, a plain one. */
function framed(first: Uint8Array, second: Uint8Array): Uint8Array {
  return Uint8Array.from([...streamStart, ...frame(0, compress(first)), ...frame(0xfe, first), ...frame(1, second)]);
}

/** An element as bytes, and what it does to the content before it. */
interface Element {
  bytes: number[];
  apply(content: number[]): void;
}

function literal(text: Uint8Array, width: number): Element {
  const last = text.length - 1;
  const length = Array.from({ length: width }, (_, i) => (last >> (8 * i)) & 255);
  return { bytes: [(width > 0 ? 59 + width : last) << 2, ...length, ...text], apply: (all) => all.push(...text) };
}

/** Width of the offset: 1, 2 or 4 bytes. */
function copyOf(offset: number, size: number, width: number): Element {
  const tag = width === 1 ? 1 | ((size - 4) << 2) | ((offset >> 8) << 5) : (width === 2 ? 2 : 3) | ((size - 1) << 2);
  const bytes = [tag, ...Array.from({ length: width }, (_, i) => (offset >> (8 * i)) & 255)];
  return {
    bytes,
    apply: (all) => {
      for (let i = 0; i < size; i++) all.push(all[all.length - offset]!);
    },
  };
}

const elements = fc.array(
  fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 60 }).map((text) => literal(text, 0)),
    fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 256 }), fc.integer({ min: 1, max: 3 }))
      .map((of) => literal(...of)),
    fc.tuple(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 4, max: 11 })).map((of) => copyOf(...of, 1)),
    fc
      .tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 64 }), fc.constantFrom(2, 4))
      .map((of) => copyOf(...of)),
  ),
  { maxLength: 12 },
);

/** A block of these elements and its content; undefined: one copies from before the begin. */
function blockOf(list: readonly Element[]): { bytes: number[]; content: number[] | undefined } {
  const all: number[] = [];
  for (const { apply } of list) apply(all);
  const length = all.length < 128 ? [all.length] : [(all.length & 127) | 128, all.length >> 7];
  const bytes = [...length, ...list.flatMap((element) => element.bytes)];
  return { bytes, content: all.includes(undefined as never) ? undefined : all };
}

describe("unpackSnappy", () => {
  test("when a block was compressed by another program, then it comes back", () => {
    fc.assert(
      fc.property(content, (bytes) => {
        const back = unpackSnappy(compress(new Uint8Array(bytes)), limit);
        expect(Buffer.compare(Buffer.from(back ?? "?"), bytes)).toBe(0);
      }),
    );
  });

  test("when it comes in frames, then all that hold content are one", () => {
    const text = (name: string) => new Uint8Array(Buffer.from(name.repeat(50)));
    const back = unpackSnappy(framed(text("first "), text("second ")), limit);
    expect(Buffer.from(back!).toString()).toBe("first ".repeat(50) + "second ".repeat(50));
  });

  test("when blocks of any elements come alone or in frames, then their content is that of a plain reading", () => {
    fc.assert(
      fc.property(fc.array(elements, { maxLength: 5 }), fc.boolean(), (lists, isPlain) => {
        const blocks = lists.map(blockOf);
        for (const { bytes, content } of blocks)
          expect(unpackSnappy(Uint8Array.from(bytes), limit)).toEqual(content && Uint8Array.from(content));
        const frames = blocks.flatMap(({ bytes, content }) =>
          isPlain ? frame(1, content ?? []) : [...frame(0, bytes), ...frame(1, [])],
        );
        const isWhole = isPlain || blocks.every(({ content }) => content !== undefined);
        const all = isWhole ? Uint8Array.from(blocks.flatMap(({ content }) => content ?? [])) : undefined;
        expect(unpackSnappy(Uint8Array.from([...streamStart, ...frames]), limit)).toEqual(all);
      }),
      { numRuns: 500 },
    );
  });

  test("when there are very many tiny frames, then they are counted by their content only", () => {
    const empty = Buffer.alloc(1_000_000 * 8, Uint8Array.from(frame(1, [])));
    const single = Buffer.alloc(100_000 * 9, Uint8Array.from(frame(1, [65])));
    const all = Buffer.concat([Uint8Array.from(streamStart), empty, single]);
    expect(Buffer.from(unpackSnappy(all, 100_000)!).equals(Buffer.alloc(100_000, "A"))).toBe(true);
    expect(() => unpackSnappy(all, 99_999)).toThrow(RangeError);
  });

  test("when the end is missing, then nothing is given back", () => {
    const text = new Uint8Array(Buffer.from("some line of text, and another line of text"));
    for (const whole of [compress(text), framed(text, text)])
      for (let length = 0; length < whole.length; length++) {
        const back = unpackSnappy(whole.subarray(0, length), limit);
        // Between two frames nobody can tell.
        if (back !== undefined) expect(whole).toEqual(framed(text, text));
      }
    expect(unpackSnappy(compress(text).subarray(0, -1), limit)).toBe(undefined);
  });

  test("when bytes are anything, then it ends, within the bound", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          expect((unpackSnappy(bytes, limit) ?? []).length).toBeLessThanOrEqual(limit);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test("when a length is a lie, then it is refused before there is room for it", () => {
    const block = (...bytes: number[]) => Uint8Array.from(bytes);
    // Says 4 GiB less one, has five bytes.
    expect(() => unpackSnappy(block(255, 255, 255, 255, 15, 0), limit)).toThrow(RangeError);
    expect(unpackSnappy(block(255, 255, 255, 255, 15, 0), 2 ** 32)).toBe(undefined);
    // A literal whose length would be negative as a signed number of 32 bits.
    expect(unpackSnappy(block(5, 0xfc, 250, 255, 255, 255, 0, 0, 0, 0, 0), limit)).toBe(undefined);
    // A copy from before the begin.
    expect(unpackSnappy(block(8, 0, 65, 0b101, 9), limit)).toBe(undefined);
    expect(() => unpackSnappy(compress(new Uint8Array(2000)), 1999)).toThrow(RangeError);
  });
});
