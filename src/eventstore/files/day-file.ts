import { closeSync, fdatasyncSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { DiskFullError, faultOf } from "../errors.ts";
import type { Repeat } from "../event/event.ts";
import { FormatError, type PartSource, type SegmentDirectory, summaryOf } from "../format/segment-format.ts";
import { dayCheckpointBytes, dayPageBytes } from "../limits.ts";
import type { RepeatColumns } from "../occurrences/pending-repeats.ts";
import type { SegmentSummary } from "../snapshot.ts";
import { foldLog, openDatabase, pagesOf } from "./open-database.ts";
import { packRepeats, unpackRepeats } from "./repeat-codec.ts";
import { FileSink, fileParts, findDirectory, type PartReader, partSchema, preparePartReader } from "./segment-parts.ts";
import { summaryFault } from "./summary-fault.ts";

/** The contents of a day file as it describes them when it is opened. */
export interface DayContents {
  /** Every commit up to this one is in here as far as it concerns the day. */
  sealedCommit: number;
  segments: ({ segmentId: number } & SegmentSummary)[];
  /** Segments that a crash left half written or replaced, to be deleted. */
  leftOver: number[];
  /** Those of the segments that could not be read; absent in manifests of earlier versions. */
  setAside?: SetAsideSegment[];
  repeats: (Repeat & { commit: number })[];
  /** Only in manifests: none of its segments needs a rewrite. */
  isInspected?: boolean;
  /** Why there are no repeats though the file has some: they cannot be read. */
  repeatsDamage?: string;
}

/** A segment that is kept in its file and not shown. */
export interface SetAsideSegment {
  segmentId: number;
  reason: string;
}

/** One step from one state of the day to the next; on disk as a whole or not at all. Doing it again changes nothing. */
export interface DayChange {
  /** Segments that were finished. */
  add: number[];
  replace: number[];
  /** All segments that are set aside after the change. */
  setAside: SetAsideSegment[];
  /** All repeats that stay pending. */
  repeats: RepeatColumns;
  sealedCommit: number;
}

/** `YYYY-MM-DD.sqlite` as its only writer sees it. */
export class DayFile {
  private readonly database: Database.Database;
  private readonly partReader: PartReader;
  private readonly inode: number;
  /**
   * Descriptor of its write-ahead log. SQLite learns of a failed write on its own descriptor, in an automatic
   * checkpoint, where nobody hears of it.
   */
  private readonly log: number;
  /**
   * A failed sync, now or before a crash, may have lost frames of the log: nothing that counts may follow until the log
   * is rewritten.
   */
  private mustFold: boolean;

  constructor(
    readonly path: string,
    private readonly syncLog: (log: number) => void = fdatasyncSync,
  ) {
    const logPath = `${path}-wal`;
    this.mustFold = (statSync(logPath, { throwIfNoEntry: false })?.size ?? 0) > 0;
    this.database = openDatabase(path, {
      ...{ applicationId, version: 5, schema },
      ...{ pageBytes: dayPageBytes, checkpointBytes: dayCheckpointBytes },
    });
    try {
      this.inode = statSync(path).ino;
      // Unfinished segments and deletions lost in a power cut are done again: only `apply` waits for the disk.
      this.database.pragma("synchronous = NORMAL");
      this.partReader = preparePartReader(this.database);
      this.log = openSync(logPath, "r+");
    } catch (error) {
      this.database.close();
      throw error;
    }
  }

  contents(): DayContents {
    const rows = this.database
      .prepare(
        `SELECT segment_id AS segmentId, state, rows, min_id AS minId, max_id AS maxId, min_time AS minTime,
         max_time AS maxTime, occurrences FROM segment ORDER BY segment_id`,
      )
      .all() as ({ segmentId: number; state: number } & SegmentSummary)[];
    const segments = rows.filter(({ state }) => state === shown).map(({ state: _, ...segment }) => segment);
    for (const segment of segments)
      if (!Object.values(segment).every(Number.isFinite))
        throw new FormatError(`What is said of segment ${segment.segmentId} are no numbers.`);
    return {
      sealedCommit: this.sealedCommit(),
      segments,
      leftOver: rows.filter(({ state }) => state !== shown).map(({ segmentId }) => segmentId),
      setAside: this.readSetAside(),
      ...this.readRepeats(),
    };
  }

  sealedCommit(): number {
    return Number(this.database.prepare("SELECT sealed_batch FROM day").pluck().get() ?? 0);
  }

  /** False when the name is gone or belongs to another file: writes would be lost. */
  isInPlace(): boolean {
    return statSync(this.path, { throwIfNoEntry: false })?.ino === this.inode;
  }

  /** Begins a segment, invisible until `apply` adds it; starts over when it was begun before. */
  begin(segmentId: number): FileSink {
    this.database.transaction(() => {
      this.database.prepare("DELETE FROM segment_part WHERE segment_id = ?").run(segmentId);
      this.database
        .prepare("INSERT OR REPLACE INTO segment (segment_id, state) VALUES (?, ?)")
        .run(segmentId, building);
    })();
    return new FileSink(this.database, segmentId);
  }

  /** All parts are written. */
  finish(segmentId: number, sink: FileSink, directory: SegmentDirectory): SegmentSummary {
    sink.addDirectory(directory);
    const summary = summaryOf(directory);
    const fault = summaryFault(summary);
    if (fault !== undefined) throw new Error(`Segment ${segmentId} was to be written. ${fault}`);
    const { rows, minId, maxId, minTime, maxTime, occurrences } = summary;
    this.database
      .prepare(
        `UPDATE segment SET rows = ?, min_id = ?, max_id = ?, min_time = ?, max_time = ?, occurrences = ?
         WHERE segment_id = ?`,
      )
      .run(rows, minId, maxId, minTime, maxTime, occurrences, segmentId);
    return summary;
  }

  /** On disk when it returns. When it throws, the file may show the change all the same. */
  apply({ add, replace, setAside, repeats, sealedCommit }: DayChange): void {
    if (this.mustFold && !this.fold()) throw new DiskFullError(this.path);
    const setState = this.database.prepare("UPDATE segment SET state = ? WHERE segment_id = ? AND rows IS NOT NULL");
    const change = this.database.transaction(() => {
      for (const segmentId of add)
        if (setState.run(shown, segmentId).changes !== 1)
          throw new FormatError(`Segment ${segmentId} was written and is not there.`);
      for (const segmentId of replace) setState.run(replaced, segmentId);
      this.writeSetAside(setAside);
      this.writeRepeats(repeats);
      this.database
        .prepare("INSERT INTO day VALUES (1, ?) ON CONFLICT DO UPDATE SET sealed_batch = ?")
        .run(sealedCommit, sealedCommit);
    });
    change();
    // With what was written before.
    this.mustFold = true;
    this.syncLog(this.log);
    this.mustFold = false;
  }

  /** Deletes a segment without readers and returns its space, in steps. */
  *delete(segmentId: number): Generator<void> {
    const parts = this.database
      .prepare("SELECT rowid FROM segment_part WHERE segment_id = ?")
      .pluck()
      .all(segmentId) as number[];
    const deletePart = this.database.prepare("DELETE FROM segment_part WHERE rowid = ?");
    const deleteParts = this.database.transaction((some: number[]) => {
      for (const rowid of some) deletePart.run(rowid);
    });
    for (let at = 0; at < parts.length; at += partsPerSlice) {
      deleteParts(parts.slice(at, at + partsPerSlice));
      yield;
    }
    this.database.prepare("DELETE FROM segment WHERE segment_id = ?").run(segmentId);
    const pagesPerStep = pagesOf(this.database, freedBytesPerStep);
    while (Number(this.database.pragma("freelist_count", { simple: true })) > 0) {
      this.database.pragma(`incremental_vacuum(${pagesPerStep})`);
      yield;
    }
  }

  directory(segmentId: number): { directory: SegmentDirectory; source: PartSource } {
    const directory = findDirectory(this.partReader, segmentId);
    if (!directory) throw new FormatError(`There is no segment ${segmentId}.`);
    return { directory, source: this.parts(segmentId) };
  }

  /** Those that are written so far. */
  parts(segmentId: number): PartSource {
    return fileParts(this.partReader, segmentId);
  }

  fold(): boolean {
    const isFolded = foldLog(this.database);
    if (isFolded) this.mustFold = false;
    return isFolded;
  }

  close(): void {
    try {
      this.fold();
    } finally {
      closeSync(this.log);
      this.database.close();
    }
  }

  private readSetAside(): SetAsideSegment[] {
    if (!this.hasSetAside()) return [];
    return this.database
      .prepare("SELECT segment_id AS segmentId, reason FROM set_aside ORDER BY segment_id")
      .all() as SetAsideSegment[];
  }

  /**
   * A separate table, made when it is needed: earlier versions do not know it, so they show these segments and leave
   * them alone.
   */
  private writeSetAside(segments: readonly SetAsideSegment[]): void {
    if (segments.length === 0 && !this.hasSetAside()) return;
    this.database.exec("CREATE TABLE IF NOT EXISTS set_aside (segment_id INTEGER PRIMARY KEY, reason TEXT NOT NULL)");
    this.database.prepare("DELETE FROM set_aside").run();
    const insert = this.database.prepare("INSERT INTO set_aside VALUES (?, ?)");
    for (const { segmentId, reason } of segments) insert.run(segmentId, reason);
  }

  private hasSetAside(): boolean {
    return this.database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'set_aside'").get() !== undefined;
  }

  /** The list of repeats as it is stored, for callers who keep unreadable bytes. */
  packedRepeats(): Uint8Array | undefined {
    return this.repeatsRow()?.data;
  }

  /** Repeats are few among the occurrences: events are useful without them. */
  private readRepeats(): Pick<DayContents, "repeats" | "repeatsDamage"> {
    const row = this.repeatsRow();
    if (!row) return { repeats: [] };
    try {
      return { repeats: unpacked(row) };
    } catch (error) {
      if (faultOf(error) !== "content") throw error;
      return { repeats: [], repeatsDamage: String(error) };
    }
  }

  private repeatsRow(): RepeatsRow | undefined {
    return this.database.prepare("SELECT data, checksum FROM repeats").get() as RepeatsRow | undefined;
  }

  private writeRepeats({ ids, times, commits, fired }: RepeatColumns): void {
    this.database.prepare("DELETE FROM repeats").run();
    if (ids.length === 0) return;
    const packed = packRepeats({ columns: [[...ids], [...times], [...commits]], fired });
    const data = Bun.zstdCompressSync(packed as Uint8Array<ArrayBuffer>);
    this.database.prepare("INSERT INTO repeats VALUES (?, ?)").run(data, Bun.hash.crc32(data));
  }
}

interface RepeatsRow {
  data: Uint8Array<ArrayBuffer>;
  checksum: number;
}

function unpacked({ data, checksum }: RepeatsRow): DayContents["repeats"] {
  if (Bun.hash.crc32(data) !== checksum) throw new FormatError("The checksum of the repeats is wrong.");
  const { columns, fired } = unpackRepeats(new Uint8Array(Bun.zstdDecompressSync(data)), 3);
  const [ids, times, commits] = columns;
  return ids!.map((id, i) => ({ id, time: times![i]!, commit: commits![i]!, fired: fired?.[i] ?? "" }));
}

const dayFileName = /^(\d{4}-\d{2}-\d{2})\.sqlite$/;

export function dayPath(folder: string, day: string): string {
  return join(folder, `${day}.sqlite`);
}

/** The day of a file name, undefined for other files. */
export function dayOfFile(name: string): string | undefined {
  return dayFileName.exec(name)?.[1];
}

/** "vigd" */
const applicationId = 0x76696764;
const building = 0;
const shown = 1;
const replaced = 2;
const freedBytesPerStep = 1024 * 1024;
/** Steps of a few pages each. */
const partsPerSlice = 16;

const schema = `
  CREATE TABLE day (one INTEGER PRIMARY KEY CHECK (one = 1), sealed_batch INTEGER NOT NULL);
  CREATE TABLE segment (
    segment_id INTEGER PRIMARY KEY, state INTEGER NOT NULL, rows INTEGER, min_id INTEGER, max_id INTEGER,
    min_time INTEGER, max_time INTEGER, occurrences INTEGER
  );
  CREATE TABLE repeats (data BLOB NOT NULL, checksum INTEGER NOT NULL);
  ${partSchema}
`;
