import type { Logger } from "../../lib/log.ts";
import type { DayManifest, DayManifestEntry } from "../files/day-manifest.ts";
import { type Day, entryDueMs } from "./day.ts";
import type { KnownDays } from "./known-days.ts";

/**
 * Keeps the day manifest in step with the days. It may lag behind, or fail to be written: then the next start opens the
 * file of the day instead.
 */
export class ManifestKeeper {
  /** `intake` brings the manifest; another one when the log is renewed. */
  constructor(
    private readonly days: KnownDays,
    private readonly intake: { readonly manifest: DayManifest },
    private readonly monotonicMs: () => number,
    private readonly log: Logger,
  ) {}

  all(): Map<string, DayManifestEntry> {
    return this.intake.manifest.all();
  }

  /** A day whose file was left alone long enough for an entry. */
  next(): Day | undefined {
    const now = this.monotonicMs();
    for (const day of this.days.byName.values()) if (entryDueMs(day) <= now) return day;
    return undefined;
  }

  /** How long until there is a `next`; undefined: nothing waits. */
  untilNextMs(): number | undefined {
    let first = Number.POSITIVE_INFINITY;
    for (const day of this.days.byName.values()) first = Math.min(first, entryDueMs(day));
    return first === Number.POSITIVE_INFINITY ? undefined : first - this.monotonicMs();
  }

  /** Keeps what a file has, so that the next start need not open it. Undefined: nothing can be said of it. */
  keep(day: Day, entry: DayManifestEntry | undefined): void {
    if (!entry || this.days.byName.get(day.name) !== day) return;
    try {
      this.intake.manifest.set(day.name, { ...entry, contents: { ...entry.contents, isInspected: day.isInspected } });
    } catch (error) {
      this.log.warn({ day: day.name, err: error }, "the manifest entry of a day cannot be written");
    }
  }

  /** The next start finds out that an entry which stays belongs to no file. */
  forget(name: string): void {
    try {
      this.intake.manifest.remove(name);
    } catch (error) {
      this.log.warn({ day: name, err: error }, "the manifest entry of a day cannot be removed");
    }
  }
}
