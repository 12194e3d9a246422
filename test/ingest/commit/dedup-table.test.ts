import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DedupTable } from "../../../src/ingest/commit/dedup-table.ts";

/** Few distinct words, so that many stand where another belongs. */
const keyOf = (name: number) => Uint32Array.of(name % 3, name >> 2, 0, name);

describe("DedupTable", () => {
  test("when keys are added, touched and removed, then it holds what a list in order of use holds", () => {
    const step = fc.tuple(fc.constantFrom("use", "use", "use", "remove"), fc.nat(20));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), fc.array(step, { maxLength: 300 }), (capacity, steps) => {
        const table = new DedupTable(capacity);
        const used: number[] = [];
        for (const [kind, name] of steps) {
          const slot = table.find(keyOf(name));
          const at = used.indexOf(name);
          expect(slot >= 0).toBe(at >= 0);
          if (at >= 0) used.splice(at, 1);
          if (kind === "remove") {
            if (slot >= 0) table.remove(slot);
            continue;
          }
          if (slot >= 0) table.touch(slot);
          else {
            expect(table.nextEvicted() >= 0).toBe(used.length === capacity);
            table.set(table.add(keyOf(name)), name, name + 1, name + 2, name + 3);
            if (used.length === capacity) used.shift();
          }
          used.push(name);
        }
        expect(table.size).toBe(used.length);
        for (const name of used) {
          const slot = table.find(keyOf(name));
          const key = new Uint32Array(4);
          table.copyKey(slot, key, 0);
          const values = [table.idOf(slot), table.firstOf(slot), table.lastOf(slot), table.counterOf(slot)];
          expect([...values, ...key]).toEqual([name, name + 1, name + 2, name + 3, ...keyOf(name)]);
        }
      }),
    );
  });
});
