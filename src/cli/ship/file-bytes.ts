import { createHash } from "node:crypto";
import { fstatSync, readSync } from "node:fs";
import { comparedWholeBytesMax, headBytesMax, readBytes, tailBytes } from "./limits.ts";

/** Fewer bytes than wanted: the file ends there. */
export function readAt(descriptor: number, start: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, size, start));
}

/** The last bytes before this place, as many as identify it. */
export function readBefore(descriptor: number, end: number): Uint8Array {
  const start = Math.max(0, end - tailBytes);
  return readAt(descriptor, start, end - start);
}

export function sizeOf(descriptor: number): number {
  return fstatSync(descriptor).size;
}

/** Stands in the state for bytes that are recognised later. */
export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}

/** Length of the beginning that two files have in common, `endMax` at most. */
export function commonBytes(one: number, other: number, endMax: number): number {
  // Of long files that are alike at both ends nobody reads the gigabytes between.
  if (endMax > comparedWholeBytesMax) {
    const start = endMax - readBytes;
    if (commonOf(one, other, 0, readBytes) === readBytes && commonOf(one, other, start, endMax) === endMax)
      return endMax;
  }
  return commonOf(one, other, 0, endMax);
}

/** The beginning of the line that this place is in. */
export function lineStart(descriptor: number, place: number): number {
  for (let end = place; end > 0; ) {
    const start = Math.max(0, end - readBytes);
    const at = readAt(descriptor, start, end - start).lastIndexOf(lineFeed);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}

export const lineFeed = 10;

/** Up to where they are the same from `start` on. */
function commonOf(one: number, other: number, start: number, end: number): number {
  let place = start;
  // Most files differ in their first line.
  for (let size = headBytesMax; place < end; size = readBytes) {
    const wanted = Math.min(size, end - place);
    const a = readAt(one, place, wanted);
    const b = readAt(other, place, wanted);
    const length = Math.min(a.length, b.length);
    if (length < wanted || Buffer.compare(a, b) !== 0) {
      let same = 0;
      while (same < length && a[same] === b[same]) same++;
      return place + same;
    }
    place += wanted;
  }
  return place;
}
