import type { Logger } from "../../lib/log.ts";
import type { Day, SealedSegment } from "../catalog/day.ts";
import type { DayCatalog } from "../catalog/day-catalog.ts";
import { ask, isUnreadable, refOf, UpkeepError, type UpkeepWork } from "../catalog/upkeep-jobs.ts";
import { applyChange } from "./apply-change.ts";
import { compact, handleThrough } from "./compactor.ts";
import { sealedThrough } from "./sealer.ts";

/**
 * Rewrites a segment that a reader could not read, from its columns: the damage may be limited to data derived from
 * them, or come from an earlier version's mistake. True: the segment serves again. False: it cannot be rewritten; its
 * file records that it is set aside.
 */
export function* mend(catalog: DayCatalog, day: Day, segment: SealedSegment): UpkeepWork<boolean> {
  day.toMend = day.toMend.filter((other) => other !== segment);
  if (!segment.isMended)
    try {
      for (const built of yield* compact(catalog, day, [segment], true)) built.isMended = true;
      return true;
    } catch (error) {
      if (!isUnreadable(error)) {
        day.toMend.push(segment);
        throw error;
      }
    }
  yield* keepAside(catalog, day);
  return false;
}

/**
 * Merges segments. True: one took their place. False: those that cannot be read are set aside, those that are too heavy
 * stay as they are.
 */
export function* mergeOrSeparate(
  catalog: DayCatalog,
  day: Day,
  sources: SealedSegment[],
  log: Logger,
): UpkeepWork<boolean> {
  try {
    yield* compact(catalog, day, sources);
    return true;
  } catch (error) {
    if (error instanceof UpkeepError && error.kind === "heavy") leaveApart(sources);
    else if (isUnreadable(error)) {
      log.warn({ day: day.name, err: error }, "segments cannot be merged");
      yield* separate(catalog, day, sources);
    } else throw error;
    return false;
  }
}

/**
 * Finds out why segments cannot be merged: those that cannot be read are set aside. When each can, they stay as they
 * are.
 */
function* separate(catalog: DayCatalog, day: Day, sources: readonly SealedSegment[]): UpkeepWork {
  let isAny = false;
  for (const source of sources) {
    const handle = handleThrough(day, source, day.sealedCommit);
    const reason = yield* ask({ kind: "examine", day: refOf(day), source: handle });
    if (reason === undefined) continue;
    catalog.damage.setSegmentAside(day.name, source.segmentId, reason);
    isAny = true;
  }
  if (!isAny) leaveApart(sources);
}

function leaveApart(sources: readonly SealedSegment[]): void {
  for (const source of sources) source.staysAlone = true;
}

function* keepAside(catalog: DayCatalog, day: Day): UpkeepWork {
  yield* applyChange(catalog, day, { add: [], replace: [] }, () => sealedThrough(day.segments, day.sealedCommit));
  day.unfolded = true;
}
