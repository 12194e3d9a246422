import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/** With its write-ahead log; 0: there is none. */
export function databaseBytes(path: string): number {
  let bytes = 0;
  for (const suffix of ["", "-wal"]) bytes += statSync(path + suffix, { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

/**
 * Bytes of the files in the folder of events that belong to no day: the intake log, the identities, the manifest. Files
 * that were set aside do not count, or damage would push sound days out.
 */
export function bytesBesideDays(eventsFolder: string): number {
  return readdirSync(eventsFolder)
    .filter((name) => !ofOneDay.test(name) && !name.includes(".damaged-"))
    .reduce((bytes, name) => bytes + (statSync(join(eventsFolder, name), { throwIfNoEntry: false })?.size ?? 0), 0);
}

const ofOneDay = /^\d{4}-\d{2}-\d{2}\./;

/** Deletes -wal and -shm first: left alone, SQLite would apply them to the next database of that name. */
export function removeDatabase(path: string): void {
  for (const suffix of ["-wal", "-shm", ""]) rmSync(path + suffix, { force: true });
}
