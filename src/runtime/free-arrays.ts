/**
 * Returns the memory of arrays at once instead of waiting for a collector; otherwise the scratch of one column would
 * still be resident while the next ones are merged. The arrays are empty afterwards, so nobody else may hold them.
 * Shared memory and views of a part of something are left alone.
 */
export function freeArrays(arrays: readonly (ArrayBufferView | undefined)[]): void {
  for (const array of arrays) {
    const buffer = array?.buffer;
    // One that was freed before is empty.
    if (buffer instanceof ArrayBuffer && !buffer.detached && array!.byteLength === buffer.byteLength)
      buffer.transfer(0);
  }
}
