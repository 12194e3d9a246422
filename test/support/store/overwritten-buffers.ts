import { PieceCache } from "../../../src/eventstore/read/piece-cache.ts";
import { RowBuffers } from "../../../src/eventstore/read/row-buffers.ts";

/** Memory that loses what it holds as soon as it is given back: who still reads it is found out. */
class OverwrittenBuffers extends RowBuffers {
  override giveBack(buffer: ArrayBuffer): void {
    new Uint8Array(buffer).fill(0xa5);
    super.giveBack(buffer);
  }
}

/** A cache that keeps no rows, as that of large segments, of segments of any size. */
export function cacheWithoutRows(bytes = 1e6): PieceCache {
  return new PieceCache(bytes, new OverwrittenBuffers(1e6, 0));
}
