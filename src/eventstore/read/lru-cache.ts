import type { DecodedCache } from "./decoded-cache.ts";
import type { RowBuffers } from "./row-buffers.ts";

/**
 * Decoded columns and computed results of many segments, bounded by bytes. Computed results are small and expensive, so
 * they have a reserved share that columns, which are large and cheap to decode, cannot evict; columns get the rest.
 * Within that share, a part is reserved for the smallest results, such as row counts of a condition: over many days,
 * row lists would evict them.
 */
export class LruCache {
  private readonly columns = new Pieces();
  private readonly kept = new Pieces();
  private readonly keptSmall = new Pieces();

  constructor(
    private readonly maxBytes: number,
    private readonly rowBuffers?: RowBuffers,
  ) {}

  /** The pieces of one segment. */
  of(segment: string): DecodedCache {
    const nameOf = (key: string | number) => `${segment} ${key}`;
    return {
      ...(this.rowBuffers && { rowBuffers: this.rowBuffers }),
      piece: <T>(key: string | number, load: () => T, bytesOf: (piece: T) => number): T => {
        const name = nameOf(key);
        const known = this.columns.find(name);
        if (known) return known.piece as T;
        const piece = load();
        this.columns.add(name, piece, bytesOf(piece));
        this.shrink();
        return piece;
      },
      grow: (key, bytes) => {
        this.columns.grow(nameOf(key), bytes);
        this.shrink();
      },
      recall: <T>(key: string): T | undefined => {
        const name = nameOf(key);
        return (this.keptSmall.find(name) ?? this.kept.find(name))?.piece as T | undefined;
      },
      keep: (key, piece, bytes) => {
        const name = nameOf(key);
        const [room, other] = bytes <= smallBytes ? [this.keptSmall, this.kept] : [this.kept, this.keptSmall];
        other.remove(name);
        room.add(name, piece, bytes);
        this.shrink();
      },
    };
  }

  clear(): void {
    this.columns.shrinkTo(0);
    this.kept.shrinkTo(0);
    this.keptSmall.shrinkTo(0);
  }

  /** Evicts columns first; computed results go when few columns are left, the smallest ones last. */
  shed(): void {
    const columns = this.columns.bytes;
    const kept = this.kept.bytes;
    this.columns.shrinkTo(columns / 2);
    if (columns < kept) this.kept.shrinkTo(kept / 2);
    if (columns + kept < this.keptSmall.bytes) this.keptSmall.shrinkTo(this.keptSmall.bytes / 2);
  }

  private shrink(): void {
    this.keptSmall.shrinkTo(this.maxBytes * smallShare);
    this.kept.shrinkTo(this.maxBytes * keptShare - this.keptSmall.bytes);
    this.columns.shrinkTo(this.maxBytes - this.kept.bytes - this.keptSmall.bytes);
  }
}

/** Includes the share of the smallest results. */
const keptShare = 2 / 3;
const smallShare = 1 / 12;

/**
 * The largest result that counts as smallest: a count, a step for each hour of a month, the first few rows of a page,
 * but not a bit for each row of a large segment.
 */
const smallBytes = 8 * 1024;

/** Overhead of an entry and its object, roughly. Most of what small results cost. */
const entryBytes = 160;

interface Entry {
  piece: unknown;
  bytes: number;
  isUsed: boolean;
}

/**
 * Evicts the entry unused for longest, but spares each entry once that was used since it came or was last spared: a
 * question that goes through everything must not evict what every page needs.
 */
class Pieces {
  bytes = 0;
  private readonly entries = new Map<string, Entry>();

  find(name: string): Entry | undefined {
    const known = this.entries.get(name);
    if (known) known.isUsed = true;
    return known;
  }

  /** `ownBytes`: without what the entry itself takes. */
  add(name: string, piece: unknown, ownBytes: number): void {
    const bytes = ownBytes + entryBytes + 2 * name.length;
    this.remove(name);
    this.bytes += bytes;
    this.entries.set(name, { piece, bytes, isUsed: false });
  }

  remove(name: string): void {
    this.bytes -= this.entries.get(name)?.bytes ?? 0;
    this.entries.delete(name);
  }

  grow(name: string, bytes: number): void {
    const known = this.entries.get(name);
    if (!known) return;
    known.bytes += bytes;
    this.bytes += bytes;
  }

  shrinkTo(maxBytes: number): void {
    // A spared entry moves to the end and no longer counts as used.
    for (const [oldest, entry] of this.entries) {
      if (this.bytes <= maxBytes) break;
      this.entries.delete(oldest);
      if (entry.isUsed && entry.bytes <= maxBytes) this.entries.set(oldest, { ...entry, isUsed: false });
      else this.bytes -= entry.bytes;
    }
  }
}
