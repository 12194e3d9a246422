import fc from "fast-check";
import { expect, test } from "vitest";
import { packRepeats, unpackRepeats } from "../../../src/eventstore/files/repeat-codec.ts";
import { anyFired } from "../../support/store/event-arbitrary.ts";

const anyRepeat = fc.tuple(fc.nat(), fc.integer(), anyFired);

test("when repeats are packed, then they come back, with what triggers fired or without", () => {
  fc.assert(
    fc.property(fc.array(anyRepeat), fc.boolean(), (repeats, withFired) => {
      const columns = [repeats.map(([id]) => id + 1), repeats.map(([, time]) => time)];
      const fired = withFired ? repeats.map(([, , set]) => set) : undefined;
      const bytes = new Uint8Array(packRepeats({ columns, fired }));
      expect(unpackRepeats(bytes, 2)).toEqual({ columns, fired });
      if (!withFired) expect(bytes.length).toBe(repeats.length * 16);
    }),
  );
});

test.each([8, 20, 40])("when %d bytes cannot be what was written, then that is said", (length) => {
  expect(() => unpackRepeats(new Uint8Array(length), 3)).toThrow(/wrong length/);
});
