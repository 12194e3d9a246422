import { gunzipSync, inflateSync } from "node:zlib";
import {
  gelfChunksMax,
  gelfChunksMs,
  gelfDocumentBytesMax,
  gelfUnfinishedBytesMax,
  gelfUnfinishedMax,
} from "../limits.ts";

/** Result of a datagram: a document, nothing yet, or nothing usable. */
export type GelfOutcome = Uint8Array | "more" | "bad";

/** Reassembles GELF messages that came in several datagrams, and decompresses them: gzip, zlib or uncompressed. */
export class GelfDatagrams {
  /** By peer and message id; oldest first. */
  readonly #unfinished = new Map<string, Chunks>();
  #bytes = 0;
  readonly #onGivenUp: (address: string) => void;

  /** Calls `onGivenUp` with each message whose chunks did not all come. */
  constructor(onGivenUp: (address: string) => void) {
    this.#onGivenUp = onGivenUp;
  }

  /** `datagram` is not kept; the result may lie in it. */
  take(datagram: Uint8Array, address: string, nowMs: number): GelfOutcome {
    if (datagram[0] !== chunkMagic || datagram[1] !== chunkMagicSecond) return decompressed(datagram);
    return this.#takeChunk(datagram, address, nowMs);
  }

  /** Gives up messages that take too long. */
  expire(nowMs: number): void {
    for (const [key, chunks] of this.#unfinished) {
      if (nowMs - chunks.sinceMs < gelfChunksMs) return;
      this.#giveUp(key, chunks);
    }
  }

  #takeChunk(datagram: Uint8Array, address: string, nowMs: number): GelfOutcome {
    const [number, count] = [datagram[10], datagram[11]];
    if (number === undefined || count === undefined || count === 0 || count > gelfChunksMax || number >= count)
      return "bad";
    const key = `${address} ${Buffer.from(datagram.subarray(2, 10)).toString("hex")}`;
    const chunks = this.#unfinished.get(key) ?? this.#begin(key, address, count, nowMs);
    // A duplicate, from the network or a resend, or another message under the same id.
    if (count !== chunks.parts.length || chunks.parts[number] !== undefined) return "more";
    const part = datagram.slice(chunkHeadBytes);
    chunks.parts[number] = part;
    chunks.bytes += part.length;
    this.#bytes += part.length;
    chunks.missing--;
    if (chunks.missing > 0) {
      this.#makeRoom();
      return "more";
    }
    this.#forget(key, chunks);
    return decompressed(Buffer.concat(chunks.parts as Uint8Array[]));
  }

  #begin(key: string, address: string, count: number, nowMs: number): Chunks {
    const parts = new Array<Uint8Array | undefined>(count).fill(undefined);
    const chunks: Chunks = { address, parts, missing: count, bytes: 0, sinceMs: nowMs };
    this.#unfinished.set(key, chunks);
    return chunks;
  }

  #makeRoom(): void {
    for (const [key, chunks] of this.#unfinished) {
      if (this.#unfinished.size <= gelfUnfinishedMax && this.#bytes <= gelfUnfinishedBytesMax) return;
      this.#giveUp(key, chunks);
    }
  }

  #giveUp(key: string, chunks: Chunks): void {
    this.#forget(key, chunks);
    this.#onGivenUp(chunks.address);
  }

  #forget(key: string, { bytes }: Chunks): void {
    this.#unfinished.delete(key);
    this.#bytes -= bytes;
  }
}

interface Chunks {
  address: string;
  parts: (Uint8Array | undefined)[];
  missing: number;
  bytes: number;
  sinceMs: number;
}

function decompressed(bytes: Uint8Array): Uint8Array | "bad" {
  const [first, second = 0] = bytes;
  const options = { maxOutputLength: gelfDocumentBytesMax };
  try {
    if (first === 0x1f && second === 0x8b) return gunzipSync(bytes, options);
    if ((first! & 0x0f) === 8 && ((first! << 8) | second) % 31 === 0) return inflateSync(bytes, options);
  } catch {
    return "bad";
  }
  return bytes.length > 0 && bytes.length <= gelfDocumentBytesMax ? bytes : "bad";
}

const chunkMagic = 0x1e;
const chunkMagicSecond = 0x0f;
const chunkHeadBytes = 12;
