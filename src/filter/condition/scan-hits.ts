import { nextBit } from "../../lib/bits.ts";
import { rowKernels } from "../../runtime/kernels/thread-kernels.ts";
import type { BlockScan, Needle } from "./block-scan.ts";

type Scan = Pick<BlockScan, "pattern" | "needles">;

/** The hits of a scan in the bytes of a block, in turn. */
export class ScanHits {
  /** Of the latest one. */
  start = 0;
  end = 0;
  readonly #bytes: Buffer;
  readonly #scan: Scan;
  readonly #needles: readonly NeedleHits[] | undefined;
  #latin1: string | undefined;

  constructor(scan: Scan, { buffer, byteOffset, byteLength }: Uint8Array) {
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    this.#scan = scan;
    this.#bytes = bytes;
    this.#needles = scan.needles?.map((needle) => new NeedleHits(needle, bytes));
  }

  /** The next one from there on, which never is before the latest; false: there is none. */
  find(from: number): boolean {
    return this.#needles ? this.#findNeedle(this.#needles, from) : this.#findPattern(from);
  }

  #findNeedle(needles: readonly NeedleHits[], from: number): boolean {
    this.start = Number.POSITIVE_INFINITY;
    for (const needle of needles) {
      const start = needle.next(from);
      if (start >= this.start) continue;
      this.start = start;
      this.end = start + needle.length;
    }
    return this.start < Number.POSITIVE_INFINITY;
  }

  #findPattern(from: number): boolean {
    const { pattern } = this.#scan;
    this.#latin1 ??= this.#bytes.toString("latin1");
    pattern.lastIndex = from;
    const found = pattern.exec(this.#latin1);
    if (!found) return false;
    this.start = found.index;
    this.end = found.index + found[0].length;
    return true;
  }
}

/** Those of one needle; the latest is remembered while another needle's are nearer. */
class NeedleHits {
  readonly length: number;
  readonly #find: (from: number) => number;
  #latest = -1;

  constructor(needle: Needle, bytes: Buffer) {
    const folded = needle.inEitherCase ? new FoldedHits(needle.bytes, bytes) : undefined;
    this.#find = folded ? (from) => folded.next(from) : (from) => bytes.indexOf(needle.bytes, from);
    this.length = needle.bytes.length;
  }

  /** Infinite where there is none. */
  next(from: number): number {
    if (this.#latest < from) {
      const found = this.#find(from);
      this.#latest = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    return this.#latest;
  }
}

/** Places of a needle whose letters stand in either case. Some thousand places are searched at once. */
class FoldedHits {
  readonly #needle: Uint8Array;
  readonly #bytes: Uint8Array;
  readonly #places: number;
  readonly #bits: Uint32Array;
  /** The places that were searched last. */
  #from = 0;
  #to = 0;

  constructor(needle: Uint8Array, bytes: Uint8Array) {
    this.#needle = needle;
    this.#bytes = bytes;
    this.#places = bytes.length - needle.length + 1;
    this.#bits = new Uint32Array(Math.ceil(Math.min(placesAtOnce, Math.max(0, this.#places)) / 32));
  }

  /** The first one from there on, -1 where there is none. */
  next(from: number): number {
    for (let place = from; place < this.#places; place = this.#to) {
      if (place >= this.#to) this.#search(place);
      const found = nextBit(this.#bits, place - this.#from, Math.ceil((this.#to - this.#from) / 32));
      if (found >= 0) return this.#from + found;
    }
    return -1;
  }

  #search(from: number): void {
    this.#from = from;
    this.#to = Math.min(this.#places, from + placesAtOnce);
    const texts = this.#bytes.subarray(from, this.#to + this.#needle.length - 1);
    rowKernels().markFolded(texts, this.#needle, this.#bits);
  }
}

/** A copy of so many bytes stays in a processor's nearest cache. */
const placesAtOnce = 32_768;
