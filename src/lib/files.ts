import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Writes to another name, flushes, renames: readers see the old or the new content, also after a power cut. Mode 0600.
 */
export function writeFileAtomically(path: string, content: string | Uint8Array): void {
  const beside = `${path}.${process.pid}.new`;
  try {
    const file = openSync(beside, "w", 0o600);
    try {
      writeAll(file, typeof content === "string" ? Buffer.from(content) : content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

export function syncFile(path: string): void {
  const handle = openSync(path, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Makes names in a folder (new, renamed, removed files) survive a power cut. Windows has no such call and needs none.
 */
export function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** For our own user alone. The new names on the way to it are on disk when this returns. */
export function createFolder(path: string): void {
  const topmost = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (topmost === undefined) return;
  for (let created = path; ; created = dirname(created)) {
    syncFolder(dirname(created));
    if (resolve(created) === resolve(topmost)) return;
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}
