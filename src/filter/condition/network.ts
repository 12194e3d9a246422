import { isIP } from "node:net";
import { createAddressCheck, plainAddress } from "../../lib/ip-address.ts";

/**
 * Whether a text is an address of the network that `value` writes, such as `10.0.0.0/8` or `2001:db8::/32`. Undefined
 * when `value` writes none. An IPv4 address written as IPv6 is what it stands for. Bits of the value behind the prefix
 * do not matter.
 */
export function readNetwork(value: string): ((text: string) => boolean) | undefined {
  const [, address, length] = /^([\da-fA-F.:]+)\/(\d{1,3})$/.exec(value) ?? [];
  if (address === undefined) return undefined;
  const plain = plainAddress(address);
  const prefix = Number(length) - (plain === address ? 0 : 96);
  const family = isIP(plain);
  if (family === 0 || prefix < 0 || prefix > (family === 4 ? 32 : 128)) return undefined;
  return family === 4 ? isInNetwork4(numberOf(plain), prefix) : isInNetwork6(plain, prefix);
}

function isInNetwork4(network: number, prefix: number): (text: string) => boolean {
  const mask = prefix === 0 ? 0 : (-1 << (32 - prefix)) >>> 0;
  const wanted = (network & mask) >>> 0;
  return (text) => {
    const address = numberOf(text.includes(":") ? plainAddress(text) : text);
    return address >= 0 && (address & mask) >>> 0 === wanted;
  };
}

function isInNetwork6(network: string, prefix: number): (text: string) => boolean {
  const isInside = createAddressCheck([`${network}/${prefix}`]);
  return (text) => text.includes(":") && isInside(text);
}

/** Of an IPv4 address; -1 for every other text. Columns of addresses have millions of values. */
function numberOf(text: string): number {
  const { length } = text;
  if (length < 7 || length > 15) return -1;
  let address = 0;
  let part = -1;
  let parts = 0;
  for (let i = 0; i <= length; i++) {
    const digit = i === length ? dot : text.charCodeAt(i) - zero;
    if (digit === dot) {
      if (part < 0 || ++parts > 4) return -1;
      address = address * 256 + part;
      part = -1;
    } else if (digit < 0 || digit > 9 || part === 0) return -1;
    else {
      part = part < 0 ? digit : part * 10 + digit;
      if (part > 255) return -1;
    }
  }
  return parts === 4 ? address : -1;
}

const zero = 48;
const dot = 46 - zero;
