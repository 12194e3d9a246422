import type { Db } from "../db/open-database.ts";
import { type LossCounts, type OriginCounts, type StoreStatus, uncountedOf } from "../eventstore/event-store.ts";
import { type Clock, nowSeconds, systemClock } from "../lib/clock.ts";
import { spaceOf } from "../lib/free-space.ts";
import type { Logger } from "../lib/log.ts";
import { findDiskTroubles } from "./disk-trouble.ts";
import { lookEveryMs } from "./limits.ts";
import { createLossWatch } from "./loss-troubles.ts";
import { findDamage, findFailingReports, findFailingTriggers, findUsedUpTokens } from "./stored-troubles.ts";
import { tellTroubles } from "./tell-troubles.ts";
import type { Trouble } from "./trouble.ts";

export interface TroubleWatchParts {
  db: Db;
  intake: { status(): Promise<Pick<StoreStatus, "damaged" | "received" | "loss" | "origins">> };
  /** The data folder. */
  data: string;
  /** Below it, events are refused. */
  minFreeMb: number;
  /** A notification was added. */
  onTold(): void;
  log: Logger;
  clock?: Clock;
}

/** A delivery with unknown contents counts like an event. */
function withRefused(loss: LossCounts, origins: readonly OriginCounts[]): LossCounts {
  const { overload, too_large } = uncountedOf(origins);
  return {
    ...loss,
    overload: loss.overload + overload.deliveries,
    too_large: loss.too_large + too_large.deliveries,
  };
}

/** Checks the service for problems again and again, and notifies those who may see it. Main thread. */
export function watchTroubles(parts: TroubleWatchParts) {
  const { db, intake, data, minFreeMb, onTold, clock = systemClock } = parts;
  const log = parts.log.child({ subsystem: "troubles" });
  const findLosses = createLossWatch();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let hasFailed = false;

  return {
    /** Once the service is there for its users. */
    begin: (): Promise<void> => look(),

    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };

  async function look(): Promise<void> {
    try {
      const found = await findAll();
      if (isClosed) return;
      if (tellTroubles(db, found, nowSeconds(clock)) > 0) onTold();
      hasFailed = false;
    } catch (err) {
      // A full disk, or an intake that has just ended: the problems are reported as soon as possible, and logged once.
      if (!hasFailed && !isClosed) log.warn({ err }, "administrators could not be told what is wrong");
      hasFailed = true;
    }
    if (isClosed) return;
    timer = setTimeout(look, lookEveryMs);
    timer.unref();
  }

  async function findAll(): Promise<Trouble[]> {
    const { damaged, received, loss, origins } = await intake.status();
    const { freeBytes, totalBytes } = spaceOf(data);
    return [
      ...findDamage(damaged),
      ...findDiskTroubles({ free: freeBytes, total: totalBytes, minFree: minFreeMb * 1024 * 1024 }),
      ...findFailingTriggers(db),
      ...findFailingReports(db),
      ...findLosses(received, withRefused(loss, origins)),
      ...findUsedUpTokens(db, new Date(clock()).toISOString().slice(0, 10)),
    ];
  }
}
