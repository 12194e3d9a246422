import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { AppError } from "../lib/errors.ts";
import { freeBytesOf } from "../lib/free-space.ts";
import { chunkCharacters, memoryBytesMax, spaceCheckBytes } from "./limits.ts";

/** The written document: its bytes, or their number in the file. */
export type Written = { bytes: Uint8Array<SharedArrayBuffer> } | { sizeBytes: number };

export interface OutputOptions {
  /** Path of the file for a large document; not created yet. */
  path: string;
  /** Bytes that are left free. */
  minFreeBytes: number;
  memoryBytes?: number;
}

/**
 * Takes the output of a format. A small one stays in memory; beyond that everything goes into the file (mode 0600),
 * chunk by chunk. Throws AppError `unavailable` when the disk is full. Ends with either `finish` or `discard`.
 */
export class Output {
  #text: string[] = [];
  #characters = 0;
  #kept: Buffer[] = [];
  #sizeBytes = 0;
  #file: number | undefined;
  #uncheckedBytes = Number.POSITIVE_INFINITY;
  readonly #options: Required<OutputOptions>;

  constructor(options: OutputOptions) {
    this.#options = { memoryBytes: memoryBytesMax, ...options };
  }

  write(text: string): void {
    this.#text.push(text);
    this.#characters += text.length;
    if (this.#characters >= chunkCharacters) this.#flush();
  }

  writeBytes(bytes: Uint8Array): void {
    this.#flush();
    for (let at = 0; at < bytes.length; at += chunkCharacters) this.#take(bytes.subarray(at, at + chunkCharacters));
  }

  finish(): Written {
    this.#flush();
    if (this.#file === undefined) return { bytes: shareBytes(this.#kept, this.#sizeBytes) };
    closeSync(this.#file);
    this.#file = undefined;
    return { sizeBytes: this.#sizeBytes };
  }

  /** Leaves no file. Safe to call after anything. */
  discard(): void {
    if (this.#file === undefined) return;
    closeSync(this.#file);
    this.#file = undefined;
    rmSync(this.#options.path, { force: true });
  }

  #flush(): void {
    if (this.#text.length === 0) return;
    const bytes = Buffer.from(this.#text.join(""));
    this.#text = [];
    this.#characters = 0;
    this.#take(bytes);
  }

  /** The owner of the bytes may overwrite them afterwards. */
  #take(bytes: Uint8Array): void {
    this.#sizeBytes += bytes.length;
    if (this.#file === undefined && this.#sizeBytes <= this.#options.memoryBytes) this.#kept.push(Buffer.from(bytes));
    else this.#toFile(bytes);
  }

  #toFile(bytes: Uint8Array): void {
    try {
      this.#file ??= openSync(this.#options.path, "wx", 0o600);
      for (const chunk of [...this.#kept.splice(0), bytes]) this.#append(this.#file, chunk);
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      throw code === "ENOSPC" || code === "EDQUOT" ? diskFull(error) : error;
    }
  }

  #append(file: number, bytes: Uint8Array): void {
    this.#uncheckedBytes += bytes.length;
    if (this.#uncheckedBytes > spaceCheckBytes) this.#requireSpace();
    let written = 0;
    while (written < bytes.length) written += writeSync(file, bytes, written);
  }

  #requireSpace(): void {
    if (freeBytesOf(dirname(this.#options.path)) < this.#options.minFreeBytes) throw diskFull();
    this.#uncheckedBytes = 0;
  }
}

function diskFull(cause?: unknown): AppError {
  return new AppError(
    "unavailable",
    "The disk is full: there is no room for the file. Ask for less, or try again later.",
    { headers: { "Retry-After": "30" } },
    { cause },
  );
}

/** In memory that crosses threads without a copy. */
function shareBytes(chunks: readonly Buffer[], sizeBytes: number): Uint8Array<SharedArrayBuffer> {
  const shared = new Uint8Array(new SharedArrayBuffer(sizeBytes));
  let at = 0;
  for (const chunk of chunks) {
    shared.set(chunk, at);
    at += chunk.length;
  }
  return shared;
}
