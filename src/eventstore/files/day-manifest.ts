import { statSync } from "node:fs";
import type Database from "better-sqlite3";
import { notedRepeatsMax, settledMs } from "../limits.ts";
import type { DayContents } from "./day-file.ts";

/** What a day file said about itself while its size and time were those of `mark`. */
export interface DayManifestEntry {
  mark: string;
  contents: DayContents;
}

/**
 * What each day file holds, noted in a file of its own so that a start opens only the files that were touched since.
 * The files have the last word: an entry whose mark no longer matches says only that the file once had events.
 */
export class DayManifest {
  private readonly statements: ReturnType<typeof prepareStatements>;

  constructor(database: Database.Database) {
    // Made here and not with the log itself: logs of earlier versions lack it.
    database.exec(schema);
    this.statements = prepareStatements(database);
  }

  /** By day. A note that is not what was written is left out: then the file is read. */
  all(): Map<string, DayManifestEntry> {
    const notes = new Map<string, DayManifestEntry>();
    for (const row of this.statements.all.all() as NoteRow[]) {
      const contents = contentsOf(row);
      if (contents) notes.set(row.day, { mark: row.mark, contents });
    }
    return notes;
  }

  set(day: string, { mark, contents }: DayManifestEntry): void {
    if (contents.repeats.length > notedRepeatsMax) {
      this.remove(day);
      return;
    }
    const packed = Bun.zstdCompressSync(Buffer.from(JSON.stringify(contents)));
    this.statements.set.run(day, mark, packed, checksumOf(mark, packed));
  }

  remove(day: string): void {
    this.statements.remove.run(day);
  }
}

/**
 * What tells from outside whether a database is as it was; undefined when it is no file, or its write-ahead log has
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
export function isSettled(mark: string, nowMs: number): boolean {
  const modifiedMs = Number(mark.split(" ")[1]) / 1e6;
  return Math.abs(nowMs - modifiedMs) >= settledMs;
}

interface NoteRow {
  day: string;
  mark: string;
  contents: Uint8Array<ArrayBuffer>;
  checksum: number;
}

function contentsOf({ mark, contents, checksum }: NoteRow): DayContents | undefined {
  try {
    if (checksumOf(mark, contents) !== checksum) return undefined;
    return JSON.parse(Buffer.from(Bun.zstdDecompressSync(contents)).toString("utf8"));
  } catch {
    // Whatever it is, it is no note.
    return undefined;
  }
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
