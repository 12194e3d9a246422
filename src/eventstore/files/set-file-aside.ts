import { existsSync, renameSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import type { Logger } from "../../lib/log.ts";
import type { DamagedDay } from "../snapshot.ts";

/** Renames a damaged database with its log files and says so in the log. */
export function setFileAside(path: string, day: string, nowMs: number, reason: string, log: Logger): DamagedDay {
  const target = freeName(path, nowMs);
  for (const suffix of ["", "-wal", "-shm"]) if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
  const file = basename(target);
  log.error({ file, day, reason }, "damaged event file set aside");
  return { file, day };
}

/** Renames like the other; a file that cannot be renamed is reported, and fails whoever needs its name next. */
export function setFileAsideOrName(path: string, day: string, nowMs: number, reason: string, log: Logger): DamagedDay {
  try {
    return setFileAside(path, day, nowMs, reason, log);
  } catch (error) {
    log.error({ path, day, reason, err: error }, "damaged event file cannot be renamed");
    return { file: basename(path), day };
  }
}

/**
 * Writes unreadable bytes next to the file they were found in; returns the new file's name. `path`: the name they would
 * have if they were sound.
 */
export function setBytesAside(path: string, bytes: readonly Uint8Array[], nowMs: number): string {
  const target = freeName(path, nowMs);
  writeFileSync(target, Buffer.concat(bytes), { mode: 0o600, flush: true });
  return basename(target);
}

/** 20240131T235959Z */
export function stamp(nowMs: number): string {
  return `${new Date(nowMs).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

function freeName(path: string, nowMs: number): string {
  const base = `${path}.damaged-${stamp(nowMs)}`;
  for (let i = 1; ; i++) {
    const target = i === 1 ? base : `${base}.${i}`;
    if (!existsSync(target)) return target;
  }
}
