import { BlockList, isIP } from "node:net";

/** Whether a text is an IP address that somebody on the public internet can have. An IPv4 address written as IPv6 is what it stands for. */
export function isPublicAddress(text: string): boolean {
  const address = plainAddress(text);
  const family = isIP(address);
  if (family === 4) return !special.check(address, "ipv4");
  return family === 6 && global6.check(address, "ipv6") && !special.check(address, "ipv6");
}

/** ::ffff:192.0.2.1 → 192.0.2.1; a zone is no part of an address. */
export function plainAddress(text: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1] ?? text;
}

/** What IANA's registries of special-purpose addresses call not globally reachable, and multicast. */
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

/** The only IPv6 addresses that are given out. */
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
