import type { Logger } from "../../lib/log.ts";
import { DamagedSegmentError, faultOf } from "../errors.ts";
import { locatedCacheBytes } from "../limits.ts";
import { createSegmentReader } from "../read/segment-reader.ts";
import type { FileSegment } from "../snapshot.ts";
import type { Day, SealedSegment } from "./day.ts";
import type { DayDamage } from "./day-damage.ts";
import type { KnownDays } from "./known-days.ts";

/** Finds the sealed segment that has an event by reading ids from the file, where ranges of ids cannot tell. */
export class EventLocator {
  private readonly reader = createSegmentReader({ cacheBytes: locatedCacheBytes });

  constructor(
    private readonly days: KnownDays,
    private readonly damage: DayDamage,
    private readonly log: Logger,
  ) {}

  /** The day's segment that has this event. One that turns out to be damaged is set aside and counts as having it. */
  segmentOf(day: Day, id: number): SealedSegment | undefined {
    const candidates = day.segments.filter(({ summary }) => summary.minId <= id && id <= summary.maxId);
    const isOnly = candidates.length === 1;
    const holder = candidates.find((segment) => segment.damage === undefined && this.holds(day, segment, id, isOnly));
    return holder ?? candidates.find(({ damage }) => damage !== undefined);
  }

  close(): void {
    this.reader.close();
  }

  private holds({ name }: Day, { segmentId, summary }: SealedSegment, id: number, isOnly: boolean): boolean {
    if (summary.maxId - summary.minId + 1 === summary.rows) return true;
    const handle: FileSegment = { place: "file", day: name, segmentId, ...summary, repeats: undefined };
    try {
      return this.damage.guard(name, () => this.rowOf(handle, id) >= 0) ?? false;
    } catch (error) {
      this.log.warn({ day: name, err: error }, "an event file cannot be read now");
      return isOnly;
    }
  }

  private rowOf(handle: FileSegment, id: number): number {
    const segment = this.reader.open(handle, this.days.folder);
    try {
      return segment.rowOf(id);
    } catch (error) {
      // The bytes of its ids do not fit together: this segment is damaged, not the whole file.
      if (faultOf(error) !== "content" || error instanceof DamagedSegmentError) throw error;
      const { place, day, segmentId } = handle;
      const damage = { day, segment: { place, day, segmentId }, reason: String(error) };
      throw new DamagedSegmentError(this.days.pathOf(day), damage, { cause: error });
    }
  }
}
