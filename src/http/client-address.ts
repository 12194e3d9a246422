import { BlockList, isIP } from "node:net";

/** How the client reached us: by itself, or as a trusted proxy tells it. */
export interface Edge {
  address: string;
  secure: boolean;
  /** Host and port as the client wrote them; "" when it sent none. */
  host: string;
}

/** `X-Forwarded-*` count only when the peer is one of the given addresses or networks. */
export function createEdgeReader(trustedProxies: readonly string[]): (headers: Headers, peer: string) => Edge {
  const trusted = blockListOf(trustedProxies);
  const isTrusted = (address: string) => isIP(address) !== 0 && trusted.check(address, familyOf(address));
  return (headers, peer) => {
    const direct = { address: plainAddress(peer), secure: false, host: headers.get("host") ?? "" };
    if (!isTrusted(direct.address)) return direct;
    return {
      address: clientOf(headers.get("x-forwarded-for"), direct.address, isTrusted),
      secure: lastItem(headers.get("x-forwarded-proto")).toLowerCase() === "https",
      host: lastItem(headers.get("x-forwarded-host")) || direct.host,
    };
  };
}

/** From the right, the first address that is not a proxy of ours: what stands left of it anyone can have written. */
function clientOf(forwarded: string | null, peer: string, isTrusted: (address: string) => boolean): string {
  let client = peer;
  for (const item of (forwarded ?? "").split(",").reverse()) {
    const address = plainAddress(item.trim());
    if (isIP(address) === 0) break;
    client = address;
    if (!isTrusted(address)) break;
  }
  return client;
}

function lastItem(list: string | null): string {
  return (list ?? "").split(",").at(-1)?.trim() ?? "";
}

/** IPv4 in IPv6 clothes, as dual-stack sockets show it, is IPv4. */
function plainAddress(address: string): string {
  const match = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return match?.[1] ?? address;
}

function blockListOf(items: readonly string[]): BlockList {
  const list = new BlockList();
  for (const item of items) {
    const [address = "", prefix] = item.split("/");
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
