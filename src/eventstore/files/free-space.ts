import { DiskFullError } from "../errors.ts";
import { freeSpaceCheckMs } from "../limits.ts";

/** Bytes that an ordinary user may still write below a folder. */
export type FreeBytes = (folder: string) => number;

/** Looks at the free space now and then instead of at each call. */
export class FreeSpace {
  private lookedMs = Number.NEGATIVE_INFINITY;
  private free = 0;

  constructor(
    private readonly folder: string,
    private readonly minFreeBytes: number,
    private readonly freeBytes: FreeBytes,
    private readonly monotonicMs: () => number,
  ) {}

  get bytes(): number {
    const now = this.monotonicMs();
    if (now - this.lookedMs >= freeSpaceCheckMs) {
      this.free = this.freeBytes(this.folder);
      this.lookedMs = now;
    }
    return this.free;
  }

  get isLow(): boolean {
    return this.bytes < this.minFreeBytes;
  }

  /** Throws DiskFullError when there is less than the wanted space. */
  require(): void {
    if (this.isLow) throw new DiskFullError(this.folder);
  }
}
