import { existsSync, renameSync } from "node:fs";
import Database from "better-sqlite3";
import { keptSeconds, pruneEverySamples, slicedRows } from "./limits.ts";
import { type HostSample, type MetricGroup, metricGroups } from "./metric-groups.ts";

/** One group of one sample, as it is stored. */
export interface SampleRow {
  /** Epoch seconds. */
  ts: number;
  /** Names of the parts as a JSON list, the whole first. */
  parts: string;
  /** For each part in turn the values of the group's metrics. */
  values: Float32Array;
}

/**
 * Samples of the last days in a file of their own: they are many, and matter less than users' data. A power cut may
 * cost the last ones. Checking the whole file at the start would take too long, so damage shows later: any call can
 * throw, and `isUseless` tells whether a new file is the cure.
 */
export class SampleStore {
  readonly #database: Database.Database;
  readonly #insert: Database.Statement;
  readonly #page: Database.Statement;
  readonly #prune: Database.Statement;
  #added = 0;

  constructor(path: string) {
    this.#database = openFile(path);
    this.#insert = this.#database.prepare("INSERT OR REPLACE INTO sample VALUES (?, ?, ?, ?)");
    this.#page = this.#database.prepare(
      `SELECT ts, parts, numbers FROM sample WHERE metrics = ? AND ts >= ? AND ts < ? ORDER BY ts LIMIT ${slicedRows}`,
    );
    this.#prune = this.#database.prepare("DELETE FROM sample WHERE metrics = ? AND ts < ?");
  }

  add(sample: HostSample, ts: number): void {
    this.#database.transaction(() => {
      for (const [group, parts] of sample) {
        const numbers = Float32Array.from([...parts.values()].flat());
        this.#insert.run(group, ts, JSON.stringify([...parts.keys()]), Buffer.from(numbers.buffer));
      }
      if (this.#added++ % pruneEverySamples === 0)
        for (const group of Object.keys(metricGroups)) this.#prune.run(group, ts - keptSeconds);
    })();
  }

  /** Some samples from a time on and before another, in order of time; less than `slicedRows` only at the end. */
  list(group: MetricGroup, from: number, to: number): SampleRow[] {
    const rows = this.#page.all(group, from, to) as { ts: number; parts: string; numbers: Buffer }[];
    return rows.map(({ ts, parts, numbers }) => ({ ts, parts, values: toFloats(numbers) }));
  }

  close(): void {
    this.#database.close();
  }
}

/** Whether an error of the store says that its file is damaged, or another version's. */
export function isUseless(error: unknown): boolean {
  return error instanceof WrongVersion || /^SQLITE_(?:CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code));
}

/** Renames a file so that its name is free. It must be closed. */
export function setAside(path: string): void {
  const name = `${path}.damaged-${Date.now()}`;
  for (const ending of ["", "-wal", "-shm"]) if (existsSync(path + ending)) renameSync(path + ending, name + ending);
}

/** Version of the table below and of the order of the metrics. */
const version = 1;

function openFile(path: string): Database.Database {
  const database = new Database(path);
  try {
    database.pragma("journal_mode = WAL");
    database.pragma("synchronous = OFF");
    const found = database.pragma("user_version", { simple: true });
    if (found !== 0 && found !== version) throw new WrongVersion(`expected version ${version}, got ${found}`);
    database.exec(`
      CREATE TABLE IF NOT EXISTS sample (
        metrics TEXT NOT NULL, ts INTEGER NOT NULL, parts TEXT NOT NULL, numbers BLOB NOT NULL,
        PRIMARY KEY (metrics, ts)
      ) STRICT, WITHOUT ROWID;
      PRAGMA user_version = ${version};`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

class WrongVersion extends Error {}

/** A copy: a blob need not be aligned to four bytes. */
function toFloats(bytes: Buffer): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}
