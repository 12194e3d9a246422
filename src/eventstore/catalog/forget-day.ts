import type { KnownDays } from "./known-days.ts";
import type { ManifestKeeper } from "./manifest-keeper.ts";
import type { Upkeep } from "./upkeep-jobs.ts";

interface DayHolders {
  upkeep: Pick<Upkeep, "release">;
  manifest: ManifestKeeper;
  days: KnownDays;
}

/**
 * Forgets a day whose file is damaged or gone. Everything that keeps something of a day by its name lets go here, in
 * this order:
 *
 * 1. `upkeep.release`: the upkeep thread ends its job of that day and closes the file, before `takeFile` renames it.
 * 2. `manifest.forget`: the next start must not believe the entry.
 * 3. `days.drop`: later snapshots go without the day. It calls `onLost`: de-duplication asks the store again whether an
 *    event that it remembers is still shown (`Dedup.doubt`).
 * 4. `days.onFileLost`: the sealer writes the day again (`Sealer.forget`); parked jobs of it go
 *    (`UpkeepScheduler.forgetDay`).
 * 5. `days.onChange`: the located cache is emptied (located-cache.ts), and the next reader takes a new snapshot instead
 *    of the shared one.
 *
 * Answers and decoded columns need nothing: their keys name segments that no later snapshot has, so they are never
 * asked for again. `FileEventStore` wires the three callbacks. A new cache of days belongs into this list.
 */
export function forgetDay(name: string, { upkeep, manifest, days }: DayHolders, takeFile: () => void): void {
  upkeep.release(name);
  takeFile();
  manifest.forget(name);
  days.drop(name);
  days.onFileLost(name);
  days.onChange();
}
