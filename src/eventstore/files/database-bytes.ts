import { statSync } from "node:fs";

/** With its write-ahead log; 0: there is none. */
export function databaseBytes(path: string): number {
  let bytes = 0;
  for (const suffix of ["", "-wal"]) bytes += statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}
