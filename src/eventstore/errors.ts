import { FormatError } from "./format/segment-format.ts";
import type { Damage } from "./snapshot.ts";

/** Less than the wanted space is free, or the file system says that it is full. Nothing was changed. */
export class DiskFullError extends Error {
  override readonly name = "DiskFullError";

  constructor(
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(`The disk is full: no room to write "${path}".`, options);
  }
}

/**
 * Stored bytes cannot be read: a checksum, a size or the structure is wrong. `EventStore.setAside` takes what is
 * damaged.
 */
export class DamagedSegmentError extends Error {
  override readonly name = "DamagedSegmentError";

  constructor(
    readonly path: string,
    readonly damage: Damage,
    options?: ErrorOptions,
  ) {
    super(`Damaged event file "${path}": ${damage.reason}`, options);
  }
}

/** These segments can be read, and would take too much memory to be merged with each other. */
export class HeavyMergeError extends Error {
  override readonly name = "HeavyMergeError";
}

/** A day file as a whole is not what was written, or not there. */
export class DamagedFileError extends FormatError {}

/** The file is sound and must be left as it is: an earlier version would take it for damaged. */
export class LaterVersionError extends Error {
  constructor(path: string, expected: number, found: number) {
    super(`"${path}" was written by a later version: expected format ${expected}, got ${found}.`);
  }
}

/** The last one: no space for the index of a write-ahead log, for which SQLite gives no reason. */
const fullCodes = new Set(["SQLITE_FULL", "ENOSPC", "EDQUOT", "SQLITE_IOERR_SHMSIZE"]);
const damageCodes = new Set(["SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT", "SQLITE_SCHEMA", "SQLITE_MISMATCH"]);

export function isDiskFull(error: unknown): boolean {
  const code = codeOf(error);
  return (
    error instanceof DiskFullError ||
    fullCodes.has(code) ||
    (code === "SQLITE_IOERR_WRITE" && /no space/i.test(String(error)))
  );
}

/** True for what SQLite says of a file that is not, or no longer, a sound database, or lacks what was in it. */
function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  if (code === "SQLITE_ERROR" && /no such (table|column)/.test(String(error))) return true;
  return damageCodes.has(code) || code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_IOERR_SHORT_READ";
}

/**
 * What a failure says about the bytes involved. full: no space. file: the whole database is unsound. content: one
 * segment cannot be read, whether the disk or our own code is at fault. outside: nothing about the bytes; a later try
 * may succeed.
 */
export type Fault = "full" | "file" | "content" | "outside";

export function faultOf(error: unknown): Fault {
  if (isDiskFull(error)) return "full";
  if (isDamage(error) || error instanceof DamagedFileError) return "file";
  if (error instanceof LaterVersionError) return "outside";
  const code = codeOf(error);
  if (unreadableCodes.has(code)) return "content";
  const isOfSystem = /^(SQLITE_.+|E[A-Z0-9]+)$/.test(code);
  return isOfSystem || (error instanceof RangeError && /out of memory/i.test(error.message)) ? "outside" : "content";
}

/** True when the file is damaged, or the disk cannot read it. */
export function cannotBeRead(error: unknown): boolean {
  return isDamage(error) || unreadableCodes.has(codeOf(error));
}

/** The disk cannot read these bytes. */
const unreadableCodes = new Set(["SQLITE_IOERR_READ", "SQLITE_IOERR_CORRUPTFS", "EIO"]);

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return String(error.code);
}
