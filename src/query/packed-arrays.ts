/** What one thread found, as another one can read it where it lies. */
export type PackedArray = Uint8Array | Uint32Array | Float64Array;

const kinds = [Uint8Array, Uint32Array, Float64Array] as const;

/**
 * Writes arrays into a shared buffer behind its first `start` bytes: how many they are, kind and length of each, then their
 * elements, each at a multiple of 8. The buffer grows; false, having written nothing, when it may not grow that far.
 */
export function packArrays(buffer: SharedArrayBuffer, start: number, arrays: readonly PackedArray[]): boolean {
  const head = start + aligned((1 + 2 * arrays.length) * 4);
  const total = arrays.reduce((sum, { byteLength }) => sum + aligned(byteLength), head);
  if (total > buffer.maxByteLength) return false;
  if (total > buffer.byteLength) buffer.grow(total);
  const words = new Uint32Array(buffer, start);
  words[0] = arrays.length;
  let position = head;
  for (const [i, array] of arrays.entries()) {
    words[1 + 2 * i] = kinds.findIndex((kind) => array instanceof kind);
    words[2 + 2 * i] = array.length;
    viewOf(buffer, words[1 + 2 * i]!, position, array.length).set(array);
    position += aligned(array.byteLength);
  }
  return true;
}

/** Views on what `packArrays` wrote. */
export function unpackArrays(buffer: SharedArrayBuffer, start: number): PackedArray[] {
  const words = new Uint32Array(buffer, start, Math.floor((buffer.byteLength - start) / 4));
  let position = start + aligned((1 + 2 * words[0]!) * 4);
  return Array.from({ length: words[0]! }, (_, i) => {
    const array = viewOf(buffer, words[1 + 2 * i]!, position, words[2 + 2 * i]!);
    position += aligned(array.byteLength);
    return array;
  });
}

function viewOf(buffer: SharedArrayBuffer, kind: number, position: number, length: number): PackedArray {
  if (kind === 0) return new Uint8Array(buffer, position, length);
  return kind === 1 ? new Uint32Array(buffer, position, length) : new Float64Array(buffer, position, length);
}

function aligned(length: number): number {
  return (length + 7) & ~7;
}
