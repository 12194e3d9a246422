import { encode } from "@msgpack/msgpack";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EventLeaves, slotCount } from "../../../../src/ingest/event/event-leaves.ts";
import { MsgpackCursor } from "../../../../src/ingest/framing/msgpack-cursor.ts";
import { EntryLeaves } from "../../../../src/ingest/protocols/forward/entry-leaves.ts";
import { PlainPairs } from "../../../../src/ingest/protocols/forward/plain-pairs.ts";

const name = fc.oneof(
  fc.string({ maxLength: 5 }),
  fc.string({ maxLength: 40 }),
  fc.constantFrom("app", "ident", "größe"),
);
const value = fc.oneof(
  fc.string({ maxLength: 300, unit: "grapheme" }),
  fc.nat(),
  fc.integer(),
  fc.constantFrom(0, 127, 128, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, -1, 0.5, -0.5, 1e300),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.constant(null),
  fc.dictionary(fc.string({ maxLength: 3 }), fc.nat(), { maxKeys: 2, noNullPrototype: true }),
);
const record = fc.dictionary(name, value, { maxKeys: 20 });

/** Name and text of each leaf that has a name. */
function pairsOf(leaves: EventLeaves): [string, string][] {
  const { starts, ends } = leaves.table;
  const textOf = (bytes: Uint8Array, start: number, end: number) => Buffer.from(bytes.subarray(start, end)).toString();
  return Array.from({ length: leaves.count - slotCount }, (_, i) => i + slotCount).map((leaf) => [
    textOf(leaves.nameSourceOf(leaf), leaves.nameStarts[leaf]!, leaves.nameEnds[leaf]!),
    textOf(leaves.sourceOf(leaf), starts[leaf]!, ends[leaf]!),
  ]);
}

/** What `EntryLeaves` makes of a scalar. */
function expectedOf(one: unknown): [string, string][] {
  return Object.entries(one as Record<string, unknown>).map(([key, content]) => [key, String(content)]);
}

describe("the fast path of a record", () => {
  test("when pairs are taken, then they are the first of the record, as they were written", () => {
    fc.assert(
      fc.property(record, (one) => {
        const bytes = encode(one);
        const cursor = new MsgpackCursor(bytes, 0, bytes.length);
        cursor.next();
        const leaves = new EventLeaves(bytes, true);
        const pairs = cursor.values / 2;
        const taken = new PlainPairs(leaves).read(cursor, pairs);
        expect(pairsOf(leaves)).toEqual(expectedOf(one).slice(0, taken));
        expect(cursor.isAtEnd).toBe(taken === pairs);
      }),
      { numRuns: 2_000 },
    );
  });

  test("when a record names its program, then its tag is no program, and `ident` is one", () => {
    const named = fc.dictionary(fc.constantFrom("app", "ident", "program", "service", "a", "logs"), value, {
      maxKeys: 4,
    });
    fc.assert(
      fc.property(named, (one) => {
        const bytes = Buffer.concat([encode(1_700_000_000), encode(one)]);
        const read = new EntryLeaves(new EventLeaves(bytes, true)).read(new MsgpackCursor(bytes, 0, bytes.length), "t");
        if (!(read instanceof EventLeaves)) throw new Error(`Expected leaves, got "${read.error}".`);
        const isText = (key: string) => typeof one[key] === "string" && one[key] !== "";
        const isNamed = ["app", "program", "service"].some(isText);
        const expected = isText("ident") ? one.ident : isNamed ? "" : "t";
        const { starts, ends } = read.table;
        const found = read.isFilled("program") ? read.sourceOf(1).subarray(starts[1]!, ends[1]!) : [];
        expect(Buffer.from(found).toString()).toBe(expected as string);
      }),
      { numRuns: 2_000 },
    );
  });

  test("when a record has scalars alone, then its leaves are all of them but null", () => {
    fc.assert(
      fc.property(record, (one) => {
        const scalars = Object.fromEntries(Object.entries(one).filter(([, content]) => Object(content) !== content));
        const bytes = Buffer.concat([encode(1_700_000_000), encode(scalars)]);
        const read = new EntryLeaves(new EventLeaves(bytes, true)).read(new MsgpackCursor(bytes, 0, bytes.length), "");
        const found = read instanceof EventLeaves ? pairsOf(read) : [];
        expect(found).toEqual(expectedOf(scalars).filter(([key]) => scalars[key] !== null));
      }),
      { numRuns: 2_000 },
    );
  });

  test("when a record ends early, then nothing behind its end is taken", () => {
    fc.assert(
      fc.property(record, fc.nat(), (one, cut) => {
        const bytes = encode(one);
        const end = cut % bytes.length;
        const cursor = new MsgpackCursor(bytes, 0, end);
        const leaves = new EventLeaves(bytes, true);
        if (cursor.next()) new PlainPairs(leaves).read(cursor, cursor.values / 2);
        expect(cursor.at).toBeLessThanOrEqual(Math.max(end, 1));
        expect(pairsOf(leaves)).toEqual(expectedOf(one).slice(0, leaves.count - slotCount));
      }),
      { numRuns: 2_000 },
    );
  });
});
