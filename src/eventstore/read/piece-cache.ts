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
  /** Bytes of the pieces that were passed last, by name: those that are asked for again before others are kept. */
  private readonly passed = new Map<string, number>();
  private passedBytes = 0;
  private refused = 0;

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
        const name = nameOf(key);
        if (!rowBuffers || this.hasRoom || this.forgetPassed(name) || this.columns.find(name) !== undefined) {
          use(piece(key, () => load(newMemory.take), bytesOf));
          return;
        }
        const loan = new RowLoan(rowBuffers);
        try {
          const passing = load(loan.take);
          this.rememberPassed(name, bytesOf(passing));
          use(passing);
        } finally {
          loan.end();
        }
      },
      admits: (key) =>
        this.columns.find(nameOf(key)) !== undefined || this.hasRoom || ++this.refused % refusedPerAdmitted === 0,
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
    this.passed.clear();
    this.passedBytes = 0;
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

  /** The first ones are forgotten when all together would take half of the cache. */
  private rememberPassed(name: string, bytes: number): void {
    this.passed.set(name, bytes + nameBytes);
    this.passedBytes += bytes + nameBytes;
    for (const first of this.passed.keys()) {
      if (this.passedBytes <= this.maxBytes / 2) break;
      this.forgetPassed(first);
    }
  }

  private forgetPassed(name: string): boolean {
    this.passedBytes -= this.passed.get(name) ?? 0;
    return this.passed.delete(name);
  }

  private get hasRoom(): boolean {
    return this.columns.bytes + this.kept.bytes + 2 * textBlockBytes <= this.maxBytes;
  }

  private shrink(): void {
    this.kept.shrinkTo(this.maxBytes * keptShare);
    this.columns.shrinkTo(this.maxBytes - this.kept.bytes);
  }
}

/**
 * Where there is no room, one piece of so many takes that of others. If each did, a question that goes through more of
 * them than fit would find none the next time.
 */
const refusedPerAdmitted = 4;
const keptShare = 2 / 3;
/** Memory that the name of a piece takes, roughly. */
const nameBytes = 400;
