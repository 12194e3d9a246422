import { AppError } from "../lib/errors.ts";
import { watchFreeSpace } from "../lib/free-space.ts";

/** Throws `unavailable` when the scratch data could take what the service needs to go on. */
export function requireSpace(folder: string, events: number, messageBytes: number, minFreeBytes: number): void {
  const neededBytes = events * (messageBytes + overheadBytes) * copies;
  const freeBytes = watchFreeSpace(folder)() - minFreeBytes;
  if (freeBytes >= neededBytes) return;
  throw new AppError(
    "unavailable",
    `The test may need ${inMb(neededBytes)} MB of disk for its events, and only ${inMb(Math.max(0, freeBytes))} MB can be used.`,
  );
}

/** Bytes of the fields other than the message. */
const overheadBytes = 64;
/**
 * Copies of an event on disk at one time: intake log, its write-ahead log, sealed. Counted uncompressed, to be safe.
 */
const copies = 3;

function inMb(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024);
}
