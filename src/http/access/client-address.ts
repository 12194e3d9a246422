import { isIP } from "node:net";
import { createAddressCheck, plainAddress } from "../../lib/ip-address.ts";

/** The client's address and scheme: of the connection, or as a trusted proxy reports them. */
export interface Edge {
  address: string;
  secure: boolean;
  /** Host and port as the client wrote them; "" when it sent none. */
  host: string;
}

/** `X-Forwarded-*` count only when the peer is one of the given addresses or networks. */
export function createEdgeReader(trustedProxies: readonly string[]): (headers: Headers, peer: string) => Edge {
  const isTrusted = createAddressCheck(trustedProxies);
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

/** From the right, the first address that is not a proxy of ours: anyone can have written the ones left of it. */
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
