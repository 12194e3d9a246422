import { locatedCacheMax } from "../limits.ts";
import type { SealedSegment } from "./day.ts";
import type { DayCatalog } from "./day-catalog.ts";

/** Which sealed segment has an event, by its id. `clear` has to be called after every change of the days. */
export class LocatedCache {
  private readonly found = new Map<number, SealedSegment>();

  constructor(private readonly catalog: Pick<DayCatalog, "list" | "segmentOf">) {}

  clear(): void {
    this.found.clear();
  }

  /** Undefined: no day has it. */
  locate(id: number): SealedSegment | undefined {
    const known = this.found.get(id);
    if (known) return known;
    const found = this.search(id);
    if (!found) return undefined;
    if (this.found.size >= locatedCacheMax) this.found.clear();
    this.found.set(id, found);
    return found;
  }

  /**
   * The newest day first, since most repeats are of recent events. An unreadable segment counts if no other has the
   * event.
   */
  private search(id: number): SealedSegment | undefined {
    let found: SealedSegment | undefined;
    for (const day of this.catalog.list().reverse()) {
      const segment = this.catalog.segmentOf(day, id);
      if (segment && segment.damage === undefined) return segment;
      found ??= segment;
    }
    return found;
  }
}
