import { createZstdDecompress } from "node:zlib";
import { FormatError } from "../format/segment-format.ts";

/**
 * The bytes that zstd packed, of which there must be `size` (FormatError). They hold until the next call: memory for
 * them is taken once, since arrays of their own, one for each part that is read, keep the collector busy. Only large
 * parts have arrays of their own.
 */
export function unpackBytes(packed: Uint8Array<ArrayBuffer>, size: number): Uint8Array {
  const decoder = size <= roomMost ? decoderOfThread() : undefined;
  const bytes = decoder ? decoder.unpack(packed, size) : Bun.zstdDecompressSync(packed);
  if (bytes.length !== size) throw wrongSize(size, bytes.length);
  return bytes;
}

function wrongSize(size: number, got: number | "more"): FormatError {
  return new FormatError(`A part should have ${size} bytes, got ${got}.`);
}

/** The same into `target`, which they fill. */
export function unpackTo(packed: Uint8Array<ArrayBuffer>, target: Uint8Array): void {
  const decoder = decoderOfThread();
  if (decoder) decoder.unpackTo(packed, target);
  else target.set(unpackBytes(packed, target.length));
}

/** Larger parts are few. */
const roomMost = 1024 * 1024;

/** What a stream of node:zlib drives; the only way to say where the bytes are to go. */
interface ZstdHandle {
  reset(): void;
  writeSync(
    flush: number,
    input: Uint8Array,
    inputAt: number,
    inputBytes: number,
    output: Uint8Array,
    outputAt: number,
    outputBytes: number,
  ): void;
  onerror: (message: string) => void;
}

class Decoder {
  #room = new Uint8Array(64 * 1024);
  #error: string | undefined;
  readonly #beyond = new Uint8Array(1);
  readonly #handle: ZstdHandle;
  /** After each call: the bytes left of the output, and of the input. */
  readonly #left: Uint32Array;

  constructor(handle: ZstdHandle, left: Uint32Array) {
    this.#handle = handle;
    this.#left = left;
    handle.onerror = (message) => {
      this.#error = message;
    };
  }

  unpack(packed: Uint8Array, size: number): Uint8Array {
    // A byte more, which must be left, tells that there are no further ones.
    if (this.#room.length <= size) this.#room = new Uint8Array(2 ** Math.ceil(Math.log2(size + 1)));
    return this.#room.subarray(0, this.#write(packed, this.#room, size + 1));
  }

  unpackTo(packed: Uint8Array, target: Uint8Array): void {
    const { length } = target;
    const bytes = this.#write(packed, target, length);
    // Those that found no room.
    if (bytes === length) this.#handle.writeSync(endOfInput, packed, packed.length, 0, this.#beyond, 0, 1);
    if (bytes < length || this.#left[0] === 0) throw wrongSize(length, bytes < length ? bytes : "more");
  }

  /** Gives how many bytes it wrote. */
  #write(packed: Uint8Array, output: Uint8Array, outputBytes: number): number {
    this.#error = undefined;
    this.#handle.reset();
    this.#handle.writeSync(endOfInput, packed, 0, packed.length, output, 0, outputBytes);
    if (this.#error !== undefined) throw new FormatError(`A part cannot be unpacked: ${this.#error}.`);
    return outputBytes - this.#left[0]!;
  }
}

const endOfInput = 2;

/** Undefined where node:zlib has no such handle. */
function decoderOfThread(): Decoder | undefined {
  if (known === undefined) {
    const { _handle: handle, _writeState: left } = createZstdDecompress() as unknown as {
      _handle?: Partial<ZstdHandle>;
      _writeState?: unknown;
    };
    const isUsable = typeof handle?.writeSync === "function" && typeof handle.reset === "function";
    known = isUsable && left instanceof Uint32Array ? new Decoder(handle as ZstdHandle, left) : null;
  }
  return known ?? undefined;
}

let known: Decoder | null | undefined;
