import { chmodSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { messageOf } from "./errors.ts";
import { StartError } from "./start-error.ts";

export interface FolderLock {
  close(): void;
}

/**
 * One process per data folder. SQLite's exclusive file lock is one of the operating system on every platform, so it
 * dies with its owner, however that ends; no stale file can keep a folder locked. Throws StartError when it is held.
 */
export function lockFolder(folder: string): FolderLock {
  const path = join(folder, "vigie.lock");
  const database = openLockFile(path);
  try {
    database.pragma("locking_mode = EXCLUSIVE");
    database.exec("BEGIN EXCLUSIVE");
    if (process.platform !== "win32") chmodSync(path, 0o600);
  } catch (error) {
    database.close();
    if ((error as { code?: unknown }).code === "SQLITE_BUSY")
      throw new StartError(`The data folder "${folder}" is in use by another vigie process.`, 1, { cause: error });
    throw new StartError(`Cannot lock "${path}": ${messageOf(error)}`, 1, { cause: error });
  }
  return { close: () => database.close() };
}

function openLockFile(path: string): Database.Database {
  try {
    return new Database(path, { timeout: 0 });
  } catch (error) {
    throw new StartError(`Cannot open "${path}": ${messageOf(error)}`, 1, { cause: error });
  }
}
