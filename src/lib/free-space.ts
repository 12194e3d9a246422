import { statfsSync } from "node:fs";

/** Bytes an ordinary user may still write in the folder's file system. */
export function freeBytesOf(folder: string): number {
  return spaceOf(folder).freeBytes;
}

/** The same, and the size of the file system. */
export function spaceOf(folder: string): { freeBytes: number; totalBytes: number } {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** An error of the system or of SQLite that reports a full disk. */
export function isDiskFullError(error: unknown): boolean {
  return fullCodes.has((error as { code?: unknown } | null)?.code);
}

const fullCodes = new Set<unknown>(["SQLITE_FULL", "ENOSPC", "EDQUOT", "SQLITE_IOERR_SHMSIZE"]);

/** Returns `freeBytesOf`, looked up at most every half second; each look is reported to `onLook`. */
export function watchFreeSpace(
  folder: string,
  now: () => number = performance.now.bind(performance),
  onLook: (freeBytes: number) => void = () => undefined,
): () => number {
  let askedAt = Number.NEGATIVE_INFINITY;
  let freeBytes = 0;
  return () => {
    if (now() - askedAt < ageMsMax) return freeBytes;
    askedAt = now();
    freeBytes = freeBytesOf(folder);
    onLook(freeBytes);
    return freeBytes;
  };
}

/** Writing resumes within a second of space coming back. */
const ageMsMax = 500;
