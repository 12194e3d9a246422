import { closeSync, existsSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { syncFolder } from "../../lib/files.ts";
import { DamagedFileError, isDiskFull, LaterVersionError } from "../errors.ts";

export type { Database };

export interface DatabaseFormat {
  applicationId: number;
  version: number;
  schema: string;
  /** Of new files. */
  pageBytes: number;
  /** Length of the WAL after which SQLite copies the log into the file. */
  checkpointBytes: number;
}

/**
 * Opens a database for writing, creating it with mode 0600. Its name in the folder is on disk when this returns. Throws
 * DamagedFileError if the file is no such database, or SQLite's own error. One written by a later version:
 * LaterVersionError.
 */
export function openDatabase(path: string, format: DatabaseFormat): Database.Database {
  if (!existsSync(path)) createFile(path);
  else if (!statSync(path).isFile()) throw new DamagedFileError("Expected a file, found something else of that name.");
  const database = new Database(path, { timeout: busyTimeoutMs });
  try {
    prepare(database, path, format);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** How many pages of the file have so many bytes; earlier builds made larger ones. */
export function pagesOf(database: Database.Database, bytes: number): number {
  return Math.ceil(bytes / Number(database.pragma("page_size", { simple: true })));
}

/** Copies the write-ahead log into the file and empties it; false when a reader or a full disk is in the way. */
export function foldLog(database: Database.Database): boolean {
  try {
    const [result] = database.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
    return result?.busy === 0;
  } catch (error) {
    if (isDiskFull(error)) return false;
    throw error;
  }
}

const busyTimeoutMs = 5_000;

function createFile(path: string): void {
  closeSync(openSync(path, "wx", 0o600));
  syncFolder(dirname(path));
}

function prepare(database: Database.Database, path: string, format: DatabaseFormat): void {
  if (statSync(path).size === 0) {
    // These two only take effect in an empty file; in another the second writes a page each time.
    database.pragma(`page_size = ${format.pageBytes}`);
    database.pragma("auto_vacuum = INCREMENTAL");
  }
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma(`wal_autocheckpoint = ${pagesOf(database, format.checkpointBytes)}`);
  database.pragma("cache_size = -4096");
  const version = Number(database.pragma("user_version", { simple: true }));
  const applicationId = Number(database.pragma("application_id", { simple: true }));
  if (version === 0 && applicationId === 0) {
    createSchema(database, format);
    return;
  }
  if (applicationId !== format.applicationId)
    throw new DamagedFileError(`Expected application id ${format.applicationId}, got ${applicationId}.`);
  if (version > format.version) throw new LaterVersionError(path, format.version, version);
  // Makes an earlier version, which cannot read the additions, say so instead of calling the file damaged.
  if (version < format.version) database.pragma(`user_version = ${format.version}`);
}

function createSchema(database: Database.Database, format: DatabaseFormat): void {
  database.transaction(() => {
    database.exec(format.schema);
    database.pragma(`application_id = ${format.applicationId}`);
    database.pragma(`user_version = ${format.version}`);
  })();
}
