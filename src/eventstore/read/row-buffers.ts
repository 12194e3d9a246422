import { freeArrays } from "../../runtime/free-arrays.ts";
import type { RowMemory } from "../columns/row-memory.ts";
import { keptRowsMax } from "../limits.ts";
import type { Column } from "../segment.ts";

/**
 * Memory for the rows of large segments, used again and again. A question that nobody asked before reads columns that
 * no cache has, a megabyte or more each, and needs them until it has counted the segment: as garbage they would have
 * the collector run every few milliseconds. One for each thread that reads.
 */
export class RowBuffers {
  #bytes = 0;
  readonly #free = new Map<number, ArrayBuffer[]>();
  readonly #mostBytes: number;

  /** `mostBytes`: of those that nobody uses. `keptRows`: segments with no more rows have theirs kept in a cache. */
  constructor(
    mostBytes: number,
    readonly keptRows = keptRowsMax,
  ) {
    this.#mostBytes = mostBytes;
  }

  /** At least so many bytes, whatever they hold. */
  take(bytes: number): ArrayBuffer {
    const size = 2 ** Math.ceil(Math.log2(Math.max(bytes, leastBytes)));
    const free = this.#free.get(size)?.pop();
    if (!free) return new ArrayBuffer(size);
    this.#bytes -= size;
    return free;
  }

  /** Nobody may use it any more. */
  giveBack(buffer: ArrayBuffer): void {
    const size = buffer.byteLength;
    const free = this.#free.get(size) ?? [];
    free.push(buffer);
    this.#bytes += size;
    // Sizes that came back last stay longest.
    this.#free.delete(size);
    this.#free.set(size, free);
    for (const [other, waiting] of this.#free) {
      for (; this.#bytes > this.#mostBytes && waiting.length > 0; this.#bytes -= other)
        freeArrays([new Uint8Array(waiting.pop()!)]);
      if (waiting.length > 0) break;
      this.#free.delete(other);
    }
  }

  clear(): void {
    for (const waiting of this.#free.values()) freeArrays(waiting.map((buffer) => new Uint8Array(buffer)));
    this.#free.clear();
    this.#bytes = 0;
  }
}

const leastBytes = 64 * 1024;

/** The rows that one view of a segment has unpacked. */
export class RowLoan implements RowMemory {
  #taken: ArrayBuffer[] = [];
  #columns: Column[] = [];
  readonly #buffers: RowBuffers;

  constructor(buffers: RowBuffers) {
    this.#buffers = buffers;
  }

  readonly take = (bytes: number): Uint8Array => {
    const buffer = this.#buffers.take(bytes);
    this.#taken.push(buffer);
    return new Uint8Array(buffer, 0, bytes);
  };

  /** What is not kept need not be counted. */
  told(): void {}

  /** Has the rows of a column, which unpacks them to this memory. */
  with(column: Column): Column {
    this.#columns.push(column);
    return column;
  }

  /** Nobody may use arrays of rows any more; columns unpack theirs anew when they are asked for. */
  end(): void {
    for (const column of this.#columns) column.forgetRows?.();
    for (const buffer of this.#taken) this.#buffers.giveBack(buffer);
    this.#taken = [];
  }
}
