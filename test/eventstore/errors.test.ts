import { expect, test } from "vitest";
import { DiskFullError, isDiskFull } from "../../src/eventstore/errors.ts";

test("when there is no room, then each name that it has is known, and no other failure of a disk is taken for it", () => {
  const sqlite = (code: string) => Object.assign(new Error("disk I/O error"), { code });
  // What SQLite says while a disk is full depends on what it writes just then: the file, its log, or the index of that.
  for (const code of ["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "ENOSPC", "EDQUOT"])
    expect(isDiskFull(sqlite(code)), code).toBe(true);
  expect(isDiskFull(new DiskFullError("intake.sqlite"))).toBe(true);
  for (const code of ["SQLITE_IOERR_FSYNC", "SQLITE_IOERR_WRITE", "SQLITE_CORRUPT", "EIO"])
    expect(isDiskFull(sqlite(code)), code).toBe(false);
});
