/**
 * Byte planes: the first bytes of all words, then all second bytes, and so on. The high bytes of times and counters hardly
 * change from row to row, and zstd only sees that when they stand together.
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

export function joinPlanes(planes: Uint8Array, width: 1 | 2 | 4): Uint8Array {
  if (width === 1) return planes;
  const words = width === 2 ? joinTwo(planes) : joinFour(planes);
  return new Uint8Array(words.buffer);
}

function joinTwo(planes: Uint8Array): Uint16Array {
  const words = new Uint16Array(planes.length / 2);
  const { length } = words;
  for (let i = 0; i < length; i++) words[i] = planes[i]! | (planes[length + i]! << 8);
  return words;
}

function joinFour(planes: Uint8Array): Uint32Array {
  const words = new Int32Array(planes.length / 4);
  const { length } = words;
  for (let i = 0; i < length; i++) {
    const low = planes[i]! | (planes[length + i]! << 8);
    words[i] = low | (planes[2 * length + i]! << 16) | (planes[3 * length + i]! << 24);
  }
  return new Uint32Array(words.buffer);
}
