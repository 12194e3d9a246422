import { freeArrays } from "../../runtime/free-arrays.ts";
import { decodeSeries, decodeSeriesSlice } from "../format/integers.ts";
import type { PartSource, RowSlice, SegmentDirectory } from "../format/segment-format.ts";
import { type DecodedCache, noCache } from "./decoded-cache.ts";
import { arrayBytes } from "./decoded-sizes.ts";
import { pieceKey } from "./kept-pieces.ts";

/** The rows of a segment, or of one slice of it: where their bytes lie, and which events they are. */
export class StoredRows {
  readonly count: number;
  private eventIds: Float64Array | undefined;

  /** `slice`: these rows alone; undefined: all of them. */
  constructor(
    readonly directory: SegmentDirectory,
    readonly source: PartSource,
    readonly cache: DecodedCache,
    readonly slice?: RowSlice,
  ) {
    this.count = slice?.rows ?? directory.rows;
  }

  /** Event ids by row. */
  ids(): Float64Array {
    this.eventIds ??= this.cache.piece(this.keyOf("ids"), () => this.decodeIds(), arrayBytes);
    return this.eventIds;
  }

  /** Frees what `ids` returned; it is decoded again when somebody asks. No effect where it is cached. */
  forgetIds(): void {
    if (this.cache !== noCache) return;
    freeArrays([this.eventIds]);
    this.eventIds = undefined;
  }

  /** Key in the cache for what is decoded of these rows alone. */
  keyOf(piece: string): string {
    return pieceKey(this.slice, piece);
  }

  private decodeIds(): Float64Array {
    const { ids } = this.directory;
    return this.slice ? decodeSeriesSlice(this.source, ids, this.slice) : decodeSeries(this.source, ids);
  }
}
