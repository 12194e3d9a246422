import type { PieceCache } from "./piece-cache.ts";

/**
 * Pieces of many segments, bounded by bytes. What was reckoned from rows is small and took long, so it has a share that columns, which
 * are large and quickly unpacked, cannot drive it out of; columns have what that leaves.
 */
export class LruCache {
  private readonly columns = new Pieces();
  private readonly kept = new Pieces();

  constructor(private readonly maxBytes: number) {}

  /** The pieces of one segment. */
  of(segment: string): PieceCache {
    const nameOf = (key: string | number) => `${segment} ${key}`;
    return {
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
      recall: <T>(key: string): T | undefined => this.kept.find(nameOf(key))?.piece as T | undefined,
      keep: (key, piece, bytes) => {
        const name = nameOf(key);
        this.kept.add(name, piece, bytes);
        this.shrink();
      },
    };
  }

  clear(): void {
    this.columns.shrinkTo(0);
    this.kept.shrinkTo(0);
  }

  /** Columns first: what was reckoned from rows goes when they are few. */
  shed(): void {
    const columns = this.columns.bytes;
    this.columns.shrinkTo(columns / 2);
    if (columns < this.kept.bytes) this.kept.shrinkTo(this.kept.bytes / 2);
  }

  private shrink(): void {
    this.kept.shrinkTo(this.maxBytes * keptShare);
    this.columns.shrinkTo(this.maxBytes - this.kept.bytes);
  }
}

const keptShare = 1 / 3;

/** Of an entry and of the object that it holds, besides the bytes of that; roughly. Small pieces take mostly this. */
const entryBytes = 160;

interface Entry {
  piece: unknown;
  bytes: number;
  isUsed: boolean;
}

/**
 * The one unused for longest goes first, but one that was used again since it came, or since it was spared last, is spared once: a
 * question that goes through everything must not drive out what every page needs.
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
    this.bytes += bytes - (this.entries.get(name)?.bytes ?? 0);
    this.entries.delete(name);
    this.entries.set(name, { piece, bytes, isUsed: false });
  }

  grow(name: string, bytes: number): void {
    const known = this.entries.get(name);
    if (!known) return;
    known.bytes += bytes;
    this.bytes += bytes;
  }

  shrinkTo(maxBytes: number): void {
    // What is spared comes again at the end, then no longer as used.
    for (const [oldest, entry] of this.entries) {
      if (this.bytes <= maxBytes) break;
      this.entries.delete(oldest);
      if (entry.isUsed && entry.bytes <= maxBytes) this.entries.set(oldest, { ...entry, isUsed: false });
      else this.bytes -= entry.bytes;
    }
  }
}
