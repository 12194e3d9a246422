import type { Segment } from "../../eventstore/segment.ts";
import type { SegmentHandle } from "../../eventstore/snapshot.ts";

/** Segments that are read again and again, opened once and kept while all of them together have not too many rows. */
export class OpenSegments {
  /** Longest unused first. */
  readonly #opened = new Map<SegmentHandle, Segment>();
  #rows = 0;

  readonly #open: (handle: SegmentHandle) => Segment;
  readonly #maxRows: number;

  constructor(open: (handle: SegmentHandle) => Segment, maxRows: number) {
    this.#open = open;
    this.#maxRows = maxRows;
  }

  get(handle: SegmentHandle): Segment {
    const known = this.#opened.get(handle);
    if (known !== undefined && this.#latest === known) return known;
    const segment = known ?? this.#add(handle);
    this.#opened.delete(handle);
    this.#opened.set(handle, segment);
    this.#latest = segment;
    return segment;
  }

  #latest: Segment | undefined;

  #add(handle: SegmentHandle): Segment {
    this.#rows += handle.rows;
    for (const oldest of this.#opened.keys()) {
      if (this.#rows <= this.#maxRows) break;
      this.#rows -= oldest.rows;
      this.#opened.delete(oldest);
    }
    return this.#open(handle);
  }
}
