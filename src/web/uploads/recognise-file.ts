import { words } from "../words/words.ts";

/** What a file is, by its first bytes, whatever its name. */
export interface RecognisedFile {
  packing: "" | "gzip" | "zstd";
  /** UTF-16 with its mark, as SQL Server and PowerShell write it. */
  coding: "utf-8" | "utf-16le" | "utf-16be";
  /** It seems to be one JSON value over all its lines, which makes sense only as a whole. */
  isDocument: boolean;
}

/** The file has no lines to send; the message says why, in the reader's language. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
}

/** A file with a NUL this early, outside of a hole, is no text. Twin: binaryCheckBytes in src/cli/import/limits.ts. */
const checkedBytes = 8 * 1024;
/** So many packed bytes are unpacked to look at the first ones. */
const packedBytes = 64 * 1024;

/** Throws UnreadableFile for what is no text, and for text that is packed in a way nobody here unpacks. */
export async function recogniseFile(file: File): Promise<RecognisedFile> {
  const said = words.welcome.file;
  const head = await readHead(file.slice(0, checkedBytes).stream()).catch((error: unknown) => {
    throw new UnreadableFile(said.cannotRead(file.name), { cause: error });
  });
  const packing = startsWith(head, [0x1f, 0x8b]) ? "gzip" : startsWith(head, [0x28, 0xb5, 0x2f, 0xfd]) ? "zstd" : "";
  const other = otherPackings.find(([, magic]) => startsWith(head, magic))?.[0];
  if (other !== undefined) throw new UnreadableFile(said.packedAs(file.name, other));
  const unpacked = unpack(file.slice(0, packedBytes).stream(), packing);
  // A damaged file is refused by whoever unpacks all of it.
  const text = unpacked === undefined ? new Uint8Array() : await readHead(unpacked).catch(() => new Uint8Array());
  const coding = codingOf(text);
  if (isArchive(text)) throw new UnreadableFile(said.packedAs(file.name, "tar"));
  if (coding === "utf-8" && hasSingleNul(text)) throw new UnreadableFile(said.noText(file.name));
  const begin = new TextDecoder(coding).decode(text.subarray(0, beginBytes));
  return { packing, coding, isDocument: documentPattern.test(begin) };
}

const beginBytes = 256;

/** A list, an object over lines, or a cloud's wrapping around a list. Twin: src/cli/import/json-document.ts. */
const documentPattern =
  /^\s*(?:\[\s*[{\]]|\{\s*\n|\{\s*"(?:Records|records|value|logEvents|entries)"\s*:\s*\[\s*(?:[{\]]|$)|\{\s*"messageType"\s*:\s*"(?:DATA|CONTROL)_MESSAGE")/;

/** Undefined when this browser cannot unpack it. */
export function unpack(
  packed: ReadableStream<Uint8Array<ArrayBuffer>>,
  packing: RecognisedFile["packing"],
): ReadableStream<Uint8Array<ArrayBuffer>> | undefined {
  if (packing === "") return packed;
  try {
    return packed.pipeThrough(new DecompressionStream(packing as CompressionFormat));
  } catch {
    return undefined;
  }
}

/** Twin: src/cli/import/other-packing.ts. */
const otherPackings: readonly (readonly [string, readonly number[]])[] = [
  ["zip", [0x50, 0x4b, 0x03, 0x04]],
  ["xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ["bzip2", [0x42, 0x5a, 0x68]],
  ["7z", [0x37, 0x7a, 0xbc, 0xaf]],
  ["rar", [0x52, 0x61, 0x72, 0x21, 0x1a]],
  ["lz4", [0x04, 0x22, 0x4d, 0x18]],
];

/** The first bytes, as many as are looked at; fewer when the stream breaks off behind some. */
async function readHead(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const head = new Uint8Array(checkedBytes);
  let size = 0;
  const reader = stream.getReader();
  try {
    while (size < checkedBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      head.set(value.subarray(0, checkedBytes - size), size);
      size = Math.min(checkedBytes, size + value.length);
    }
  } catch (error) {
    if (size === 0) throw error;
  }
  void reader.cancel().catch(() => {});
  return head.subarray(0, size);
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}

function codingOf(text: Uint8Array): RecognisedFile["coding"] {
  if (startsWith(text, [0xff, 0xfe])) return "utf-16le";
  return startsWith(text, [0xfe, 0xff]) ? "utf-16be" : "utf-8";
}

/** The mark that tar has in its first header. */
function isArchive(text: Uint8Array): boolean {
  return startsWith(text.subarray(257), [0x75, 0x73, 0x74, 0x61, 0x72]);
}

/** Longer runs are holes, as a crash leaves them in a log. Twin: src/cli/import/without-holes.ts. */
function hasSingleNul(text: Uint8Array): boolean {
  for (let at = text.indexOf(0); at !== -1; at = text.indexOf(0, at)) {
    const from = at;
    while (text[at] === 0) at += 1;
    if (at - from < holeBytesMin && at < text.length) return true;
  }
  return false;
}

const holeBytesMin = 4;
