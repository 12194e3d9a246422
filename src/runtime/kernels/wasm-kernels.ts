import { rowKernelsWasm } from "./row-kernels.generated.ts";
import { foldedNeedleMax, type RowKernels } from "./row-kernels.ts";

/**
 * Sixteen rows at a time: a quarter of what JavaScript takes, with rows copied to a memory of the thread's own, and
 * results back.
 */
class WasmKernels implements RowKernels {
  readonly #kernels: Exports;
  readonly #rows: Uint8Array;
  readonly #words: Uint8Array;
  readonly #texts: Uint8Array;
  readonly #needle: Uint8Array;
  readonly #bits: Uint32Array;

  constructor(kernels: Exports, memory: ArrayBuffer) {
    this.#kernels = kernels;
    this.#rows = new Uint8Array(memory, rowsAt, areaBytes);
    this.#words = new Uint8Array(memory, wordsAt, areaBytes);
    this.#texts = new Uint8Array(memory, rowsAt, placesAtOnce + foldedNeedleMax);
    this.#needle = new Uint8Array(memory, needleAt, foldedNeedleMax);
    this.#bits = new Uint32Array(memory, bitsAt, placesAtOnce / 32);
  }

  joinPlanes(planes: Uint8Array, width: 2 | 4, target: Uint8Array): void {
    const { joinFour, joinTwo } = this.#kernels;
    const join = width === 2 ? joinTwo : joinFour;
    const count = planes.length / width;
    for (let from = 0; from < count; from += rowsAtOnce) {
      const to = Math.min(count, from + rowsAtOnce);
      for (let plane = 0; plane < width; plane++)
        this.#rows.set(planes.subarray(plane * count + from, plane * count + to), plane * rowsAtOnce);
      join(rowsAt, rowsAtOnce, to - from, wordsAt);
      target.set(this.#words.subarray(0, (to - from) * width), from * width);
    }
  }

  packBetween(
    { buffer, byteOffset, length }: Int32Array | Uint32Array,
    low: number,
    high: number,
    bits: Uint32Array,
  ): void {
    for (let from = 0; from < length; from += rowsAtOnce) {
      const rows = Math.min(rowsAtOnce, length - from);
      this.#rows.set(new Uint8Array(buffer, byteOffset + 4 * from, 4 * rows));
      this.#kernels.packBetween(rowsAt, rows, low, high, bitsAt);
      this.#copyBits(rows, bits, from);
    }
  }

  markFolded(bytes: Uint8Array, needle: Uint8Array, bits: Uint32Array): void {
    const places = bytes.length - needle.length + 1;
    this.#needle.set(needle);
    for (let from = 0; from < places; from += placesAtOnce) {
      const count = Math.min(placesAtOnce, places - from);
      this.#texts.set(bytes.subarray(from, from + count + needle.length - 1));
      this.#kernels.markFolded(rowsAt, count, needleAt, needle.length, bitsAt);
      this.#copyBits(count, bits, from);
    }
  }

  /** None behind the last one. */
  #copyBits(count: number, bits: Uint32Array, from: number): void {
    const words = Math.ceil(count / 32);
    if (count % 32 !== 0) this.#bits[words - 1]! &= 2 ** (count % 32) - 1;
    bits.set(this.#bits.subarray(0, words), from / 32);
  }
}

/** What assembly/rows.ts exports. */
interface Exports {
  joinTwo(planes: number, stride: number, count: number, words: number): void;
  joinFour(planes: number, stride: number, count: number, words: number): void;
  packBetween(values: number, count: number, low: number, high: number, bits: number): void;
  markFolded(bytes: number, count: number, needle: number, length: number, bits: number): void;
}

/** Four planes, or as many words of 32 bits, fill an area; a processor's nearest cache holds one. */
const rowsAtOnce = 8_192;
const areaBytes = 4 * rowsAtOnce;
const rowsAt = 0;
const wordsAt = areaBytes;
/** Texts begin where rows do and reach into the area of words, at whose end the needle lies. */
const placesAtOnce = areaBytes;
const needleAt = 2 * areaBytes - foldedNeedleMax;
const bitsAt = 2 * areaBytes;
const pageBytes = 64 * 1024;

/** Undefined where the processor, or the engine, has no such instructions. */
export function compileWasmKernels(): RowKernels | undefined {
  const wasm = Buffer.from(rowKernelsWasm, "base64");
  if (!WebAssembly.validate(wasm)) return undefined;
  const pages = Math.ceil((bitsAt + placesAtOnce / 8) / pageBytes);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), { env: { memory } });
  return new WasmKernels(exports as unknown as Exports, memory.buffer);
}
