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
 * Stored bytes are not what was written: a checksum, a size or the structure is wrong. `EventStore.setAside` takes the
 * day.
 */
export class DamagedSegmentError extends Error {
  override readonly name = "DamagedSegmentError";

  constructor(
    readonly path: string,
    readonly day: string,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`Damaged event file "${path}": ${reason}`, options);
  }
}

/** The file is sound and has no such segment (any more). */
export class SegmentGoneError extends Error {
  override readonly name = "SegmentGoneError";
}

/** The last: no room for the index of a write-ahead log, of which SQLite does not say the reason. */
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

/** True for what SQLite says of a file that is not, or no longer, a sound database. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return damageCodes.has(code) || code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_IOERR_SHORT_READ";
}

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return String(error.code);
}
