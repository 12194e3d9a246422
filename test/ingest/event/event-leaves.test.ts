import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BadEvent } from "../../../src/ingest/event/bad-event.ts";
import { EventLeaves, slotCount } from "../../../src/ingest/event/event-leaves.ts";
import { finishLeaves } from "../../../src/ingest/event/finish-leaves.ts";
import { leafKinds } from "../../../src/ingest/event/leaf-table.ts";
import { eventNamesBytesMax } from "../../../src/ingest/limits.ts";

const context = { arrival: 1e15, oldest: 0, address: "192.0.2.1", type: 2, defaultTags: [] };

describe("leaves of an event", () => {
  test("when a number is written, then its text is that of JavaScript", () => {
    const leaves = new EventLeaves(new Uint8Array(0), true);
    const name = leaves.keepName("n");
    const decimal = fc
      .tuple(fc.integer({ min: -10, max: 3_000_000_000 }), fc.nat(8))
      .map(([digits, places]) => digits / 10 ** places);
    const written = (value: number) => {
      leaves.begin();
      leaves.addValue(name, value);
      const { starts, ends } = leaves.table;
      return Buffer.from(leaves.scratch.subarray(starts[slotCount]!, ends[slotCount]!)).toString("latin1");
    };
    const any = fc.oneof(decimal, fc.nat(), fc.double(), fc.constantFrom(0.1, 0.07, 0.001, 1.005, 99_999_999.999));
    fc.assert(
      fc.property(any, (value) => {
        expect(written(value)).toBe(String(value));
      }),
      { numRuns: 20_000 },
    );
    for (let value = 0; value <= 11_000; value++) {
      expect(written(value)).toBe(String(value));
      expect(written(value / 10)).toBe(String(value / 10));
    }
  });

  test("when a list of millions has a long name, or lists are nested, then no more names are made than an event may have", () => {
    const leaves = new EventLeaves(Buffer.from("value"), true);
    const name = leaves.keepName("n".repeat(200));
    for (const isNested of [false, true]) {
      leaves.begin();
      for (let i = 0; i < 1_000_000; i++) {
        const made = leaves.writeName(name, `.${i}`);
        if (!isNested) leaves.addKnown(made, 0, 5, leafKinds.text);
      }
      expect([leaves.isOverfull, leaves.place]).toEqual([true, undefined]);
      expect(leaves.scratch.length).toBeLessThan(4 * eventNamesBytesMax);
      expect(finishLeaves(leaves, context)).toEqual(new BadEvent(expect.stringContaining("more than 100000 values")));
    }
    leaves.begin();
    leaves.addKnown(leaves.writeName(name, ".1"), 0, 5, leafKinds.text);
    expect(finishLeaves(leaves, context)).toMatchObject({
      row: { tags: [`${"n".repeat(200)}.1`, "value"] },
      cut: false,
    });
  });

  test("when a name is kept between events, then it and those kept before stay what they are", () => {
    const leaves = new EventLeaves(Buffer.from("body"), true);
    const names = Array.from({ length: 100 }, (_, index) => {
      const name = leaves.keepName(`name ${index} ü`);
      leaves.begin();
      leaves.writeText("host", "something beside");
      return name;
    });
    leaves.begin();
    for (const name of names) leaves.addValue(leaves.writeName(name, ".x"), 1);
    const texts = names.map((_, index) => {
      const leaf = slotCount + index;
      const source = leaves.nameSourceOf(leaf);
      return Buffer.from(source.subarray(leaves.nameStarts[leaf]!, leaves.nameEnds[leaf]!)).toString("utf8");
    });
    expect(texts).toEqual(names.map((_, index) => `name ${index} ü.x`));
  });
});
