import { encode } from "@msgpack/msgpack";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BrokenStreamError } from "../../../src/ingest/framing/framer.ts";
import { MsgpackCursor } from "../../../src/ingest/framing/msgpack-cursor.ts";
import { MsgpackFramer } from "../../../src/ingest/framing/msgpack-framer.ts";
import { framesOf, places, splitAt } from "./split-stream.ts";

const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(
      null,
      true,
      false,
      0,
      127,
      128,
      255,
      256,
      65_536,
      2 ** 32,
      2 ** 40,
      -1,
      -32,
      -33,
      -129,
      -40_000,
      -3e9,
    ),
    // The encoder writes -0 as 0.
    fc.double({ noNaN: true }).filter((number) => !Object.is(number, -0)),
    fc.string({ unit: "grapheme", maxLength: 40 }),
    fc.constantFrom("x".repeat(300), "y".repeat(70_000)),
    fc.uint8Array({ maxLength: 300 }),
    fc.array(tie("value"), { maxLength: 20 }),
    fc.dictionary(fc.string({ maxLength: 5 }), tie("value"), { maxKeys: 20 }),
  ),
})).value;

/** What the cursor reads, in the words of the encoder. */
function read(cursor: MsgpackCursor): unknown {
  if (!cursor.next()) throw new Error("not whole");
  const { kind, values } = cursor;
  if (kind === "nil") return null;
  if (kind === "true" || kind === "false") return kind === "true";
  if (cursor.isNumber) return cursor.number();
  if (kind === "text") return cursor.text();
  if (kind === "binary") return cursor.bytes.slice(cursor.start, cursor.end);
  if (kind === "list") return Array.from({ length: values }, () => read(cursor));
  return Object.fromEntries(Array.from({ length: values / 2 }, () => [read(cursor), read(cursor)]));
}

describe("MessagePack", () => {
  test("when values come in any parts, then each is found as a whole", () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), places, (values, cuts) => {
        const messages = values.map((one) => Buffer.from(encode(one)));
        const found = framesOf(new MsgpackFramer(), splitAt(Buffer.concat(messages), cuts));
        expect(found).toEqual({ messages, rest: Buffer.alloc(0) });
      }),
    );
  });

  test("when a value is read, then it is what was written", () => {
    fc.assert(
      fc.property(value, (one) => {
        const bytes = encode(one);
        expect(read(new MsgpackCursor(bytes, 0, bytes.length))).toEqual(one);
        const passed = new MsgpackCursor(bytes, 0, bytes.length);
        expect(passed.next() && passed.skip() && passed.isAtEnd).toBe(true);
      }),
    );
  });

  test("when a value ends early, then it is not whole", () => {
    fc.assert(
      fc.property(value, fc.nat(), (one, cut) => {
        const bytes = encode(one);
        const cursor = new MsgpackCursor(bytes, 0, cut % bytes.length);
        expect(cursor.next() && cursor.skip()).toBe(false);
      }),
    );
  });

  test("when bytes are any at all, then reading them ends", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const cursor = new MsgpackCursor(bytes, 0, bytes.length);
        while (cursor.next() && cursor.skip()) expect(cursor.at).toBeLessThanOrEqual(bytes.length);
      }),
    );
  });

  test("when a byte is none of MessagePack, then the stream is broken", () => {
    expect(() => framesOf(new MsgpackFramer(), [Uint8Array.of(0x92, 0xc1)])).toThrow(BrokenStreamError);
  });
});
