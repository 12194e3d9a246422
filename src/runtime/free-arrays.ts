/**
 * Gives the memory of arrays back at once, not when a collector comes by: of a million rows each column's scratch would
 * stand beside that of the next ones, and every array would be of new pages. Who looks at one of them afterwards finds
 * it empty, so it is for arrays that nobody else was given. Arrays of shared memory and views of a part of something
 * are left alone.
 */
export function freeArrays(arrays: readonly (ArrayBufferView | undefined)[]): void {
  for (const array of arrays) {
    const buffer = array?.buffer;
    // One that was freed before is empty.
    if (buffer instanceof ArrayBuffer && !buffer.detached && array!.byteLength === buffer.byteLength)
      buffer.transfer(0);
  }
}
