import { statSync } from "node:fs";
import type Database from "better-sqlite3";
import type { BuiltEvents } from "../build/event-draft.ts";
import { DamagedFileError, DiskFullError } from "../errors.ts";
import type { Repeat } from "../event/event.ts";
import { type ArrivalMinute, type Commit, type LossCause, type LossCounts, lossCauses } from "../event-store.ts";
import { packForLog } from "../format/segment-bytes.ts";
import {
  arrivalDays,
  intakeCheckpointBytes,
  intakeCompressionLevel,
  intakePageBytes,
  intakeWalBytes,
  retryKeyMs,
  streamsMax,
} from "../limits.ts";
import type { IdRange } from "../snapshot.ts";
import { DayManifest } from "./day-manifest.ts";
import { LogSync, openSyncedFile, type SyncedFile } from "./log-sync.ts";
import { LossLedger } from "./loss-ledger.ts";
import { foldLog, openDatabase } from "./open-database.ts";
import { packRepeats, unpackRepeats } from "./repeat-codec.ts";
import { salvageIntake } from "./salvage-intake.ts";

/** State that must survive with the events, as last written: `sync` knows whether it is on disk. */
export interface Ledger {
  nextId: number;
  /** Number of the last commit. Never used twice: day files remember up to which one they are complete. */
  commit: number;
  received: number;
  stored: number;
  loss: LossCounts;
}

export interface LoggedCommit {
  number: number;
  /** Authoritative, whatever ids the segment names. */
  firstId: number;
  events: number;
  /** An encoded segment, compressed; undefined when the commit brought no new events. */
  data: Uint8Array | null;
  repeats: Uint8Array | null;
  checksum: number;
}

/**
 * `intake.sqlite`: the commits that are not sealed yet, the counters, and the day manifest. A commit is one
 * transaction, written to the write-ahead log without waiting for the disk. Its frames are a chain, so a power cut
 * takes the last commits and never one from the middle.
 */
export class IntakeLog {
  readonly ledger: Ledger;
  readonly manifest: DayManifest;
  readonly losses: LossLedger;
  readonly sync: LogSync;
  private readonly database: Database.Database;
  private readonly statements: ReturnType<typeof prepareStatements>;
  private pruneAt = 0;
  /**
   * A crash left commits in the write-ahead log, possibly after a failed sync: nothing may follow until they are
   * rewritten.
   */
  private mustFold: boolean;

  constructor(
    readonly path: string,
    openFile: (path: string) => SyncedFile = openSyncedFile,
  ) {
    const logPath = `${path}-wal`;
    const hasCommits = (statSync(logPath, { throwIfNoEntry: false })?.size ?? 0) > 0;
    this.database = openDatabase(path, {
      ...{ applicationId, version, schema },
      ...{ pageBytes: intakePageBytes, checkpointBytes: intakeCheckpointBytes },
    });
    try {
      const [found] = this.database.pragma("quick_check(1)") as { quick_check: string }[];
      if (found?.quick_check !== "ok") throw new DamagedFileError(`The intake log is damaged: ${found?.quick_check}`);
      this.manifest = new DayManifest(this.database);
      this.losses = new LossLedger(this.database);
      this.statements = prepareStatements(this.database);
      this.ledger = this.readLedger();
      this.mustFold = hasCommits && !foldLog(this.database);
      // The log is synced by `sync`, and by SQLite before it copies it into the file.
      this.database.pragma("synchronous = NORMAL");
      this.database.pragma(`journal_size_limit = ${intakeWalBytes}`);
      this.sync = new LogSync(logPath, openFile(logPath));
    } catch (error) {
      this.database.close();
      throw error;
    }
  }

