import { chmodSync, existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { messageOf } from "../lib/errors.ts";
import { syncFile, syncFolder } from "../lib/files.ts";
import { ExitCode, StartError } from "../lib/start-error.ts";
import { lowerCase } from "./contains.ts";
import { flushInBackground } from "./flush-in-background.ts";
import { applyMigrations } from "./migration.ts";
import { migrations } from "./migrations.ts";

/** The database as repositories take it. Tables are imported from db/schema/, one file per noun. */
export type Db = BetterSQLite3Database & { $client: Database.Database };

export interface OpenDatabase {
  db: Db;
  client: Database.Database;
  close(): void;
}

/**
 * Opens `<folder>/vigie.sqlite`, creates it if it does not exist, and brings its schema up to date. An existing file
 * that cannot be read as ours is never touched or replaced: StartError with exit code 3.
 */
export function openDatabase(folder: string): OpenDatabase {
  const path = join(folder, "vigie.sqlite");
  if (!existsSync(path)) createDatabase(path);
  if (statSync(path).size === 0) throw damaged(path, "it is empty");
  const client = openExisting(path);
  client.function("lower_case", { deterministic: true }, lowerCase);
  try {
    applyMigrations(client, migrations, path);
    // The log exists by now: its name must be as durable as the data flushed into it.
    syncFolder(folder);
  } catch (error) {
    client.close();
    throw error;
  }
  const flusher = flushInBackground(client, `${path}-wal`);
  return {
    db: drizzle({ client }),
    client,
    close: () => {
      flusher.close();
      client.close();
    },
  };
}

/** All changes or none. Takes the write lock first, so that everything read inside stays true until the end. */
export function inTransaction<T>(db: Db, work: () => T): T {
  return db.transaction(() => work(), { behavior: "immediate" });
}

/** Written under another name and renamed, so that an empty or partial file under this name can only be damage. */
function createDatabase(path: string): void {
  if (existsSync(`${path}-wal`)) throw damaged(path, `it is missing, though "${path}-wal" is there`);
  const beside = `${path}.new`;
  for (const ending of ["", "-journal", "-wal", "-shm"]) rmSync(beside + ending, { force: true });
  try {
    const database = new Database(beside);
    // One flush at the end is enough, since the file is invisible until it is complete.
    database.pragma("journal_mode = MEMORY");
    database.pragma("synchronous = OFF");
    applyMigrations(database, migrations, path);
    database.close();
    syncFile(beside);
    // The log and the shared index that SQLite creates later inherit the mode.
    chmodSync(beside, 0o600);
    renameSync(beside, path);
    syncFolder(dirname(path));
  } catch (error) {
    throw new StartError(`Cannot create "${path}": ${messageOf(error)}`, ExitCode.failed, { cause: error });
  }
}

function openExisting(path: string): Database.Database {
  let client: Database.Database | undefined;
  try {
    client = new Database(path, { fileMustExist: true, timeout: 5000 });
    // Nothing is written, not even the journal mode, before the file is known to be ours and whole.
    const complaint = client.pragma("quick_check(1)", { simple: true });
    if (complaint !== "ok") throw damaged(path, String(complaint));
    const ours = client.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migration'").get();
    if (ours === undefined) throw damaged(path, "it is not a database of vigie");
    client.pragma("journal_mode = WAL");
    // A commit is in the operating system's hands when it returns (safe from kill -9) and on disk within a second
    // (flush-in-background.ts); an fsync for each on the main thread would hold up every other request.
    client.pragma("synchronous = NORMAL");
    client.pragma("foreign_keys = ON");
    return client;
  } catch (error) {
    client?.close();
    if (error instanceof StartError) throw error;
    if (damageCodes.has(String((error as { code?: unknown }).code))) throw damaged(path, messageOf(error), error);
    throw new StartError(`Cannot open "${path}": ${messageOf(error)}`, ExitCode.failed, { cause: error });
  }
}

const damageCodes = new Set(["SQLITE_NOTADB", "SQLITE_CORRUPT", "SQLITE_CORRUPT_INDEX", "SQLITE_CORRUPT_VTAB"]);

function damaged(path: string, cause: string, error?: unknown): StartError {
  return new StartError(
    `"${path}" is damaged (${cause}). It was left as it is: restore a backup, or move it away to start with an empty one.`,
    ExitCode.damagedDatabase,
    { cause: error },
  );
}
