/** A hash of bytes[start .. end), 32 bits with a sign; good in its low bits. Murmur's rounds. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    const mixed = Math.imul(word, 0xcc9e2d51);
    hash ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  for (; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/**
 * Orders two UTF-8 texts, each up to a byte `end` that no text contains, as their UTF-16 would be ordered: by bytes,
 * except for characters beyond U+FFFF (leads F0 and up), which UTF-16 puts before U+E000..U+FFFF (leads EE and EF).
 */
export function compareUtf8(a: Uint8Array, startA: number, b: Uint8Array, startB: number, end: number): number {
  for (let i = 0; ; i++) {
    const left = a[startA + i]!;
    const right = b[startB + i]!;
    if (left === right) {
      if (left === end) return 0;
      continue;
    }
    if (left === end) return -1;
    if (right === end) return 1;
    const isPair = left >= 0xf0;
    if (left >= 0xee && right >= 0xee && isPair !== right >= 0xf0) return isPair ? -1 : 1;
    return left - right;
  }
}
