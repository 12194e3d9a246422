import { rmSync, statSync } from "node:fs";

/** With its write-ahead log; 0: there is none. */
export function databaseBytes(path: string): number {
  let bytes = 0;
  for (const suffix of ["", "-wal"]) bytes += statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

/** Its logs first: without the file they would be taken for those of the next one. */
export function removeDatabase(path: string): void {
  for (const suffix of ["-wal", "-shm", ""]) rmSync(path + suffix, { force: true });
}
