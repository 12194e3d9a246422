import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { createAddressCheck, isPublicAddress } from "../lib/ip-address.ts";
import { SendingError } from "./sending-error.ts";
import { literalAddress } from "./webhook-url.ts";

/** Gives all addresses of a name. */
export type Resolve = (name: string) => Promise<string[]>;

export interface CheckedAddress {
  address: string;
  family: 4 | 6;
}

/**
 * The addresses of a host that calls may connect to: public ones, and those that the administrator lists. A name is
 * looked up once, and the connection goes to the checked address: a name that resolves differently the second time
 * gains nothing. Throws SendingError.
 */
export function createAddressGate(allowed: readonly string[], resolve: Resolve = lookUp) {
  const isPermitted = createPermission(allowed);
  return async (url: URL): Promise<CheckedAddress[]> => {
    const literal = literalAddress(url);
    const found = literal === undefined ? await resolveName(url.hostname, resolve) : [literal];
    const permitted = found.filter(isPermitted);
    if (permitted.length === 0) throw new SendingError(refusal(url.hostname, found), false);
    return permitted.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
  };
}

/**
 * Gives the reason why a URL whose host is an address would never be called; undefined when it may be, and for every
 * name, which is resolved only at the call.
 */
export function createAddressReview(allowed: readonly string[]) {
  const isPermitted = createPermission(allowed);
  return (url: string): string | undefined => {
    const address = literalAddress(new URL(url));
    return address === undefined || isPermitted(address) ? undefined : refusal(new URL(url).hostname, [address]);
  };
}

function createPermission(allowed: readonly string[]): (address: string) => boolean {
  const isListed = createAddressCheck(allowed);
  return (address) => isListed(address) || isPublicAddress(address);
}

async function resolveName(name: string, resolve: Resolve): Promise<string[]> {
  let found: string[];
  try {
    found = await resolve(name);
  } catch (error) {
    throw new SendingError(`The name "${name}" could not be looked up.`, true, { cause: error });
  }
  if (found.length === 0) throw new SendingError(`The name "${name}" has no address.`, true);
  return found;
}

async function lookUp(name: string): Promise<string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

function refusal(host: string, [first]: readonly string[]): string {
  return `"${host}" is at ${first}, which is not on the public internet. The administrator may allow it by VIGIE_WEBHOOK_ALLOW.`;
}
