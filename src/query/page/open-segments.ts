import type { Segment } from "../../eventstore/segment.ts";
import type { SegmentHandle } from "../../eventstore/snapshot.ts";

/** Segments that are read again and again, opened once and kept while all of them together have not too many rows. */
export class OpenSegments {
  /** Longest unused first. */
  readonly #open = new Map<SegmentHandle, Segment>();
  #rows = 0;

  constructor(
    private readonly open: (handle: SegmentHandle) => Segment,
    private readonly maxRows: number,
  ) {}

  get(handle: SegmentHandle): Segment {
    const known = this.#open.get(handle);
    if (known !== undefined && this.#latest === known) return known;
    const segment = known ?? this.#add(handle);
    this.#open.delete(handle);
    this.#open.set(handle, segment);
    this.#latest = segment;
    return segment;
  }

  #latest: Segment | undefined;

  #add(handle: SegmentHandle): Segment {
    this.#rows += handle.rows;
    for (const oldest of this.#open.keys()) {
      if (this.#rows <= this.maxRows) break;
      this.#rows -= oldest.rows;
      this.#open.delete(oldest);
    }
    return this.open(handle);
  }
}
