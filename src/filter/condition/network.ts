/**
 * Whether a text is an address of the network written as `value`, such as `10.0.0.0/8` or `2001:db8::/32`. Undefined
 * when `value` is no network. An IPv4 address written as IPv6 counts as the IPv4 address. Bits of the value behind the
 * prefix do not matter. The query line of the page uses this, so nothing of Node is imported.
 */
export function readNetwork(value: string): ((text: string) => boolean) | undefined {
  const [, address, length] = /^([\da-fA-F.:]+)\/(\d{1,3})$/.exec(value) ?? [];
  if (address === undefined) return undefined;
  const prefix = Number(length);
  const short = numberOf(address);
  if (short >= 0) return prefix > 32 ? undefined : isInNetwork4(short, prefix);
  const words = wordsOf(address);
  if (words === undefined || prefix > 128) return undefined;
  const mapped = mappedOf(words);
  if (mapped >= 0) return prefix < 96 ? undefined : isInNetwork4(mapped, prefix - 96);
  return isInNetwork6(words, prefix);
}

function isInNetwork4(network: number, prefix: number): (text: string) => boolean {
  const mask = prefix === 0 ? 0 : (-1 << (32 - prefix)) >>> 0;
  const wanted = (network & mask) >>> 0;
  return (text) => {
    const address = text.includes(":") ? mappedOf(wordsOf(text)) : numberOf(text);
    return address >= 0 && (address & mask) >>> 0 === wanted;
  };
}

function isInNetwork6(network: readonly number[], prefix: number): (text: string) => boolean {
  const masks = network.map((_, at) => (0xffff << Math.min(16, Math.max(0, 16 * (at + 1) - prefix))) & 0xffff);
  return (text) => {
    // A link-local address may name its interface: fe80::1%eth0.
    const zone = text.indexOf("%");
    const address = zone < 0 || zone === text.length - 1 ? text : text.slice(0, zone);
    const words = text.includes(":") && address.length <= addressCharactersMax ? wordsOf(address) : undefined;
    if (words === undefined || mappedOf(words) >= 0) return false;
    return words.every((word, at) => ((word ^ network[at]!) & masks[at]!) === 0);
  };
}

/** `0000:0000:0000:0000:0000:ffff:255.255.255.255` */
const addressCharactersMax = 45;

/** The eight words of an IPv6 address, whose last two may be written as an IPv4 address; undefined for other texts. */
function wordsOf(text: string): number[] | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half) => (half === "" ? [] : readWords(half)));
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined;
  if (tail === undefined) return head.length === 8 ? head : undefined;
  const missing = 8 - head.length - tail.length;
  return missing < 1 ? undefined : [...head, ...new Array<number>(missing).fill(0), ...tail];
}

function readWords(text: string): number[] | undefined {
  const parts = text.split(":");
  const words: number[] = [];
  for (const [at, part] of parts.entries()) {
    const short = at === parts.length - 1 ? numberOf(part) : -1;
    if (short >= 0) words.push(short >>> 16, short & 0xffff);
    else if (/^[\da-fA-F]{1,4}$/.test(part)) words.push(Number.parseInt(part, 16));
    else return undefined;
  }
  return words;
}

/** The IPv4 address that an IPv6 one stands for (::ffff:192.0.2.1), as dual-stack sockets write it; -1: for none. */
function mappedOf(words: readonly number[] | undefined): number {
  if (words === undefined || words[5] !== 0xffff || words.slice(0, 5).some((word) => word !== 0)) return -1;
  return words[6]! * 65_536 + words[7]!;
}

/** IPv4 address as a number; -1 for any other text. Address columns have millions of values. */
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
