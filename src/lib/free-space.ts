import { statfsSync } from "node:fs";

/** Bytes an ordinary user may still write in the folder's file system. */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The same, asked again at most every half second. */
export function watchFreeSpace(folder: string, now: () => number = performance.now.bind(performance)): () => number {
  let askedAt = Number.NEGATIVE_INFINITY;
  let freeBytes = 0;
  return () => {
    if (now() - askedAt < ageMsMax) return freeBytes;
    askedAt = now();
    freeBytes = freeBytesOf(folder);
    return freeBytes;
  };
}

/** Writing resumes within a second of space coming back. */
const ageMsMax = 500;
