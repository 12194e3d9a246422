import type { Accepted } from "../../api/incoming/schema.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { words } from "../words/words.ts";
import { type RecognisedFile, recogniseFile, UnreadableFile, unpack } from "./recognise-file.ts";

/** A piece is one request: large enough to be quick, small enough that stopping is felt at once. */
const pieceBytes = 4 * 1024 * 1024;

/** More of one JSON value is refused. Twin: rawDocumentBytesMax in src/ingest/limits.ts. */
const documentBytesMax = 16 * 1024 * 1024;

/** What so many packed bytes hold is lost with them when the file breaks off there. */
const packedBytes = 16 * 1024;

/** Larger requests are refused. Twin: bodyBytesMax in src/ingest/limits.ts. */
const bodyBytesMax = 64 * 1024 * 1024;

export interface UploadTotals {
  /** Of the file. */
  bytes: number;
  /** Of its text, where it was sent in pieces. */
  textBytes: number;
  accepted: number;
  rejected: number;
  /** Accepted events that were stored under their arrival: they had no time, or one too far off. */
  without_time: number;
  out_of_time: number;
  /** Accepted events that were cut. */
  cut: number;
  /** The service's words on how it read the lines and which have no time; from the first piece. */
  notes: readonly string[];
}

export const noTotals: UploadTotals = {
  bytes: 0,
  textBytes: 0,
  accepted: 0,
  rejected: 0,
  without_time: 0,
  out_of_time: 0,
  cut: 0,
  notes: [],
};

interface UploadOptions {
  /** What became of its first bytes before. */
  from: UploadTotals;
  signal: AbortSignal;
  onProgress: (totals: UploadTotals) => void;
}

/** Sends a file of lines in pieces that end with a line. Throws UnreadableFile for a file without any. */
export async function upload(file: File, token: string, options: UploadOptions): Promise<void> {
  const { from, signal, onProgress } = options;
  signal.throwIfAborted();
  const recognised = await recogniseFile(file);
  const send = createSender(file, token, signal);
  const totals = { ...from };
  if (from.textBytes === 0 && (await sendPacked(file, recognised, totals, send))) {
    onProgress({ ...totals });
    return;
  }
  for await (const { text, fileBytes } of readPieces(file, recognised, from.textBytes)) {
    add(totals, await send(text));
    totals.textBytes += text.size;
    totals.bytes = fileBytes;
    onProgress({ ...totals });
  }
}

type Send = (body: Blob, coding?: string) => Promise<Accepted>;

function createSender(file: File, token: string, signal: AbortSignal): Send {
  const name = encodeURIComponent(file.name.replace(/\.(?:gz|zst)$/i, ""));
  const query = { multiline: "true", file: file.name };
  return (body, coding) => {
    const headers: Record<string, string> = { authorization: `token ${token}`, "content-type": "text/plain" };
    if (coding !== undefined) headers["content-encoding"] = coding;
    return call<Accepted>("POST", `/incoming/raw/${name}`, { body, headers, query, signal });
  };
}

/** Sends a packed file as it is; false: it has to be unpacked here. */
async function sendPacked(
  file: File,
  { packing, coding }: RecognisedFile,
  totals: UploadTotals,
  send: Send,
): Promise<boolean> {
  if (packing === "") return false;
  const canUnpack = unpack(new Blob().stream(), packing) !== undefined;
  const isLarge = file.size > bodyBytesMax || (packing === "gzip" && (await statedBytes(file)) > bodyBytesMax);
  if (canUnpack && (coding !== "utf-8" || isLarge)) return false;
  try {
    add(totals, await send(file, packing));
  } catch (error) {
    // Unpacked it is more than the service takes at a time.
    if (canUnpack && error instanceof ApiError && error.status === 413) return false;
    throw error;
  }
  totals.bytes = file.size;
  return true;
}

/** Bytes of the text, as the last part of a gzip file states them, modulo 4 GiB. */
async function statedBytes(file: File): Promise<number> {
  const end = await file.slice(-4).arrayBuffer();
  return end.byteLength < 4 ? 0 : new DataView(end).getUint32(0, true);
}

function add(totals: UploadTotals, answer: Accepted): void {
  if (totals.bytes === 0) totals.notes = answer.warnings ?? [];
  totals.accepted += answer.accepted;
  totals.rejected += answer.rejected_count ?? 0;
  for (const name of ["without_time", "out_of_time", "cut"] as const) totals[name] += answer[name] ?? 0;
}

interface Piece {
  text: Blob;
  /** Bytes of the file that it ends with. */
  fileBytes: number;
}

/** The text of a file as UTF-8, behind the first `skipped` bytes. */
async function* readPieces(file: File, recognised: RecognisedFile, skipped: number): AsyncGenerator<Piece> {
  const { packing, coding, isDocument } = recognised;
  const bytesMax = isDocument ? documentBytesMax : pieceBytes;
  const isPlain = packing === "" && coding === "utf-8";
  let [left, fileBytes] = [isPlain ? 0 : skipped, isPlain ? skipped : 0];
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      fileBytes += chunk.length;
      for (let at = 0; at < chunk.length; at += packedBytes) controller.enqueue(chunk.subarray(at, at + packedBytes));
    },
  });
  const unpacked = unpack(file.slice(fileBytes).stream().pipeThrough(counted), packing)!;
  let held: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = (coding === "utf-8" ? unpacked : asUtf8(unpacked, coding)).getReader();
  try {
    for (;;) {
      const chunk = await readChunk(file, reader, packing);
      const isEnd = chunk === undefined || chunk instanceof Error;
      const fresh = isEnd ? new Uint8Array() : chunk.subarray(left);
      left -= isEnd ? 0 : chunk.length - fresh.length;
      held.push(fresh);
      size += fresh.length;
      if (size <= bytesMax && !isEnd) continue;
      if (isDocument && size > bytesMax) throw new UnreadableFile(words.welcome.file.tooLarge(file.name));
      const text = new Uint8Array(await new Blob(held).arrayBuffer());
      const end = isEnd ? text.length : endOfLine(text);
      // A plain file was read further than the piece goes.
      if (end > 0)
        yield { text: new Blob([text.subarray(0, end)]), fileBytes: isPlain ? fileBytes - (size - end) : fileBytes };
      if (chunk instanceof Error) throw chunk;
      if (isEnd) return;
      held = [text.subarray(end)];
      size -= end;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** Undefined at the end; an error is given back, since what came before it is sent. */
async function readChunk(
  file: File,
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  packing: string,
): Promise<Uint8Array<ArrayBuffer> | UnreadableFile | undefined> {
  try {
    return (await reader.read()).value;
  } catch (error) {
    const { damaged, cannotRead } = words.welcome.file;
    return new UnreadableFile((packing === "" ? cannotRead : damaged)(file.name), { cause: error });
  }
}

function asUtf8(
  text: ReadableStream<Uint8Array<ArrayBuffer>>,
  coding: string,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return text.pipeThrough(new TextDecoderStream(coding)).pipeThrough(new TextEncoderStream());
}

/** End of the last whole line; of a line that is longer, the end of the piece. */
function endOfLine(text: Uint8Array): number {
  return text.lastIndexOf(10) + 1 || text.length;
}
