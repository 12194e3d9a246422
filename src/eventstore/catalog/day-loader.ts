import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Logger } from "../../lib/log.ts";
import { LaterVersionError } from "../errors.ts";
import { removeDatabase } from "../files/database-files.ts";
import { type DayContents, DayFile, dayOfFile } from "../files/day-file.ts";
import { type DayManifestEntry, markOf } from "../files/day-manifest.ts";
import { summaryFault } from "../files/summary-fault.ts";
import { FormatError } from "../format/segment-format.ts";
import { finishAfterStartMs } from "../limits.ts";
import { PendingRepeats } from "../occurrences/pending-repeats.ts";
import type { DamagedDay } from "../snapshot.ts";
import { type Day, newDay } from "./day.ts";
import type { DayDamage } from "./day-damage.ts";
import type { EventLocator } from "./event-locator.ts";
import type { KnownDays } from "./known-days.ts";
import type { ManifestKeeper } from "./manifest-keeper.ts";

/** Finds out which days the folder has: from the manifest where it is of the files as they are, else from the files. */
export class DayLoader {
  /** Days whose files are there and could not be opened, for a reason outside, with that. */
  private readonly reasons = new Map<string, string>();

  /** Parameters: the parts of the catalog, wired by it alone. */
  constructor(
    private readonly days: KnownDays,
    private readonly manifest: ManifestKeeper,
    private readonly damage: DayDamage,
    private readonly locator: EventLocator,
    private readonly monotonicMs: () => number,
    private readonly log: Logger,
  ) {}

  /** The first look at the folder. A file that cannot be read is set aside. */
  load(): void {
    const names = readdirSync(this.days.folder).sort();
    for (const name of names) {
      const damaged = damagedName.exec(name);
      if (damaged) this.damage.files.push({ file: name, day: damaged[1] ?? "" });
      if (removedName.test(name)) removeDatabase(join(this.days.folder, name));
    }
    const entries = this.manifest.all();
    for (const name of names) {
      const day = dayOfFile(name);
      if (day) this.tryToLoad(day, entries.get(day));
      if (day) entries.delete(day);
    }
    for (const day of entries.keys()) {
      this.log.warn({ day }, "an event file was taken away since the last stop, its day is left out");
      this.manifest.forget(day);
    }
  }

  /** Some files could not be opened; `tryAgain` looks at them. */
  get hasUnopened(): boolean {
    return this.reasons.size > 0;
  }

  /** Why the file of a day could not be opened. */
  reasonOf(name: string): string | undefined {
    return this.reasons.get(name);
  }

  unopened(): DamagedDay[] {
    return Array.from(this.reasons.keys(), (day) => ({ file: basename(this.days.pathOf(day)), day }));
  }

  tryAgain(): void {
    for (const day of [...this.reasons.keys()]) this.tryToLoad(day, undefined);
    this.days.onChange();
  }

  /** Damage sets the day aside; any other failure leaves it out for now. */
  private tryToLoad(name: string, entry: DayManifestEntry | undefined): void {
    try {
      this.reasons.delete(name);
      this.damage.guard(name, () => this.loadDay(name, entry));
    } catch (error) {
      if (error instanceof LaterVersionError) throw error;
      this.days.byName.delete(name);
      this.reasons.set(name, String(error));
      this.log.error({ day: name, err: error }, "event file cannot be opened, its day is left out for now");
    }
  }

  private loadDay(name: string, entry: DayManifestEntry | undefined): void {
    const path = this.days.pathOf(name);
    if (entry && entry.mark === markOf(path) && this.believe(name, entry.contents)) return;
    const { contents, packedRepeats } = readDay(path);
    if (entry) this.compare(name, entry.contents, contents);
    this.accept(name, contents).unlistedSince = this.monotonicMs();
    if (contents.repeatsDamage !== undefined) this.damage.setRepeatsAside(name, contents.repeatsDamage, packedRepeats!);
  }

  /** False when the entry makes no sense. */
  private believe(name: string, contents: DayContents): boolean {
    try {
      this.accept(name, contents);
      return true;
    } catch {
      this.days.byName.delete(name);
      return false;
    }
  }

  private accept(name: string, { segments, repeats, setAside = [], ...contents }: DayContents): Day {
    const { sealedCommit, leftOver, isInspected = false } = contents;
    const damage = new Map(setAside.map(({ segmentId, reason }) => [segmentId, reason]));
    const day = newDay(name);
    this.days.byName.set(name, day);
    Object.assign(day, { sealedCommit, leftOver, isInspected });
    day.lastSegmentId = Math.max(0, ...leftOver, ...segments.map(({ segmentId }) => segmentId));
    day.finishFromMs = this.monotonicMs() + finishAfterStartMs;
    day.segments = segments.map(({ segmentId, ...summary }) => ({
      segmentId,
      summary,
      pending: new PendingRepeats(),
      damage: damage.get(segmentId),
    }));
    // This version may read a file that another one could not.
    day.toMend = day.segments.filter((segment) => segment.damage !== undefined);
    for (const { segmentId, summary } of day.segments) {
      const fault = summaryFault(summary);
      if (fault !== undefined) this.damage.setSegmentAside(name, segmentId, fault);
    }
    for (const { id, time, commit, fired } of repeats)
      this.locator.segmentOf(day, id)?.pending.add(id, time, commit, fired);
    return day;
  }

  /** A file that is sound but not the one that was here: cut to nothing, or put back as it was earlier. */
  private compare(name: string, before: DayContents, now: Pick<DayContents, "sealedCommit" | "segments">): void {
    if (now.sealedCommit >= before.sealedCommit || before.segments.length === 0) return;
    if (now.segments.length === 0) throw new FormatError("The file is empty, though it had events.");
    this.damage.reportOlder(name);
  }
}

/** Contents of a day file; `packedRepeats`: the undecoded list of repeats, when it cannot be read. */
function readDay(path: string): { contents: DayContents; packedRepeats: Uint8Array | undefined } {
  const file = new DayFile(path);
  try {
    const contents = file.contents();
    return { contents, packedRepeats: contents.repeatsDamage === undefined ? undefined : file.packedRepeats() };
  } finally {
    file.close();
  }
}

/** With the day, when it is of one. */
const damagedName = /^(?:(\d{4}-\d{2}-\d{2})\.)?.+\.damaged-[0-9TZ]+(?:\.\d+)?$/;
const removedName = /\.removed-[0-9TZ]+$/;
