import { statSync } from "node:fs";
import type Database from "better-sqlite3";
import { manifestRepeatsMax, markQuietMs } from "../limits.ts";
import type { DayContents } from "./day-file.ts";

/**
 * The contents of a day file at the time when its size and time were those of `mark`. Of a file with many repeats they
 * come back without these, under a mark that no file has.
 */
export interface DayManifestEntry {
  mark: string;
  contents: DayContents;
}

/**
 * Lists what each day file holds, in a file of its own, so that a start opens only the files that changed since. The
 * files have the last word: an entry whose mark no longer matches says only that the file once had events.
 */
export class DayManifest {
  private readonly statements: ReturnType<typeof prepareStatements>;

  constructor(database: Database.Database) {
    // Made here and not with the log itself: logs of earlier versions lack it.
    database.exec(schema);
    this.statements = prepareStatements(database);
  }

  /** By day. An entry that is not what was written is left out: then the file is read. */
  all(): Map<string, DayManifestEntry> {
    const entries = new Map<string, DayManifestEntry>();
    for (const row of this.statements.all.all() as EntryRow[]) {
      const contents = contentsOf(row);
      if (contents) entries.set(row.day, { mark: row.mark, contents });
    }
    return entries;
  }

  set(day: string, entry: DayManifestEntry): void {
    // Without an entry the next start would not know that the day had events, and a lost file would go unnoticed.
    const { mark, contents } = entry.contents.repeats.length > manifestRepeatsMax ? withoutRepeats(entry) : entry;
    const packed = Bun.zstdCompressSync(Buffer.from(JSON.stringify(storedForm(contents))));
    this.statements.set.run(day, mark, packed, checksumOf(mark, packed));
  }

  remove(day: string): void {
    this.statements.remove.run(day);
  }
}

/**
 * Tells whether a database is unchanged without opening it; undefined when it is no file, or its write-ahead log holds
 * something.
 */
export function markOf(path: string): string | undefined {
  const status = statSync(path, { throwIfNoEntry: false, bigint: true });
  if (!status?.isFile() || (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return undefined;
  return `${status.size} ${status.mtimeNs}`;
}

/**
 * False when the file was written so lately that another change could leave it the same mark: clocks of file systems
 * tick slowly.
 */
export function isConclusive(mark: string, nowMs: number): boolean {
  const modifiedMs = Number(mark.split(" ")[1]) / 1e6;
  return Math.abs(nowMs - modifiedMs) >= markQuietMs;
}

/** The start reads the file, and compares it with this. */
function withoutRepeats({ contents }: DayManifestEntry): DayManifestEntry {
  return { mark: markOfNoFile, contents: { ...contents, repeats: [] } };
}

/** `markOf` never returns it. */
const markOfNoFile = "";

interface EntryRow {
  day: string;
  mark: string;
  contents: Uint8Array<ArrayBuffer>;
  checksum: number;
}

function contentsOf({ mark, contents, checksum }: EntryRow): DayContents | undefined {
  try {
    if (checksumOf(mark, contents) !== checksum) return undefined;
    return readForm(JSON.parse(Buffer.from(Bun.zstdDecompressSync(contents)).toString("utf8")));
  } catch {
    // Damaged bytes may decode to anything; this is no entry.
    return undefined;
  }
}

/** As versions before wrote it: a commit's number was its batch. */
function storedForm({ sealedCommit, repeats, ...more }: DayContents) {
  return {
    ...more,
    sealedBatch: sealedCommit,
    repeats: repeats.map(({ commit, ...one }) => ({ ...one, batch: commit })),
  };
}

function readForm({ sealedBatch, repeats, ...more }: ReturnType<typeof storedForm>): DayContents {
  return {
    ...more,
    sealedCommit: sealedBatch,
    repeats: repeats.map(({ batch, ...one }) => ({ ...one, commit: batch })),
  };
}

function checksumOf(mark: string, contents: Uint8Array): number {
  return Bun.hash.crc32(contents, Bun.hash.crc32(mark));
}

const schema = `
  CREATE TABLE IF NOT EXISTS day_note (
    day TEXT PRIMARY KEY, mark TEXT NOT NULL, contents BLOB NOT NULL, checksum INTEGER NOT NULL
  ) WITHOUT ROWID;
`;

function prepareStatements(database: Database.Database) {
  return {
    all: database.prepare("SELECT day, mark, contents, checksum FROM day_note"),
    set: database.prepare("INSERT OR REPLACE INTO day_note VALUES (?, ?, ?, ?)"),
    remove: database.prepare("DELETE FROM day_note WHERE day = ?"),
  };
}
