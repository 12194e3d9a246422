import type Database from "better-sqlite3";
import { freeArrays } from "../../runtime/free-arrays.ts";
import { newMemory } from "../columns/row-memory.ts";
import { joinPlanes, splitPlanes } from "../format/byte-planes.ts";
import {
  FormatError,
  type PartSink,
  type PartSource,
  parseDirectory,
  type SegmentDirectory,
} from "../format/segment-format.ts";
import { partsWaitingBytes, sliceRows as rowsOfSlice } from "../limits.ts";
import type { TakeBytes } from "../segment.ts";
import { compressPart, WordCompressor } from "./compress-part.ts";
import { unpackBytes, unpackTo } from "./unpack-bytes.ts";

/** The parts of a segment as rows of a day file; shared by the writer and by readers in other threads. */
export const partSchema = `
  CREATE TABLE segment_part (
    segment_id INTEGER NOT NULL, part INTEGER NOT NULL, size INTEGER NOT NULL, planes INTEGER NOT NULL,
    compressed INTEGER NOT NULL, checksum INTEGER NOT NULL, data BLOB NOT NULL
  );
  CREATE UNIQUE INDEX segment_part_number ON segment_part (segment_id, part);
`;

/** The directory is kept as a part of this number. */
const directoryPart = -1;

/** Slices of a part after the first have its number and so much more for each. */
export const slicePart = 2 ** 24;
/** Meaning of `compressed`: a sum of these. */
const isCompressed = 1;
const inSlices = 2;

/** A row of `segment_part` without its place. */
export interface PartRow {
  size: number;
  planes: 1 | 2 | 4;
  compressed: number;
  checksum: number;
  data: Uint8Array<ArrayBuffer>;
}

/** The columns of a row of `segment_part`. */
type WaitingPart = [
  segmentId: number,
  part: number,
  size: number,
  planes: number,
  compressed: number,
  checksum: number,
  data: Uint8Array,
];

/**
 * Writes some parts at a time, so that a large segment never stands in memory, and pages that several small parts share
 * are written once.
 */
export class FileSink implements PartSink {
  readonly inMemory = false;
  /** Before compression. */
  addedBytes = 0;
  private next = 0;
  private waiting: WaitingPart[] = [];
  private waitingBytes = 0;
  private readonly write: (rows: readonly WaitingPart[]) => void;

  constructor(
    database: Database.Database,
    private readonly segmentId: number,
    readonly sliceRows = rowsOfSlice,
  ) {
    const insert = database.prepare("INSERT INTO segment_part VALUES (?, ?, ?, ?, ?, ?, ?)");
    this.write = database.transaction((rows: readonly WaitingPart[]) => {
      for (const row of rows) insert.run(...row);
    });
  }

  add(bytes: Uint8Array, planes: 1 | 2 | 4 = 1, rowBytes = 0, ends?: readonly number[]): number {
    this.addedBytes += bytes.length;
    const words = rowBytes > 0 ? new WordCompressor() : undefined;
    const cuts = ends ?? evenEnds(bytes.length, rowBytes, this.sliceRows);
    if (cuts.length < 2) this.pack(this.next, bytes, planes, { words });
    else
      for (let slice = 0, from = 0; slice < cuts.length; slice++) {
        const to = cuts[slice]! * rowBytes;
        this.pack(this.next + slice * slicePart, bytes.subarray(from, to), planes, { words, isSlice: true });
        from = to;
      }
    return this.next++;
  }

  addDirectory(directory: SegmentDirectory): void {
    this.pack(directoryPart, new TextEncoder().encode(JSON.stringify(directory)), 1);
    this.flush();
  }

  private pack(
    part: number,
    bytes: Uint8Array,
    planes: 1 | 2 | 4,
    { words, isSlice = false }: { words?: WordCompressor | undefined; isSlice?: boolean } = {},
  ): void {
    const split = splitPlanes(bytes, planes) as Uint8Array<ArrayBuffer>;
    const packed = words ? words.compress(split) : compressPart(split);
    if (split !== bytes) freeArrays([split]);
    const smaller = packed.length < bytes.length;
    // The caller may use its bytes again.
    const data = smaller ? packed : bytes.slice();
    const kind = (smaller ? isCompressed : 0) + (isSlice ? inSlices : 0);
    this.waiting.push([this.segmentId, part, bytes.length, smaller ? planes : 1, kind, Bun.hash.crc32(data), data]);
    this.waitingBytes += data.length;
    if (this.waitingBytes >= partsWaitingBytes) this.flush();
  }

  /** Also writes the parts that still wait; afterwards all parts can be read. */
  flush(): void {
    this.write(this.waiting);
    freeArrays(this.waiting.map((row) => row[6]));
    this.waiting = [];
    this.waitingBytes = 0;
  }
}

