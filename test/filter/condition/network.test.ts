import { BlockList } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readNetwork } from "../../../src/filter/condition/network.ts";

describe("a network of addresses", () => {
  test("when a text names an interface, or is long, then only an address before it counts", () => {
    const holds = readNetwork("2001:db8::/32")!;
    const texts = ["2001:db8::1%eth0", "2001:db8::1%", `2001:db8::1${"0".repeat(60)}`, `a:${"%".repeat(100_000)}\n%`];
    expect(texts.map((text) => holds(text))).toEqual([true, false, false, false]);
  });

  test.each([
    ["10.0.0.0/8", "10.255.0.1", true],
    ["10.0.0.0/8", "11.0.0.1", false],
    ["10.9.9.9/8", "10.0.0.1", true],
    ["0.0.0.0/0", "255.255.255.255", true],
    ["1.2.3.4/32", "1.2.3.4", true],
    ["1.2.3.4/32", "1.2.3.5", false],
    ["10.0.0.0/8", "::ffff:10.1.2.3", true],
    ["10.0.0.0/8", "::ffff:a01:203", true],
    ["::ffff:10.0.0.0/104", "10.2.3.4", true],
    ["2001:db8::/32", "2001:DB8:1::5", true],
    ["2001:db8::/32", "2001:db9::5", false],
    ["::/0", "1.2.3.4", false],
    ["fe80::/10", "fe80::1%eth0", true],
    ["10.0.0.0/8", "10.0.0.1:443", false],
    ["10.0.0.0/8", "010.0.0.1", false],
    ["10.0.0.0/8", "10.0.0", false],
    ["10.0.0.0/8", "", false],
  ])("when it is %s and the text %s, then the text is in it: %s", (network, text, isInside) => {
    expect(readNetwork(network)!(text)).toBe(isInside);
  });

  test.each(["10.0.0.0", "10.0.0.0/33", "10.0.0/8", "::/129", "a/8", "1.2.3.4/", "1.2.3.4/-1", "/8"])(
    "when it is %s, then it is none",
    (value) => {
      expect(readNetwork(value)).toBeUndefined();
    },
  );

  test("when any address and network of IPv4 meet, then the system's own list of networks says the same", () => {
    const address = fc.ipV4();
    fc.assert(
      fc.property(address, address, fc.integer({ min: 1, max: 32 }), (network, text, prefix) => {
        const list = new BlockList();
        list.addSubnet(network, prefix, "ipv4");
        for (const one of [text, network])
          expect(readNetwork(`${network}/${prefix}`)!(one)).toBe(list.check(one, "ipv4"));
      }),
    );
  });
});
