import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { Logger } from "../../lib/log.ts";
import { DamagedSegmentError, faultOf } from "../errors.ts";
import { setBytesAside, setFileAsideOrName } from "../files/set-file-aside.ts";
import type { DamagedDay } from "../snapshot.ts";
import { forgetDay } from "./forget-day.ts";
import type { KnownDays } from "./known-days.ts";
import type { ManifestKeeper } from "./manifest-keeper.ts";
import type { Upkeep } from "./upkeep-jobs.ts";

/** Sets damaged segments and day files aside, and names them. */
export class DayDamage {
  /** Files that were set aside, now or earlier. */
  readonly files: DamagedDay[] = [];

  constructor(
    readonly days: KnownDays,
    readonly manifest: ManifestKeeper,
    readonly upkeep: Pick<Upkeep, "release">,
    private readonly nowMs: () => number,
    private readonly log: Logger,
  ) {}

  /** Segments that are in their files and not shown, by day. */
  hidden(): DamagedDay[] {
    return Array.from(this.days.byName.values()).flatMap(({ name, segments }) => {
      const hidden = segments.filter(({ damage }) => damage !== undefined);
      const events = hidden.reduce((sum, { summary }) => sum + summary.rows, 0);
      return events > 0 ? [{ file: this.fileOf(name), day: name, events }] : [];
    });
  }

  /** Does something with a day's file; when that shows damage, sets aside what is damaged and returns undefined. */
  guard<T>(day: string, action: () => T): T | undefined {
    try {
      return action();
    } catch (error) {
      const fault = faultOf(error);
      if (fault !== "file" && fault !== "content") throw error;
      const segment = error instanceof DamagedSegmentError ? error.damage.segment : undefined;
      if (segment?.place === "file") this.setSegmentAside(day, segment.segmentId, String(error));
      else this.setAside(day, String(error));
      return undefined;
    }
  }

  /** Later snapshots leave the segment out and name it; it is rewritten where possible. No effect once it is gone. */
  setSegmentAside(name: string, segmentId: number, reason: string): void {
    const day = this.days.byName.get(name);
    const segment = day?.segments.find((some) => some.segmentId === segmentId);
    if (!day || !segment || segment.damage !== undefined) return;
    segment.damage = reason;
    day.toMend.push(segment);
    this.log.error(
      { day: name, segment: segmentId, events: segment.summary.rows, reason },
      "damaged segment set aside",
    );
    this.days.onLost();
    this.days.onChange();
  }

  /** Sets the whole file of a day aside; later snapshots go without the day. */
  setAside(name: string, reason: string): void {
    forgetDay(name, this, () => {
      const path = this.days.pathOf(name);
      if (existsSync(path)) this.files.push(setFileAsideOrName(path, name, this.nowMs(), reason, this.log));
      else this.reportGone(name);
    });
  }

  /** The day is shown without the repeats of its file; the next change to it rewrites their list. */
  setRepeatsAside(name: string, reason: string, packed: Uint8Array): void {
    const path = this.days.pathOf(name).replace(/\.sqlite$/, ".repeats");
    const file = setBytesAside(path, [packed], this.nowMs());
    this.files.push({ file, day: name });
    this.log.error({ file, day: name, reason }, "damaged list of repeats set aside");
  }

  /** The file is sound, but not the one that was here. */
  reportOlder(name: string): void {
    const file = this.fileOf(name);
    this.log.error({ file, day: name }, "event file is older than the one that was here, later events are gone");
    this.files.push({ file, day: name });
  }

  /** Somebody took the file of a day that had events away. */
  private reportGone(name: string): void {
    if (!this.days.byName.get(name)?.segments.length) return;
    const file = this.fileOf(name);
    this.log.error({ file, day: name }, "event file is gone");
    this.files.push({ file, day: name });
  }

  private fileOf(name: string): string {
    return basename(this.days.pathOf(name));
  }
}