/** Where slices of so many rows end, in rows; none for what is not cut. */
function evenEnds(length: number, rowBytes: number, sliceRows: number): number[] {
  if (rowBytes === 0) return [];
  const rows = length / rowBytes;
  return Array.from({ length: Math.ceil(rows / sliceRows) }, (_, slice) => Math.min(rows, (slice + 1) * sliceRows));
}

/** Reads rows of parts from a file. */
export interface PartReader {
  get(segmentId: number, part: number): PartRow | undefined;
  /**
   * A transaction saves SQLite from locking, and looking for changes, at each row: some fifty rows take a third of the
   * time.
   */
  together<T>(read: () => T): T;
}

export function preparePartReader(database: Database.Database): PartReader {
  const statement = database.prepare<[number, number], PartRow>(
    "SELECT size, planes, compressed, checksum, data FROM segment_part WHERE segment_id = ? AND part = ?",
  );
  return {
    get: (segmentId, part) => statement.get(segmentId, part),
    together: (read) => (database.inTransaction ? read() : database.transaction(read)()),
  };
}

/** Undefined when there is no such segment. Throws FormatError when its bytes are not what was written. */
export function findDirectory(reader: PartReader, segmentId: number): SegmentDirectory | undefined {
  const row = reader.get(segmentId, directoryPart);
  return row && parseDirectory(unpack(sized(row, directoryPart), directoryPart));
}

/** Of a segment in a file. */
export interface FileParts extends Required<Omit<PartSource, "sliceRows">> {
  /** `parts` step by step, each part as it comes: whoever reads many may want to stop in between. */
  partsInTurn(first: number, count: number): Generator<Uint8Array, Uint8Array>;
}

export function fileParts(reader: PartReader, segmentId: number): FileParts {
  const read = (index: number) => {
    const row = reader.get(segmentId, index);
    if (!row) throw new FormatError(`Segment ${segmentId} lacks its part ${index}.`);
    return sized(row, index);
  };
  const partsInTurn = (first: number, count: number) => {
    const rows = reader.together(() => Array.from({ length: count }, (_, i) => read(first + i)));
    return unpackInTurn(rows, (i) => first + i);
  };
  return {
    part(index, take) {
      const first = read(index);
      if (first.compressed < inSlices) return unpack(first, index, take);
      const further = reader.together(() => furtherSlices(reader, segmentId, index));
      return lastOf(unpackInTurn([first, ...further], () => index, take));
    },
    partsInTurn,
    parts: (first, count) => lastOf(partsInTurn(first, count)),
    slice: (index, slice, take) => unpack(read(index + slice * slicePart), index, take),
  };
}

function furtherSlices(reader: PartReader, segmentId: number, index: number): PartRow[] {
  const slices: PartRow[] = [];
  for (let slice = 1; ; slice++) {
    const next = reader.get(segmentId, index + slice * slicePart);
    if (!next) return slices;
    slices.push(sized(next, index));
  }
}

/** No checksum covers the size, and memory is taken for it. */
function sized(row: PartRow, index: number): PartRow {
  const { compressed, data, size } = row;
  const isPacked = (compressed & isCompressed) !== 0;
  if (isPacked ? size < data.length || size > partMost : size !== data.length)
    throw new FormatError(`Part ${index} cannot have ${size} bytes.`);
  return row;
}

const partMost = 2 ** 28;

/** Each goes straight into its place: together they are the largest arrays that a question makes. */
function* unpackInTurn(
  rows: readonly PartRow[],
  indexOf: (at: number) => number,
  take: TakeBytes = newMemory.take,
): Generator<Uint8Array, Uint8Array> {
  const bytes = take(rows.reduce((sum, { size }) => sum + size, 0));
  let used = 0;
  for (const [at, row] of rows.entries()) {
    const part = bytes.subarray(used, used + row.size);
    unpackInto(row, indexOf(at), part);
    yield part;
    used += row.size;
  }
  return bytes;
}

function lastOf(parts: Generator<Uint8Array, Uint8Array>): Uint8Array {
  for (let step = parts.next(); ; step = parts.next()) if (step.done) return step.value;
}

function unpack(row: PartRow, index: number, take: TakeBytes = newMemory.take): Uint8Array {
  if ((row.compressed & isCompressed) === 0 && row.data.byteOffset % 8 === 0) return checked(row, index);
  const bytes = take(row.size);
  unpackInto(row, index, bytes);
  return bytes;
}

function unpackInto(row: PartRow, index: number, target: Uint8Array): void {
  const data = checked(row, index);
  const isPacked = (row.compressed & isCompressed) !== 0;
  if (isPacked && row.planes === 1) unpackTo(data, target);
  else {
    const planes = isPacked ? unpackBytes(data, row.size) : data;
    joinPlanes(planes, row.planes, target);
    freeArrays([planes]);
  }
  freeArrays([data]);
}

function checked({ checksum, data }: PartRow, index: number): PartRow["data"] {
  if (Bun.hash.crc32(data) !== checksum) throw new FormatError(`The checksum of part ${index} is wrong.`);
  return data;
}
