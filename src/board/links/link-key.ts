import { type RandomHex, randomHex } from "../../lib/ids.ts";

/** 24 random bytes; the first 12 digits are public, which leaves 144 secret bits. */
export function newLinkKey(random: RandomHex = randomHex): string {
  return `${prefix}${random(24)}`;
}

/** The part that names the link, and opens nothing. */
export function shortLinkKey(key: string): string {
  return key.slice(0, prefix.length + 12);
}

export function isLinkKey(text: string): boolean {
  return /^link-[0-9a-f]{48}$/.test(text);
}

const prefix = "link-";