  /**
   * Written when it returns, and on its way to the disk; all or nothing. `built`: the commit's events. Several segments
   * have several numbers; repeats go with the last.
   */
  append(commit: Commit, built: BuiltEvents, nowMs: number): void {
    if (this.mustFold && !foldLog(this.database)) throw new DiskFullError(this.path);
    this.mustFold = false;
    requireNext(this.ledger, built);
    const ledger = advanced(this.ledger, commit, built);
    const repeats = commit.repeats.length > 0 ? compressRepeats(commit.repeats) : null;
    const keepOrigins = this.database.transaction(() => {
      this.addCommits(built, repeats);
      for (const { key, answer } of commit.keys) this.statements.setKey.run(key, answer, nowMs);
      this.writeLedger(ledger);
      this.countArrival(commit, built, nowMs);
      this.prune(nowMs);
      return this.losses.add(commit.origins ?? [], nowMs);
    })();
    keepOrigins();
    Object.assign(this.ledger, ledger);
    this.sync.wrote();
  }

  answerFor(key: string, nowMs: number): string | undefined {
    const row = this.statements.findKey.get(key) as { answer: string; at: number } | undefined;
    return row && (key.startsWith(streamKeys) || Math.abs(nowMs - row.at) < retryKeyMs) ? row.answer : undefined;
  }

  *commits(): Generator<LoggedCommit> {
    let after = -1;
    for (;;) {
      const row = this.statements.nextCommit.get(after) as LoggedCommit | undefined;
      if (!row) return;
      yield row;
      after = row.number;
    }
  }

  removeThrough(commit: number): void {
    this.statements.removeThrough.run(commit);
  }

  remove(commit: number): void {
    this.statements.remove.run(commit);
  }

  /** The commits whose events have these ids. */
  commitsOf({ minId, maxId }: IdRange): LoggedCommit[] {
    const commits = this.statements.commitsOf.all(minId, maxId) as number[];
    return commits.map((commit) => this.statements.nextCommit.get(commit - 1) as LoggedCommit);
  }

  /** Leaves the events of a commit. */
  removeRepeats({ number, data }: LoggedCommit): void {
    this.statements.removeRepeats.run(checksumOf(data, null), number);
  }

  /** Leaves the repeats of a commit. */
  removeEvents({ number, repeats }: LoggedCommit): void {
    if (repeats) this.statements.removeEvents.run(checksumOf(null, repeats), number);
    else this.remove(number);
  }

  /** Raises the next id and commit number to at least these, for a log that was lost. */
  startFrom(nextId: number, commit: number): void {
    if (nextId <= this.ledger.nextId && commit <= this.ledger.commit) return;
    this.ledger.nextId = Math.max(this.ledger.nextId, nextId);
    this.ledger.commit = Math.max(this.ledger.commit, commit);
    this.database.transaction(() => this.writeLedger(this.ledger))();
    this.sync.wrote();
  }

  /** With the counters of the log in whose place this one is. */
  goOnFrom(ledger: Ledger): void {
    Object.assign(this.ledger, ledger);
    this.database.transaction(() => {
      for (const cause of lossCauses) this.statements.setCounter.run(`loss.${cause}`, ledger.loss[cause]);
      this.writeLedger(ledger);
    })();
    this.sync.wrote();
  }

  /** By minute of arrival, `fromMs` included, `toMs` not. */
  arrivals(fromMs: number, toMs: number): ArrivalMinute[] {
    const rows = this.statements.arrivals.all(
      Math.floor(fromMs / minuteMs),
      Math.ceil(toMs / minuteMs),
    ) as ArrivalRow[];
    return rows.map(({ minute, added, duplicates, dropped, outOfTime }) => ({
      timeMs: minute * minuteMs,
      new: added,
      duplicates,
      dropped,
      outOfTime,
    }));
  }

  /** Takes over what can be read of a damaged log. Only right after this one was made. */
  salvage(damagedPath: string): void {
    salvageIntake(this.database, damagedPath);
    Object.assign(this.ledger, this.readLedger());
    this.losses.load();
    this.sync.wrote();
  }

  close(): void {
    this.sync.close();
    foldLog(this.database);
    this.database.close();
  }

  private readLedger(): Ledger {
    const rows = this.statements.counters.all() as { name: string; value: number }[];
    const values = new Map(rows.map(({ name, value }) => [name, value]));
    const loss = Object.fromEntries(lossCauses.map((cause) => [cause, values.get(`loss.${cause}`) ?? 0])) as LossCounts;
    const value = (name: string) => values.get(name) ?? 0;
    return {
      nextId: values.get("next_id") ?? 1,
      commit: value("batch"),
      received: value("received"),
      stored: value("stored"),
      loss,
    };
  }

