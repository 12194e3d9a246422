import fc from "fast-check";
import { expect, test } from "vitest";
import { scanForLiteral, scanForMatches, unitedScan } from "../../../src/filter/condition/block-scan.ts";
import { ScanHits } from "../../../src/filter/condition/scan-hits.ts";

/** Around one and two of the windows within. */
const lengths = fc.oneof(
  fc.nat(60),
  fc.integer({ min: 32_700, max: 32_830 }),
  fc.integer({ min: 65_500, max: 65_600 }),
);
const signs = fc.constantFrom("a", "A", "k", "K", "s", "7", ".", "\xe2", "\xff");

const literals = fc.string({ unit: fc.constantFrom("a", "A", "k", "7", "."), minLength: 1, maxLength: 4 });

test("when literals are looked for, then each hit begins where their pattern has one, from wherever one begins", () => {
  const property = fc.property(
    lengths,
    fc.string({ unit: signs, minLength: 1, maxLength: 30 }),
    fc.array(literals, { minLength: 1, maxLength: 4 }),
    fc.boolean(),
    fc.integer({ min: 1, max: 40_000 }),
    (length, piece, some, ignoreCase, step) => {
      const bytes = Buffer.alloc(length, piece, "latin1");
      const scan = unitedScan(some.map((literal) => scanForLiteral(literal, ignoreCase, "row")))!;
      expect(scan.needles).toHaveLength(some.length);
      const [hits, wanted] = [new ScanHits(scan, bytes), new ScanHits({ pattern: scan.pattern }, bytes)];
      for (let from = 0, isThere = true; isThere; from = hits.start + step) {
        isThere = wanted.find(from);
        expect(hits.find(from)).toBe(isThere);
        if (!isThere) continue;
        expect(hits.start).toBe(wanted.start);
        const found = bytes.toString("latin1", hits.start, hits.end);
        expect(
          some.some((one) => new RegExp(`^${one.replaceAll(".", "\\.")}$`, ignoreCase ? "i" : "").test(found)),
        ).toBe(true);
      }
    },
  );
  fc.assert(property, { numRuns: 300 });
});

test.each([
  { literals: ["x".repeat(300)], ignoreCase: false, needles: 1 },
  { literals: ["7".repeat(300)], ignoreCase: true, needles: 1 },
  { literals: ["x".repeat(64)], ignoreCase: true, needles: 1 },
  { literals: ["x".repeat(65)], ignoreCase: true, needles: 1 },
  { literals: ["foo"], ignoreCase: true, needles: 1 },
  { literals: ["foo", "disk"], ignoreCase: true, needles: undefined },
  { literals: ["foo", "disk"], ignoreCase: false, needles: 2 },
  { literals: [..."abcdefgh"], ignoreCase: false, needles: 8 },
  { literals: [..."abcdefghi"], ignoreCase: false, needles: undefined },
])(
  "when there are up to eight literals, in either case without K and S, then these are the needles: %o",
  ({ literals, ignoreCase, needles }) => expect(scanForMatches(literals, ignoreCase)!.needles?.length).toBe(needles),
);
