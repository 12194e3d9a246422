import { join } from "node:path";
import { DamagedSegmentError, faultOf } from "../errors.ts";
import { dayPath } from "../files/day-file.ts";
import { fileParts, findDirectory } from "../files/segment-parts.ts";
import { partsOf, readHeader, readLayout, type SegmentLayout } from "../format/segment-bytes.ts";
import { FormatError, type PartSource, type SegmentDirectory } from "../format/segment-format.ts";
import { cachedTailRowsMin } from "../limits.ts";
import type { Segment, SegmentCache } from "../segment.ts";
import type { FileSegment, MemorySegment, SegmentHandle, SegmentRef } from "../snapshot.ts";
import { type DecodedCache, noCache, segmentCacheOf } from "./decoded-cache.ts";
import { parsingEffort } from "./decoded-sizes.ts";
import { PieceCache } from "./piece-cache.ts";
import { ReaderConnections } from "./reader-connections.ts";
import { RowBuffers } from "./row-buffers.ts";
import { StoredSegment } from "./stored-segment.ts";

export interface SegmentReader {
  /**
   * Opens a segment of a snapshot, in any thread, while the snapshot's lease lasts; each call gives a view of its own.
   * This and every use of the segment can throw DamagedSegmentError; report it with `setAside`. `examine` explains any
   * other error that a wrongly written segment causes.
   */
  open(handle: SegmentHandle, eventsFolder: string): Segment;
  /**
   * Has `read` read a segment of which nothing is kept. Throws DamagedSegmentError also for what `read` makes of its
   * bytes: it blames the segment for all but the system's failures.
   */
  examine(handle: SegmentHandle, eventsFolder: string, read: (segment: StoredSegment) => void): void;
  /** What is cached for a segment, without opening it; undefined where nothing is. The open segment has the same. */
  cache(handle: SegmentHandle, eventsFolder: string): SegmentCache | undefined;
  /** Lets go of about half of what is kept, when memory runs short. */
  shed(): void;
  close(): void;
}

export interface ReaderOptions {
  /** Bounds the decoded columns that are kept from one query to the next. */
  cacheBytes: number;
  /** Told of every part that is read from a file. */
  onRead?: (bytes: number) => void;
  /** Reads of one turn share a transaction; only for threads that write no files: they would wait for themselves. */
  sharesReads?: boolean;
}

/** Memory for rows of large segments that waits to be used again, as a share of what is cached. */
const buffersShare = 1 / 2;

/** One for each thread that reads. */
export function createSegmentReader({ cacheBytes, onRead, sharesReads = false }: ReaderOptions): SegmentReader {
  const rowBuffers = new RowBuffers(cacheBytes * buffersShare);
  const cache = new PieceCache(cacheBytes, rowBuffers);
  const connections = new ReaderConnections(sharesReads);
  // A question asks several times for each of a hundred small segments.
  const piecesCache = new WeakMap<SegmentHandle, DecodedCache>();
  const piecesOf = (handle: SegmentHandle, eventsFolder: string): DecodedCache => {
    let pieces = piecesCache.get(handle);
    if (!pieces) {
      pieces = cache.of(cacheName(handle, eventsFolder));
      piecesCache.set(handle, pieces);
    }
    return pieces;
  };
  const isCached = (handle: SegmentHandle) => handle.place === "file" || handle.rows >= cachedTailRowsMin;
  return {
    open: (handle, eventsFolder) => {
      const pieces = isCached(handle) ? piecesOf(handle, eventsFolder) : noCache;
      return handle.place === "memory"
        ? openMemory(handle, eventsFolder, pieces)
        : openFile(handle, eventsFolder, connections, pieces, onRead);
    },
    examine(handle, eventsFolder, read) {
      guarded(placeOf(handle, eventsFolder), () => {
        const segment =
          handle.place === "memory"
            ? openMemory(handle, eventsFolder, noCache)
            : openFile(handle, eventsFolder, connections, noCache);
        read(segment);
      });
    },
    cache: (handle, eventsFolder) =>
      isCached(handle) ? segmentCacheOf(piecesOf(handle, eventsFolder), handle.repeats === undefined) : undefined,
    shed: () => {
      rowBuffers.clear();
      cache.shed();
    },
    close: () => {
      connections.close();
      cache.clear();
      rowBuffers.clear();
    },
  };
}

/**
 * The bytes are there already, so no column of it is cached; of larger ones what was found in them is, and their
 * directory, which takes longer to read than most of its columns. Nothing that is cached holds on to the bytes.
 */