  private writeLedger(next: Ledger): void {
    const set = this.statements.setCounter;
    set.run("next_id", next.nextId);
    set.run("batch", next.commit);
    set.run("received", next.received);
    set.run("stored", next.stored);
    for (const cause of lossCauses)
      if (next.loss[cause] !== this.ledger.loss[cause]) set.run(`loss.${cause}`, next.loss[cause]);
  }

  private addCommits({ segments }: BuiltEvents, repeats: Uint8Array | null): void {
    const add = (index: number, firstId: number, rows: number, data: Uint8Array | null, also: Uint8Array | null) =>
      this.statements.addCommit.run(this.ledger.commit + 1 + index, firstId, rows, data, also, checksumOf(data, also));
    if (segments.length === 0 && repeats) add(0, this.ledger.nextId, 0, null, repeats);
    for (const [index, { bytes, firstId, rows, packed }] of segments.entries()) {
      const data = packed ?? packForLog(bytes);
      add(index, firstId, rows, data, index === segments.length - 1 ? repeats : null);
    }
  }

  private countArrival({ losses, repeats }: Commit, { count, occurrences }: BuiltEvents, nowMs: number): void {
    const dropped = droppingCauses.reduce((sum, cause) => sum + (losses[cause] ?? 0), 0);
    const duplicates = occurrences + repeats.length - count;
    const outOfTime = losses.out_of_time ?? 0;
    if (count + duplicates + dropped + outOfTime === 0) return;
    this.statements.addArrival.run(Math.floor(nowMs / minuteMs), count, duplicates, dropped, outOfTime);
  }

  private prune(nowMs: number): void {
    if (nowMs < this.pruneAt && this.pruneAt - nowMs <= minuteMs) return;
    this.pruneAt = nowMs + minuteMs;
    this.statements.pruneKeys.run(nowMs - retryKeyMs, nowMs + retryKeyMs);
    const surplus = (this.statements.countStreams.get() as number) - streamsMax;
    if (surplus > 0) this.statements.pruneStreams.run(surplus);
    this.statements.pruneArrivals.run(Math.floor(nowMs / minuteMs) - arrivalDays * 1_440);
  }
}

/** CRC-32 over what a commit holds. */
export function checksumOf(data: Uint8Array | null, repeats: Uint8Array | null): number {
  const checksum = data ? Bun.hash.crc32(data) : 0;
  return repeats ? Bun.hash.crc32(repeats, checksum) : checksum;
}

function compressRepeats(repeats: readonly Repeat[]): Uint8Array {
  const columns = [repeats.map(({ id }) => id), repeats.map(({ time }) => time)];
  const anyFired = repeats.some(({ fired }) => fired !== undefined);
  const packed = packRepeats({ columns, fired: anyFired ? repeats.map(({ fired = "" }) => fired) : undefined });
  return Bun.zstdCompressSync(packed as Uint8Array<ArrayBuffer>, { level: intakeCompressionLevel });
}

export function decompressRepeats(compressed: Uint8Array): Repeat[] {
  const packed = new Uint8Array(Bun.zstdDecompressSync(compressed as Uint8Array<ArrayBuffer>));
  const { columns, fired } = unpackRepeats(packed, 2);
  const [ids, times] = columns;
  return ids!.map((id, i) => ({ id, time: times![i]!, ...(fired?.[i] && { fired: fired[i] }) }));
}

/** "vigi" */
const applicationId = 0x76696769;
/** 1 knew no segments with other ids than their commit's. */
const version = 2;
const minuteMs = 60_000;
/** Causes for which something received was not stored at all. */
const droppingCauses: readonly LossCause[] = [
  "rejected",
  "overload",
  "disk_full",
  "rule_dropped",
  "udp_dropped",
  "too_large",
  "over_quota",
];

interface ArrivalRow {
  minute: number;
  added: number;
  duplicates: number;
  dropped: number;
  outOfTime: number;
}

