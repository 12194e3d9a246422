import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAddressCheck, isPublicAddress, plainAddress } from "../../src/lib/ip-address.ts";

describe("IPv4 in IPv6 clothes", () => {
  test("when any address is mapped in any spelling, then it is the address", () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), fc.boolean(), ([a, b, c, d], upper) => {
        const dotted = `${a}.${b}.${c}.${d}`;
        const words = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        for (const mapped of [`::ffff:${dotted}`, `::ffff:${words}`, `0:0:0:0:0:ffff:${words}`]) {
          const text = upper ? mapped.toUpperCase() : mapped;
          expect(plainAddress(text)).toBe(dotted);
          expect(isPublicAddress(text)).toBe(isPublicAddress(dotted));
        }
      }),
    );
  });

  test.each(["::1", "2606:4700::1111", "::ffff", "1.2.3.4", "x"])("when it is %s, then it stays as it is", (text) => {
    expect(plainAddress(text)).toBe(text);
  });
});

describe("a list of addresses and networks", () => {
  const isListed = createAddressCheck(["10.0.0.0/8", "192.0.2.7", "fd00::/8"]);
  test.each(["10.1.2.3", "192.0.2.7", "fd12::1", "::ffff:10.1.2.3", "::ffff:a01:203"])(
    "when it has %s, then it says so",
    (text) => {
      expect(isListed(text)).toBe(true);
    },
  );
  test.each(["11.0.0.1", "192.0.2.8", "fe80::1", "", "10.1", "::1"])("when it has not %j, then it says so", (text) => {
    expect(isListed(text)).toBe(false);
  });
});
