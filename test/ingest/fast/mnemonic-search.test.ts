import fc from "fast-check";
import { expect, test } from "vitest";
import { MnemonicSearch } from "../../../src/ingest/fast/mnemonic-search.ts";

const anyText = fc
  .array(fc.constantFrom("%", "%A", "%a", "%%ASA", "A", " ", "é"), { maxLength: 6 })
  .map((parts) => parts.join(""));
const anyBody = fc
  .tuple(fc.array(anyText, { maxLength: 8 }), fc.constantFrom(1, 300))
  .map(([texts, times]) => Buffer.from(texts.join("|").repeat(times)));

test("when texts of bodies are looked at in any order, then each that holds a percent sign and a capital is named", () => {
  const search = new MnemonicSearch();
  fc.assert(
    fc.property(
      anyBody,
      fc.array(fc.tuple(fc.nat(20_000), fc.nat(40)), { maxLength: 8 }),
      fc.boolean(),
      (body, places, isBeside) => {
        for (const [start, length] of places) {
          const from = Math.min(start % (body.length + 1), body.length);
          const to = Math.min(from + length, body.length);
          const wanted = /%[A-Z]/.test(body.subarray(from, to).toString("latin1"));
          const found = isBeside ? search.mayStandBeside(body, from, to) : search.mayStandInBody(body, from, to);
          expect(found).toBe(wanted);
        }
      },
    ),
    { numRuns: 5_000 },
  );
});
