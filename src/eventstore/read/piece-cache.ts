import { newMemory } from "../columns/row-memory.ts";
import { textBlockBytes } from "../limits.ts";
import type { DecodedCache } from "./decoded-cache.ts";
import { Pieces } from "./pieces.ts";
import { type RowBuffers, RowLoan } from "./row-buffers.ts";

/**
 * Decoded columns and computed results of many segments, bounded by bytes. Computed results are small and expensive, so
 * they have a reserved share that columns, which are large and cheap to decode, cannot evict; columns get the rest.
 */
export class PieceCache {
  private readonly columns = new Pieces();
  private readonly kept = new Pieces();

  constructor(
    private readonly maxBytes: number,
    private readonly rowBuffers?: RowBuffers,
  ) {}

  /** The pieces of one segment. */
  of(segment: string): DecodedCache {
    const { rowBuffers } = this;
    const nameOf = (key: string | number) => `${segment} ${key}`;
    const piece = <T>(key: string | number, load: () => T, bytesOf: (piece: T) => number, effort?: number): T => {
      const name = nameOf(key);
      const known = this.columns.find(name);
      if (known !== undefined) return known as T;
      const loaded = load();
      this.columns.add(name, loaded, bytesOf(loaded), effort);
      this.shrink();
      return loaded;
    };
    return {
      ...(rowBuffers && { rowBuffers }),
      piece,
      pass: (key, load, bytesOf, use) => {
        if (!rowBuffers || this.hasRoom || this.columns.find(nameOf(key)) !== undefined) {
          use(piece(key, () => load(newMemory.take), bytesOf));
          return;
        }
        const loan = new RowLoan(rowBuffers);
        try {
          use(load(loan.take));
        } finally {
          loan.end();
        }
      },
      grow: (key, bytes) => {
        this.columns.grow(nameOf(key), bytes);
        this.shrink();
      },
      recall: <T>(key: string): T | undefined => this.kept.find(nameOf(key)) as T | undefined,
      keep: (key, piece, bytes, effort) => {
        this.kept.add(nameOf(key), piece, bytes, effort);
        this.shrink();
      },
    };
  }

  clear(): void {
    this.columns.shrinkTo(0);
    this.kept.shrinkTo(0);
  }

  /** Evicts columns first; computed results go when few columns are left. */
  shed(): void {
    const columns = this.columns.bytes;
    const kept = this.kept.bytes;
    this.columns.shrinkTo(columns / 2);
    if (columns < kept) this.kept.shrinkTo(kept / 2);
  }

  private get hasRoom(): boolean {
    return this.columns.bytes + this.kept.bytes + 2 * textBlockBytes <= this.maxBytes;
  }

  private shrink(): void {
    this.kept.shrinkTo(this.maxBytes * keptShare);
    this.columns.shrinkTo(this.maxBytes - this.kept.bytes);
  }
}

const keptShare = 2 / 3;
