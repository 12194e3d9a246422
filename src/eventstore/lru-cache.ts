import type { PieceCache } from "./segment-view.ts";

/** Pieces of many segments, bounded by bytes; the one unused for longest goes first. */
export class LruCache {
  private readonly entries = new Map<string, { piece: unknown; bytes: number }>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** The pieces of one segment. */
  of(segment: string): PieceCache {
    return {
      piece: <T>(key: string | number, load: () => T, bytesOf: (piece: T) => number): T => {
        const name = `${segment} ${key}`;
        const known = this.entries.get(name);
        if (known) {
          this.entries.delete(name);
          this.entries.set(name, known);
          return known.piece as T;
        }
        const piece = load();
        this.add(name, piece, bytesOf(piece));
        return piece;
      },
    };
  }

  clear(): void {
    this.entries.clear();
    this.bytes = 0;
  }

  private add(name: string, piece: unknown, bytes: number): void {
    if (bytes > this.maxBytes) return;
    this.entries.set(name, { piece, bytes });
    this.bytes += bytes;
    for (const [oldest, entry] of this.entries) {
      if (this.bytes <= this.maxBytes) break;
      this.entries.delete(oldest);
      this.bytes -= entry.bytes;
    }
  }
}
