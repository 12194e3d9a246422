import { BlockList, isIP } from "node:net";

/** Whether a text is an IP address on the public internet. An IPv4 address written as IPv6 counts as IPv4. */
export function isPublicAddress(text: string): boolean {
  const address = plainAddress(text);
  const family = isIP(address);
  if (family === 4) return !special.check(address, "ipv4");
  return family === 6 && global6.check(address, "ipv6") && !special.check(address, "ipv6");
}

/** ::ffff:192.0.2.1 and ::ffff:c000:201 → 192.0.2.1, as dual-stack sockets show IPv4; every other text as it is. */
export function plainAddress(text: string): string {
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1];
  if (dotted !== undefined) return dotted;
  const words = /^(?:::|(?:0{1,4}:){5})ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i.exec(text);
  if (words === null) return text;
  const [high, low] = [Number.parseInt(words[1]!, 16), Number.parseInt(words[2]!, 16)];
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
}

/** Whether an address is among addresses and networks (10.0.0.0/8). False for text that is no address. */
export function createAddressCheck(items: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const item of items) {
    const [address = "", prefix] = item.split("/");
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (text) => {
    const address = plainAddress(text);
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  };
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

/** Addresses that IANA's registries call not globally reachable, and multicast. */
const special = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  special.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  special.addSubnet(network, prefix, "ipv6");

/** The only IPv6 addresses that have been assigned. */
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
