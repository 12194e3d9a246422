import { statSync } from "node:fs";
import type Database from "better-sqlite3";
import SqliteDatabase from "better-sqlite3";
import { decodeSegment } from "../encoding/segment-bytes.ts";
import { FormatError, type PartSource, type SegmentDirectory } from "../encoding/segment-format.ts";
import { DamagedSegmentError, isDamage, SegmentGoneError } from "../errors.ts";
import { dayPath } from "../files/day-file.ts";
import { fileParts, findDirectory, prepareReadPart } from "../files/segment-parts.ts";
import { readerConnectionsMax, readerIdleMs } from "../limits.ts";
import type { Segment, SegmentMemory } from "../segment.ts";
import type { FileSegment, MemorySegment, SegmentHandle } from "../snapshot.ts";
import { memoryOf } from "./decoded-cache.ts";
import { LruCache } from "./lru-cache.ts";
import { StoredSegment } from "./stored-segment.ts";

export interface SegmentReader {
  /**
   * Opens a segment of a snapshot, in any thread, while the snapshot's lease lasts. This and every use of the segment
   * can throw DamagedSegmentError; tell the store by `setAside`.
   */
  open(handle: SegmentHandle, eventsFolder: string): Segment;
  /**
   * What is remembered of a segment, without opening it; undefined where nothing is. The same as that of the open
   * segment.
   */
  memory(handle: SegmentHandle, eventsFolder: string): SegmentMemory | undefined;
  /** Lets go of about half of what is kept, when memory runs short. */
  shed(): void;
  close(): void;
}

export interface ReaderOptions {
  /** Bounds the decoded columns that are kept from one query to the next. */
  cacheBytes: number;
  /** Told of every part that is read from a file. */
  onRead?: (bytes: number) => void;
}

/** One for each thread that reads. */
export function createSegmentReader({ cacheBytes, onRead }: ReaderOptions): SegmentReader {
  const cache = new LruCache(cacheBytes);
  const connections = new Connections();
  return {
    open: (handle, eventsFolder) =>
      handle.place === "memory" ? openMemory(handle) : openFile(handle, eventsFolder, connections, cache, onRead),
    memory: (handle, eventsFolder) =>
      handle.place === "memory"
        ? undefined
        : memoryOf(cache.of(cacheName(handle, eventsFolder)), handle.repeats === undefined),
    shed: () => cache.shed(),
    close: () => {
      connections.close();
      cache.clear();
    },
  };
}

/** The bytes are there already, so nothing of it is cached. */
function openMemory(handle: MemorySegment): Segment {
  const { directory, source } = decodeSegment(handle.bytes, false);
  return new StoredSegment(directory, source, undefined, handle, handle.repeats);
}

function openFile(
  handle: FileSegment,
  eventsFolder: string,
  connections: Connections,
  cache: LruCache,
  onRead: ReaderOptions["onRead"],
): Segment {
  const { day, segmentId } = handle;
  const path = dayPath(eventsFolder, day);
  const pieces = cache.of(cacheName(handle, eventsFolder));
  const guarded = <T>(action: () => T): T => {
    try {
      return action();
    } catch (error) {
      if (!(error instanceof FormatError || isDamage(error))) throw error;
      throw new DamagedSegmentError(path, day, String(error), { cause: error });
    }
  };
  const directory = guarded(() =>
    pieces.piece(
      "directory",
      () => readDirectory(connections, path, segmentId),
      () => directoryBytes,
    ),
  );
  const counted = (part: ReturnType<PartSource["part"]>) => {
    onRead?.(part.byteLength);
    return part;
  };
  let isInPlace = false;
  const parts = () => {
    const { readPart } = connections.get(path, isInPlace);
    isInPlace = true;
    return fileParts(readPart, segmentId);
  };
  const source: PartSource = {
    part: (index) => counted(guarded(() => parts().part(index))),
    slice: (index, slice) => counted(guarded(() => parts().slice!(index, slice))),
  };
  return new StoredSegment(directory, source, pieces, handle, handle.repeats);
}

function cacheName({ day, segmentId }: FileSegment, eventsFolder: string): string {
  return `${eventsFolder} ${day} ${segmentId}`;
}

const directoryBytes = 16 * 1024;

function readDirectory(connections: Connections, path: string, segmentId: number): SegmentDirectory {
  const directory = findDirectory(connections.get(path).readPart, segmentId);
  if (directory) return directory;
  throw new SegmentGoneError(`Segment ${segmentId} is gone from "${path}": the lease of its snapshot has ended.`);
}

interface Connection {
  database: Database.Database;
  readPart: Database.Statement;
  inode: number;
}

/** Read-only connections, a few, closed when not used for a while so that removed files give their space back. */
class Connections {
  private readonly open = new Map<string, Connection>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private usedMs = 0;

  /** `isInPlace`: its name was looked up a moment ago; to ask for each part again costs as much as a small part. */
  get(path: string, isInPlace = false): Connection {
    this.usedMs = performance.now();
    const known = this.open.get(path);
    if (known && isInPlace) return known;
    const status = statSync(path, { throwIfNoEntry: false });
    if (known && known.inode === status?.ino) return known;
    if (known) this.drop(path, known);
    if (!status?.isFile())
      throw new FormatError(status ? "Something else has the name of the file." : "The file is gone.");
    return this.connect(path, status.ino);
  }

  close(): void {
    for (const [path, connection] of this.open) this.drop(path, connection);
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private connect(path: string, inode: number): Connection {
    for (const [oldest, connection] of this.open) {
      if (this.open.size < readerConnectionsMax) break;
      this.drop(oldest, connection);
    }
    const database = new SqliteDatabase(path, { readonly: true });
    try {
      database.pragma("cache_size = -512");
      const connection = { database, readPart: prepareReadPart(database), inode };
      this.open.set(path, connection);
      this.closeWhenIdle();
      return connection;
    } catch (error) {
      database.close();
      // A file cut to nothing is a sound database without tables.
      throw String(error).includes("no such table") ? new FormatError("The file is empty.", { cause: error }) : error;
    }
  }

  private drop(path: string, { database }: Connection): void {
    this.open.delete(path);
    database.close();
  }

  private closeWhenIdle(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (performance.now() - this.usedMs >= readerIdleMs) this.close();
      else this.closeWhenIdle();
    }, readerIdleMs);
    this.timer.unref();
  }
}
