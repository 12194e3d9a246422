import { BlockList, isIP, isIPv6 } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readNetwork } from "../../../src/filter/condition/network.ts";

test("when an address is held against a network of IPv6, then the answer is that of the block list of Node", () => {
  const prefixes = fc.integer({ min: 1, max: 128 });
  fc.assert(
    fc.property(fc.ipV6(), fc.ipV6(), prefixes, fc.boolean(), (network, other, prefix, isNear) => {
      fc.pre(!/^(?:0*:)*:?(?:0*:)*ffff:/i.test(network) && !/ffff:[^:]*[.]/i.test(other));
      const address = isNear ? network : other;
      const list = new BlockList();
      list.addSubnet(network, prefix, "ipv6");
      expect(readNetwork(`${network}/${prefix}`)?.(address)).toBe(list.check(address, "ipv6"));
    }),
  );
});

test("when a text is anything of the characters of addresses, then it is a network just when Node knows its address", () => {
  const texts = fc.oneof(
    fc.ipV6(),
    fc.stringMatching(/^[0-9a-f:.]{0,30}$/),
    fc.stringMatching(/^(?:[0-9a-f]{1,5}:){1,8}:?[0-9a-f.]{0,8}$/),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(readNetwork(`${text}/128`) !== undefined).toBe(isIPv6(text));
      expect(readNetwork(`${text}/129`)).toBeUndefined();
      expect(readNetwork(`${text}/32`) !== undefined).toBe(isIP(text) !== 0 && !/^[0:]*:ffff:/i.test(text));
    }),
    { numRuns: 2_000 },
  );
});