function openMemory(handle: MemorySegment, eventsFolder: string, pieces: DecodedCache): StoredSegment {
  return guarded(placeOf(handle, eventsFolder), () => {
    const { bytes, repeats } = handle;
    const layout = layoutOf(bytes, pieces);
    return new StoredSegment(layout.directory, partsOf(bytes, layout), findingsOf(pieces), handle, repeats);
  });
}

function layoutOf(bytes: SharedArrayBuffer, pieces: DecodedCache): SegmentLayout {
  const { checksum, directoryBytes } = readHeader(bytes);
  const load = () => readLayout(bytes, false);
  return pieces.piece(`layout ${checksum}`, load, () => parsedFactor * directoryBytes);
}

/** Memory that a directory takes as objects, roughly, for each byte of its text. */
const parsedFactor = 4;

/** Keeps what is computed, and no columns. */
function findingsOf(pieces: DecodedCache): DecodedCache {
  if (pieces === noCache) return noCache;
  const { recall, keep } = pieces;
  return { piece: (_key, load) => load(), recall, keep };
}

function openFile(
  handle: FileSegment,
  eventsFolder: string,
  connections: ReaderConnections,
  pieces: DecodedCache,
  onRead?: ReaderOptions["onRead"],
): StoredSegment {
  const { segmentId } = handle;
  const place = placeOf(handle, eventsFolder);
  const counted = (part: ReturnType<PartSource["part"]>) => {
    onRead?.(part.byteLength);
    return part;
  };
  let isInPlace = false;
  const parts = () => {
    const partsOfFile = connections.get(place.path, isInPlace);
    isInPlace = true;
    return fileParts(partsOfFile, segmentId);
  };
  // Who hears of a part may stop the reading, which says nothing about the file.
  const source = (sliceRows: number | undefined): PartSource => ({
    sliceRows,
    part: (index, take) => counted(guarded(place, () => parts().part(index, take))),
    parts(first, count) {
      const inTurn = guarded(place, () => parts().partsInTurn(first, count));
      for (;;) {
        const { done, value } = guarded(place, () => inTurn.next());
        if (done) return value;
        counted(value);
      }
    },
    slice: (index, slice, take) => counted(guarded(place, () => parts().slice(index, slice, take))),
  });
  return guarded(place, () => {
    const readDirectory = () => directoryOf(connections, place.path, segmentId);
    const directory = pieces.piece("directory", readDirectory, () => directoryBytes, parsingEffort);
    compare(handle, directory);
    return new StoredSegment(directory, source(directory.slices?.rows), pieces, handle, handle.repeats);
  });
}

/** Location of a segment, for reporting damage. */
interface Place {
  path: string;
  day: string;
  segment: SegmentRef;
}

function placeOf(handle: SegmentHandle, eventsFolder: string): Place {
  if (handle.place === "memory") {
    const { place, minId, maxId } = handle;
    return { path: join(eventsFolder, "intake.sqlite"), day: "", segment: { place, minId, maxId } };
  }
  const { place, day, segmentId } = handle;
  return { path: dayPath(eventsFolder, day), day, segment: { place, day, segmentId } };
}

function guarded<T>({ path, day, segment }: Place, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof DamagedSegmentError) throw error;
    const fault = faultOf(error);
    if (fault !== "file" && fault !== "content") throw error;
    const isWhole = fault === "file" && segment.place === "file";
    throw new DamagedSegmentError(path, { day, reason: String(error), ...(!isWhole && { segment }) }, { cause: error });
  }
}

function cacheName(handle: SegmentHandle, eventsFolder: string): string {
  return handle.place === "file" ? `${eventsFolder} ${handle.day} ${handle.segmentId}` : tailName(handle, eventsFolder);
}

/**
 * A segment of the tail never changes; one with other events, or with repeats taken in, says something else of itself.
 */
function tailName(handle: MemorySegment, eventsFolder: string): string {
  const { minId, maxId, rows, occurrences, minTime, maxTime, bytes } = handle;
  return [eventsFolder, "tail", minId, maxId, rows, occurrences, minTime, maxTime, bytes.byteLength].join(" ");
}

const directoryBytes = 16 * 1024;

function directoryOf(connections: ReaderConnections, path: string, segmentId: number): SegmentDirectory {
  const directory = findDirectory(connections.get(path), segmentId);
  if (directory) return directory;
  throw new FormatError("It is gone: the lease of its snapshot has ended, or its row was lost.");
}

/** No checksum covers what the file says about the segment. Pending repeats only widen the time range. */
function compare(handle: FileSegment, directory: SegmentDirectory): void {
  const isSame = handle.rows === directory.rows && handle.minId === directory.minId && handle.maxId === directory.maxId;
  if (!isSame || handle.minTime > directory.minTime || handle.maxTime < directory.maxTime)
    throw new FormatError("The file says something else of the segment than its directory.");
}
