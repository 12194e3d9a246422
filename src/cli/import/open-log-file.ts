import { createReadStream, statSync } from "node:fs";
import { pipeline, Readable, type Transform } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";
import type { Micros } from "../../eventstore/event/event.ts";
import { ZstdFrames } from "../../ingest/body/zstd-frames.ts";
import { messageOf } from "../../lib/errors.ts";
import { CommandError } from "../command.ts";
import { binaryCheckBytes } from "./limits.ts";
import { otherPackingOf } from "./other-packing.ts";
import { withoutHoles } from "./without-holes.ts";

export interface LogFile {
  /** As shown: the path, or "stdin". */
  name: string;
  /** On disk; 0 when not known. */
  sizeBytes: number;
  /** Last written; undefined for stdin. */
  modified: Micros | undefined;
  /** Bytes read from the disk so far, before decompression. */
  readBytes(): number;
  /** NULs left out so far; only whole runs of them. None of what turned out to be no text. */
  holeBytes(): number;
  /** The text, decompressed. Throws CommandError that names the file. Once only. */
  chunks(): AsyncGenerator<Uint8Array, void, void>;
}

/** "-" is stdin. gzip and zstd are recognised by their first bytes, whatever the name. Throws CommandError. */
export function openLogFile(path: string, stdin: () => AsyncIterable<Uint8Array> = () => Bun.stdin.stream()): LogFile {
  const isStdin = path === "-";
  const name = isStdin ? "stdin" : path;
  const status = isStdin ? undefined : describeFile(path);
  let readBytes = 0;
  let holeBytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array, void, void> {
    const source: AsyncIterable<Uint8Array> = isStdin ? stdin() : createReadStream(path, { highWaterMark: readSize });
    for await (const chunk of source) {
      readBytes += chunk.length;
      yield chunk;
    }
  }
  return {
    name,
    sizeBytes: status?.sizeBytes ?? 0,
    modified: status?.modified,
    readBytes: () => readBytes,
    holeBytes: () => holeBytes,
    chunks: () =>
      readText(name, counted(), (bytes) => {
        holeBytes += bytes;
      }),
  };
}

const readSize = 256 * 1024;

function describeFile(path: string): { sizeBytes: number; modified: Micros } {
  try {
    const status = statSync(path);
    if (status.isDirectory()) throw new Error("it is a folder");
    return { sizeBytes: status.isFile() ? status.size : 0, modified: Math.floor(status.mtimeMs * 1000) };
  } catch (error) {
    throw new CommandError(`Cannot read "${path}": ${messageOf(error)}.`, 1, { cause: error });
  }
}

async function* readText(
  name: string,
  source: AsyncGenerator<Uint8Array, void, void>,
  onHole: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, void> {
  let checked = 0;
  try {
    let heldBytes = 0;
    const hold = (bytes: number) => {
      heldBytes += bytes;
    };
    for await (const chunk of withoutHoles(asUtf8(refusePacked(name, decompress(source))), hold)) {
      if (checked < binaryCheckBytes && chunk.subarray(0, binaryCheckBytes - checked).includes(0))
        throw notText(name, checked);
      checked += chunk.length;
      onHole(heldBytes);
      heldBytes = 0;
      yield chunk;
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`Cannot read "${name}" to its end: ${messageOf(error)}.`, 1, { cause: error });
  }
}

/** Its first chunk says what it is: a file's is large, that of a pipe may be too small. */
async function* refusePacked(name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  let isFirst = true;
  for await (const chunk of source) {
    const packing = isFirst ? otherPackingOf(chunk) : undefined;
    isFirst = false;
    if (packing !== undefined) {
      const command = name === "stdin" ? `… | ${packing.command} -` : `${packing.command} ${quoted(name)}`;
      throw new CommandError(
        `"${name}" is packed as ${packing.name}, which vigie does not unpack. Nothing of it was imported; use: ${command} | vigie import -`,
      );
    }
    yield chunk;
  }
}

/** For the shell, where it is needed. */
function quoted(name: string): string {
  return /^[\w./+:@%=,-]+$/.test(name) && !name.startsWith("-") ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

function notText(name: string, readBefore: number): CommandError {
  const rest = readBefore > 0 ? "The rest of it was not imported." : "Nothing of it was imported.";
  return new CommandError(
    `"${name}" is not a text file (it has single NUL bytes in its first 8 KiB; UTF-16 is read when it begins with its mark). ${rest}`,
  );
}

/** UTF-16 with its mark, as SQL Server and PowerShell write it, becomes UTF-8; everything else stays. */
async function* asUtf8(source: AsyncGenerator<Uint8Array, void, void>): AsyncGenerator<Uint8Array, void, void> {
  const { head, rest } = await takeHead(source, 2);
  const name = utf16Names.get((head[0] ?? 0) * 256 + (head[1] ?? 0));
  if (name === undefined) {
    yield* rest;
    return;
  }
  const decoder = new TextDecoder(name);
  const encoder = new TextEncoder();
  for await (const chunk of rest) yield encoder.encode(decoder.decode(chunk, { stream: true }));
  yield encoder.encode(decoder.decode());
}

const utf16Names = new Map<number, "utf-16le" | "utf-16be">([
  [0xfffe, "utf-16le"],
  [0xfeff, "utf-16be"],
]);

async function* decompress(source: AsyncGenerator<Uint8Array, void, void>): AsyncGenerator<Uint8Array, void, void> {
  const { head, rest } = await takeHead(source, 4);
  if (head[0] === 0x1f && head[1] === 0x8b) yield* through(rest, createGunzip());
  else if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd) yield* unpackZstd(rest);
  else yield* rest;
}

/** The decoder does not report data that ends early. */
async function* unpackZstd(source: AsyncGenerator<Uint8Array, void, void>): AsyncGenerator<Uint8Array, void, void> {
  const frames = new ZstdFrames();
  async function* watched(): AsyncGenerator<Uint8Array, void, void> {
    for await (const chunk of source) {
      frames.push(chunk);
      yield chunk;
    }
  }
  yield* through(watched(), createZstdDecompress());
  if (!frames.isWhole) throw new Error("the data ends before its content does, or something follows it");
}

/** The callback is the error's second way out; only the first, through the iteration, is used. */
function through(source: AsyncGenerator<Uint8Array, void, void>, transform: Transform): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(source), transform, () => {});
}

/** The first bytes, and everything from the beginning. Pipes give as little as one byte at a time. */
async function takeHead(
  source: AsyncGenerator<Uint8Array, void, void>,
  count: number,
): Promise<{ head: Uint8Array; rest: AsyncGenerator<Uint8Array, void, void> }> {
  const taken: Uint8Array[] = [];
  let size = 0;
  while (size < count) {
    const next = await source.next();
    if (next.done) break;
    taken.push(next.value);
    size += next.value.length;
  }
  async function* rest(): AsyncGenerator<Uint8Array, void, void> {
    yield* taken;
    yield* source;
  }
  return { head: new Uint8Array(Buffer.concat(taken)), rest: rest() };
}