/** Twin: `ingest/commit/retry-keys.ts`. A stream is known by its position, not by what came in the last minutes. */
const streamKeys = "stream ";
const isStream = "key >= 'stream ' AND key < 'stream!'";

const schema = `
  CREATE TABLE batch (
    batch INTEGER PRIMARY KEY, first_id INTEGER NOT NULL, events INTEGER NOT NULL,
    data BLOB, repeats BLOB, checksum INTEGER NOT NULL
  );
  CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE retry_key (key TEXT PRIMARY KEY, answer TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE arrival (
    minute INTEGER PRIMARY KEY, added INTEGER NOT NULL, duplicates INTEGER NOT NULL,
    dropped INTEGER NOT NULL, out_of_time INTEGER NOT NULL
  );
`;

function prepareStatements(database: Database.Database) {
  return {
    addCommit: database.prepare("INSERT INTO batch VALUES (?, ?, ?, ?, ?, ?)"),
    nextCommit: database.prepare(
      "SELECT batch AS number, first_id AS firstId, events, data, repeats, checksum FROM batch WHERE batch > ? ORDER BY batch LIMIT 1",
    ),
    removeThrough: database.prepare("DELETE FROM batch WHERE batch <= ?"),
    remove: database.prepare("DELETE FROM batch WHERE batch = ?"),
    commitsOf: database
      .prepare("SELECT batch FROM batch WHERE first_id BETWEEN ? AND ? AND events > 0 ORDER BY batch")
      .pluck(),
    removeRepeats: database.prepare("UPDATE batch SET repeats = NULL, checksum = ? WHERE batch = ?"),
    removeEvents: database.prepare("UPDATE batch SET events = 0, data = NULL, checksum = ? WHERE batch = ?"),
    counters: database.prepare("SELECT name, value FROM counter"),
    setCounter: database.prepare("INSERT INTO counter VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value"),
    setKey: database.prepare(
      "INSERT INTO retry_key VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET answer = excluded.answer, at = excluded.at",
    ),
    findKey: database.prepare("SELECT answer, at FROM retry_key WHERE key = ?"),
    pruneKeys: database.prepare(`DELETE FROM retry_key WHERE at NOT BETWEEN ? AND ? AND NOT (${isStream})`),
    countStreams: database.prepare(`SELECT count(*) FROM retry_key WHERE ${isStream}`).pluck(),
    pruneStreams: database.prepare(
      `DELETE FROM retry_key WHERE key IN (SELECT key FROM retry_key WHERE ${isStream} ORDER BY at LIMIT ?)`,
    ),
    addArrival: database.prepare(
      `INSERT INTO arrival VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET added = added + excluded.added,
       duplicates = duplicates + excluded.duplicates, dropped = dropped + excluded.dropped,
       out_of_time = out_of_time + excluded.out_of_time`,
    ),
    arrivals: database.prepare(
      `SELECT minute, added, duplicates, dropped, out_of_time AS outOfTime FROM arrival
       WHERE minute >= ? AND minute < ? ORDER BY minute`,
    ),
    pruneArrivals: database.prepare("DELETE FROM arrival WHERE minute < ?"),
  };
}

/** Ids that were given before, or gaps between them, would be found by the next start alone. */
function requireNext({ nextId }: Ledger, { segments, count }: BuiltEvents): void {
  let id = nextId;
  for (const { firstId, rows } of segments) {
    if (firstId !== id || rows < 1)
      throw new Error(`A commit was to write ${rows} events from id ${firstId}; the next id is ${id}.`);
    id += rows;
  }
  if (id - nextId !== count) throw new Error(`A commit of ${count} events was to write ${id - nextId}.`);
}

function advanced(ledger: Ledger, commit: Commit, { segments, count, occurrences }: BuiltEvents): Ledger {
  const loss = { ...ledger.loss };
  for (const cause of lossCauses) loss[cause] += commit.losses[cause] ?? 0;
  return {
    nextId: ledger.nextId + count,
    commit: ledger.commit + Math.max(1, segments.length),
    received: ledger.received + commit.received,
    stored: ledger.stored + occurrences + commit.repeats.length,
    loss,
  };
}
