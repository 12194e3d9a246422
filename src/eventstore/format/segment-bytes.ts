import { intakeCompressionLevel } from "../limits.ts";
import {
  FormatError,
  isReadableVersion,
  type PartSink,
  type PartSource,
  parseDirectory,
  type SegmentDirectory,
  segmentFormatVersion,
} from "./segment-format.ts";

/**
 * The memory form: one buffer that can be shared between threads and read where it lies. magic, version, CRC-32 of all
 * that follows byte 16, length of the directory, directory, parts; each at a multiple of 8.
 */
const magic = 0x31474756; // "VGG1"
const headerBytes = 16;

export interface OpenedBytes {
  directory: SegmentDirectory;
  source: PartSource;
}

/** Lays a directory and its parts out in one new shared buffer. */
export function encodeSegment(directory: SegmentDirectory, parts: readonly Uint8Array[]): SharedArrayBuffer {
  const lengths = parts.map((part) => part.byteLength);
  const text = new TextEncoder().encode(JSON.stringify({ lengths, ...directory }));
  const start = headerBytes + aligned(text.length);
  const total = lengths.reduce((sum, length) => sum + aligned(length), start);
  const buffer = new SharedArrayBuffer(total);
  const bytes = new Uint8Array(buffer);
  bytes.set(text, headerBytes);
  let position = start;
  for (const part of parts) {
    bytes.set(part, position);
    position += aligned(part.byteLength);
  }
  const header = new Uint32Array(buffer, 0, 4);
  header[0] = magic;
  header[1] = segmentFormatVersion;
  header[2] = Bun.hash.crc32(bytes.subarray(headerBytes));
  header[3] = text.length;
  return buffer;
}

/** What a buffer says of its parts, without the buffer itself. */
export interface SegmentLayout {
  directory: SegmentDirectory;
  /** By part. */
  offsets: Float64Array;
  lengths: readonly number[];
}

/** Opens a buffer made by `encodeSegment`. `verify` when it comes from a disk. Throws FormatError. */
export function decodeSegment(buffer: ArrayBufferLike, verify: boolean): OpenedBytes {
  const layout = readLayout(buffer, verify);
  return { directory: layout.directory, source: partsOf(buffer, layout) };
}

/** The same in two steps: the first one takes far longer, and what it gives holds for all buffers with these bytes. */
export function readLayout(buffer: ArrayBufferLike, verify: boolean): SegmentLayout {
  if (buffer.byteLength < headerBytes || buffer.byteLength % 8 !== 0)
    throw new FormatError(`A segment cannot be ${buffer.byteLength} bytes long.`);
  const header = new Uint32Array(buffer, 0, 4);
  if (header[0] !== magic) throw new FormatError("These bytes are not a segment.");
  if (!isReadableVersion(header[1]))
    throw new FormatError(`Expected segment format ${segmentFormatVersion}, got ${header[1]}.`);
  if (verify && header[2] !== Bun.hash.crc32(new Uint8Array(buffer, headerBytes)))
    throw new FormatError("The checksum of a segment is wrong.");
  const directoryBytes = header[3]!;
  if (headerBytes + directoryBytes > buffer.byteLength) throw new FormatError("A segment ends within its directory.");
  const directory = parseDirectory(new Uint8Array(buffer, headerBytes, directoryBytes));
  const lengths = lengthsOf(directory);
  const offsets = new Float64Array(lengths.length);
  let position = headerBytes + aligned(directoryBytes);
  for (const [index, length] of lengths.entries()) {
    offsets[index] = position;
    position += aligned(length);
  }
  if (position > buffer.byteLength) throw new FormatError("A segment ends within its parts.");
  return { directory, offsets, lengths };
}

export function partsOf(buffer: ArrayBufferLike, { offsets, lengths }: SegmentLayout): PartSource {
  return {
    part(index) {
      const offset = offsets[index];
      if (offset === undefined) throw new FormatError(`A segment has no part ${index}.`);
      return new Uint8Array(buffer, offset, lengths[index]!);
    },
  };
}

/** Without reading the directory: its length, and the checksum of all that is not the header. */
export function readHeader(buffer: ArrayBufferLike): { checksum: number; directoryBytes: number } {
  const header = new Uint32Array(buffer, 0, 4);
  return { checksum: header[2]!, directoryBytes: header[3]! };
}

/**
 * Gives the events of a segment, that were numbered in the order they came, other ids, from `firstId` on, where it
 * lies. Nobody else may know it yet. The numbers must not be longer than those before.
 */
export function renumberSegment(buffer: SharedArrayBuffer, firstId: number): void {
  const header = new Uint32Array(buffer, 0, 4);
  const bytes = new Uint8Array(buffer, headerBytes);
  const text = bytes.subarray(0, header[3]!);
  const directory = parseDirectory(text);
  const difference = firstId - directory.minId;
  const { start } = directory.ids;
  directory.minId += difference;
  directory.maxId += difference;
  directory.ids.start = start + difference;
  const moved = Buffer.from(JSON.stringify(directory));
  if (moved.length > text.length)
    throw new Error(`A directory of ${text.length} bytes cannot become one of ${moved.length}.`);
  text.fill(0x20);
  text.set(moved);
  header[2] = Bun.hash.crc32(bytes);
}

/** As the intake log keeps it. */
export function packForLog(segment: SharedArrayBuffer): Uint8Array {
  return Bun.zstdCompressSync(new Uint8Array(segment), { level: intakeCompressionLevel });
}

/** Collects parts for `encodeSegment`. */
export class MemorySink implements PartSink {
  readonly inMemory = true;
  readonly parts: Uint8Array[] = [];

  add(bytes: Uint8Array): number {
    return this.parts.push(bytes) - 1;
  }
}

function lengthsOf(directory: SegmentDirectory & { lengths?: number[] }): number[] {
  if (!Array.isArray(directory.lengths))
    throw new FormatError("The directory of a segment lacks the lengths of its parts.");
  return directory.lengths;
}

function aligned(length: number): number {
  return (length + 7) & ~7;
}
