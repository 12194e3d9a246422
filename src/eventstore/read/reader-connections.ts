import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { DamagedFileError } from "../errors.ts";
import { type PartReader, type PartRow, preparePartReader, slicePart } from "../files/segment-parts.ts";
import { readerConnectionsMax, readerIdleMs, sharedReadMs } from "../limits.ts";

/** Read-only connections, a few, closed when not used for a while so that removed files give their space back. */
export class ReaderConnections {
  readonly #open = new Map<string, Connection>();
  /** Those with a transaction, which ends with this turn of the event loop. */
  readonly #begun: Connection[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #usedMs = 0;
  readonly #sharesReads: boolean;

  /** See ReaderOptions. */
  constructor(sharesReads: boolean) {
    this.#sharesReads = sharesReads;
  }

  /**
   * `isInPlace`: its name was looked up a moment ago; looking again for each part costs as much as reading a small
   * part.
   */
  get(path: string, isInPlace = false): PartReader {
    this.#usedMs = performance.now();
    const known = this.#open.get(path);
    if (known && isInPlace) return known;
    const status = statSync(path, { throwIfNoEntry: false });
    if (known && known.inode === status?.ino) return known;
    if (known) this.#drop(path, known);
    if (!status?.isFile())
      throw new DamagedFileError(status ? "Something else has the name of the file." : "The file is gone.");
    return this.#connect(path, status.ino);
  }

  close(): void {
    for (const [path, connection] of this.#open) this.#drop(path, connection);
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #connect(path: string, inode: number): Connection {
    for (const [oldest, connection] of this.#open) {
      if (this.#open.size < readerConnectionsMax) break;
      this.#drop(oldest, connection);
    }
    const database = new Database(path, { readonly: true });
    try {
      database.pragma("cache_size = -512");
      const onBegun = this.#sharesReads ? (begun: Connection) => this.#endSoon(begun) : undefined;
      const connection = new Connection(database, inode, onBegun);
      this.#open.set(path, connection);
      this.#closeWhenIdle();
      return connection;
    } catch (error) {
      database.close();
      // A file cut to nothing is a sound database without tables.
      throw String(error).includes("no such table")
        ? new DamagedFileError("The file is empty.", { cause: error })
        : error;
    }
  }

  #endSoon(begun: Connection): void {
    if (this.#begun.length === 0)
      queueMicrotask(() => {
        for (const connection of this.#begun.splice(0)) connection.endShared();
      });
    this.#begun.push(begun);
  }

  #drop(path: string, connection: Connection): void {
    this.#open.delete(path);
    connection.close();
  }

  #closeWhenIdle(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (performance.now() - this.#usedMs >= readerIdleMs) this.close();
      else this.#closeWhenIdle();
    }, readerIdleMs);
    this.#timer.unref();
  }
}

/**
 * With `onBegun`, reads of one turn of the event loop share a transaction for some milliseconds: an event is assembled
 * from some hundred small parts, and SQLite would lock the file and look for changes at each of them.
 */
class Connection implements PartReader {
  readonly #database: Database.Database;
  readonly #parts: PartReader;
  readonly #begin: Database.Statement;
  /** Nothing was written that could be lost; and a COMMIT fails over a damaged page. */
  readonly #end: Database.Statement;
  readonly #onBegun: ((connection: Connection) => void) | undefined;
  #beganMs = 0;

  constructor(
    database: Database.Database,
    readonly inode: number,
    onBegun: ((connection: Connection) => void) | undefined,
  ) {
    this.#database = database;
    this.#parts = preparePartReader(database);
    this.#begin = database.prepare("BEGIN");
    this.#end = database.prepare("ROLLBACK");
    this.#onBegun = onBegun;
  }

  get(segmentId: number, part: number): PartRow | undefined {
    if (this.#onBegun === undefined) return this.#parts.get(segmentId, part);
    this.#share(this.#onBegun);
    const row = this.#parts.get(segmentId, part);
    if (row !== undefined || part >= slicePart) return row;
    // A question that preempts another one may ask for a segment that was written since the transaction began.
    this.endShared();
    this.#share(this.#onBegun);
    return this.#parts.get(segmentId, part);
  }

  together<T>(read: () => T): T {
    return this.#onBegun === undefined ? this.#parts.together(read) : read();
  }

  endShared(): void {
    if (this.#database.open && this.#database.inTransaction) this.#end.run();
  }

  close(): void {
    this.endShared();
    this.#database.close();
  }

  #share(onBegun: (connection: Connection) => void): void {
    const nowMs = performance.now();
    if (this.#database.inTransaction) {
      if (nowMs - this.#beganMs < sharedReadMs) return;
      this.#end.run();
    } else onBegun(this);
    this.#begin.run();
    this.#beganMs = nowMs;
  }
}
