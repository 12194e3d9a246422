/**
 * Loops over the rows of a column and the bytes of texts, sixteen at a time, in AssemblyScript: TypeScript's syntax
 * with the types and instructions of WebAssembly. `bun scripts/build-kernels.ts` compiles them. Places are bytes of the
 * memory that wasm-kernels.ts lays out, and are not checked. Of the last sixteen, what lies behind the rows is read and
 * written.
 */

/** Two planes of bytes, `stride` apart, become words of 16 bits. */
export function joinTwo(planes: usize, stride: usize, count: i32, words: usize): void {
  for (let row = 0; row < count; row += 16) {
    const low = v128.load(planes + row);
    const high = v128.load(planes + stride + row);
    const to = words + (row << 1);
    v128.store(to, firstPairs(low, high));
    v128.store(to, lastPairs(low, high), 16);
  }
}

/** Four planes of bytes, `stride` apart, become words of 32 bits. */
export function joinFour(planes: usize, stride: usize, count: i32, words: usize): void {
  for (let row = 0; row < count; row += 16) {
    const at = planes + row;
    const first = v128.load(at);
    const second = v128.load(at + stride);
    const third = v128.load(at + 2 * stride);
    const last = v128.load(at + 3 * stride);
    const to = words + (row << 2);
    const low = firstPairs(first, second);
    const high = firstPairs(third, last);
    v128.store(to, i16x8.shuffle(low, high, 0, 8, 1, 9, 2, 10, 3, 11));
    v128.store(to, i16x8.shuffle(low, high, 4, 12, 5, 13, 6, 14, 7, 15), 16);
    const moreLow = lastPairs(first, second);
    const moreHigh = lastPairs(third, last);
    v128.store(to, i16x8.shuffle(moreLow, moreHigh, 0, 8, 1, 9, 2, 10, 3, 11), 32);
    v128.store(to, i16x8.shuffle(moreLow, moreHigh, 4, 12, 5, 13, 6, 14, 7, 15), 48);
  }
}

/** A bit for each signed word of 32 bits from `low` to `high`, both included. */
export function packBetween(values: usize, count: i32, low: i32, high: i32, bits: usize): void {
  const least = i32x4.splat(low);
  const greatest = i32x4.splat(high);
  for (let row = 0; row < count; row += 16) {
    const at = values + (row << 2);
    const first = i16x8.narrow_i32x4_s(
      within(v128.load(at), least, greatest),
      within(v128.load(at, 16), least, greatest),
    );
    const last = i16x8.narrow_i32x4_s(
      within(v128.load(at, 32), least, greatest),
      within(v128.load(at, 48), least, greatest),
    );
    store<u16>(bits + (row >> 3), <u16>i8x16.bitmask(i8x16.narrow_i16x8_s(first, last)));
  }
}

/**
 * A bit for each of `count` places where the bytes are those of the needle, ASCII letters in either case. The needle's
 * are in lower case. Where its first and its last byte stand, the others are compared.
 */
export function markFolded(bytes: usize, count: i32, needle: usize, length: i32, bits: usize): void {
  const first = i8x16.splat(load<u8>(needle));
  const last = i8x16.splat(load<u8>(needle + length - 1));
  for (let place = 0; place < count; place += 16) {
    const at = bytes + place;
    const begins = i8x16.eq(foldedSixteen(v128.load(at)), first);
    const ends = i8x16.eq(foldedSixteen(v128.load(at + length - 1)), last);
    let found = 0;
    for (let left = i8x16.bitmask(v128.and(begins, ends)); left !== 0; left &= left - 1) {
      const i = ctz(left);
      if (isNeedle(at + i, needle, length)) found |= 1 << i;
    }
    store<u16>(bits + (place >> 3), <u16>found);
  }
}

@inline
function foldedSixteen(bytes: v128): v128 {
  const isCapital = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x41)), i8x16.splat(26));
  return v128.or(bytes, v128.and(isCapital, i8x16.splat(0x20)));
}

@inline
function isNeedle(bytes: usize, needle: usize, length: i32): bool {
  for (let i = 1; i < length - 1; i++) {
    const byte = load<u8>(bytes + i);
    if ((byte - 0x41 < 26 ? byte | 0x20 : byte) !== load<u8>(needle + i)) return false;
  }
  return true;
}

@inline
function firstPairs(low: v128, high: v128): v128 {
  return i8x16.shuffle(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

@inline
function lastPairs(low: v128, high: v128): v128 {
  return i8x16.shuffle(low, high, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

@inline
function within(values: v128, least: v128, greatest: v128): v128 {
  return v128.and(i32x4.ge_s(values, least), i32x4.le_s(values, greatest));
}
