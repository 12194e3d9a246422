import type { PieceCache } from "./segment-view.ts";

/**
 * Pieces of many segments, bounded by bytes. The one unused for longest goes first, but one that was used again since it came, or since it
 * was spared last, is spared once: a question that goes through everything must not drive out what every page needs.
 */
export class LruCache {
  private readonly entries = new Map<string, { piece: unknown; bytes: number; isUsed: boolean }>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** The pieces of one segment. */
  of(segment: string): PieceCache {
    return {
      piece: <T>(key: string | number, load: () => T, bytesOf: (piece: T) => number): T => {
        const name = `${segment} ${key}`;
        const known = this.find(name);
        if (known) return known.piece as T;
        const piece = load();
        this.add(name, piece, bytesOf(piece));
        return piece;
      },
      recall: <T>(key: string): T | undefined => this.find(`${segment} ${key}`)?.piece as T | undefined,
      keep: (key, piece, bytes) => this.add(`${segment} ${key}`, piece, bytes + key.length),
    };
  }

  clear(): void {
    this.entries.clear();
    this.bytes = 0;
  }

  private find(name: string): { piece: unknown } | undefined {
    const known = this.entries.get(name);
    if (known) known.isUsed = true;
    return known;
  }

  private add(name: string, piece: unknown, bytes: number): void {
    if (bytes > this.maxBytes) return;
    this.bytes -= this.entries.get(name)?.bytes ?? 0;
    this.entries.delete(name);
    this.entries.set(name, { piece, bytes, isUsed: false });
    this.bytes += bytes;
    // What is spared comes again at the end, then no longer as used.
    for (const [oldest, entry] of this.entries) {
      if (this.bytes <= this.maxBytes) break;
      this.entries.delete(oldest);
      if (entry.isUsed) this.entries.set(oldest, { ...entry, isUsed: false });
      else this.bytes -= entry.bytes;
    }
  }
}
