import { chmodSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createFolder } from "../lib/files.ts";
import { freeBytesOf } from "../lib/free-space.ts";
import { DayCatalog } from "./catalog/day-catalog.ts";
import type { EventStoreOptions } from "./catalog/event-store-options.ts";
import { faultOf } from "./errors.ts";
import type { EventStore } from "./event-store.ts";
import { FileEventStore } from "./file-event-store.ts";
import { bytesBesideDays } from "./files/database-files.ts";
import { FreeSpace } from "./files/free-space.ts";
import { IntakeLog } from "./files/intake-log.ts";
import { RenewableLog } from "./files/renewable-log.ts";
import { setFileAside } from "./files/set-file-aside.ts";
import { lostIdsGap } from "./limits.ts";
import type { DamagedDay } from "./snapshot.ts";
import { UpkeepThread } from "./upkeep/upkeep-thread.ts";

/**
 * Opens the event files of a data folder for writing, brings back what was not sealed, and cleans up after a crash. The
 * caller makes sure that it is the only one. Damaged files are set aside and never stop the start.
 */
export function openEventStore(options: EventStoreOptions): EventStore {
  const { eventsFolder, clock, log, upkeep = new UpkeepThread(eventsFolder, log, options.awaited) } = options;
  createFolder(eventsFolder);
  chmodSync(eventsFolder, 0o700);
  const path = join(eventsFolder, "intake.sqlite");
  const isNew = !existsSync(path);
  const { minFreeBytes, freeBytes = freeBytesOf, monotonicMs = () => performance.now() } = options;
  const { intake: opened, lost } = openIntake(path, options);
  const replace = (reason: string) => replaceIntake(path, reason, options);
  const intake = new RenewableLog(opened, { replace, monotonicMs, log });
  const catalog = new DayCatalog(eventsFolder, intake, upkeep, clock, log, monotonicMs);
  try {
    catalog.loader.load();
    // Without the log, the ids of events that were only in it are unknown.
    goOn(opened, catalog, lost || (isNew && (catalog.list().length > 0 || catalog.damage.files.length > 0)));
  } catch (error) {
    intake.close();
    throw error;
  }
  const space = new FreeSpace(eventsFolder, minFreeBytes, freeBytes, monotonicMs);
  const otherBytes = () => bytesBesideDays(eventsFolder);
  return new FileEventStore(options, catalog, intake, space, otherBytes, upkeep);
}

/** A damaged log is set aside; the catalog finds it under its new name. */
function openIntake(path: string, options: EventStoreOptions): { intake: IntakeLog; lost: boolean } {
  try {
    return { intake: new IntakeLog(path, options.openSyncedFile), lost: false };
  } catch (error) {
    const fault = faultOf(error);
    if (fault !== "file" && fault !== "content") throw error;
    return { intake: replaceIntake(path, String(error), options).intake, lost: true };
  }
}

function replaceIntake(
  path: string,
  reason: string,
  { clock, log, openSyncedFile }: EventStoreOptions,
): { intake: IntakeLog; damaged: DamagedDay } {
  const damaged = setFileAside(path, "", clock(), reason, log);
  const intake = new IntakeLog(path, openSyncedFile);
  intake.salvage(join(dirname(path), damaged.file));
  return { intake, damaged };
}

/** Raises the next id and commit above everything that the day files have. */
function goOn(intake: IntakeLog, catalog: DayCatalog, isLost: boolean): void {
  const days = catalog.list();
  const commit = days.reduce((most, day) => Math.max(most, day.sealedCommit), 0);
  const lastId = days
    .flatMap(({ segments }) => segments)
    .reduce((most, { summary }) => Math.max(most, summary.maxId), 0);
  const gap = isLost ? lostIdsGap : 0;
  intake.startFrom(lastId + 1 + gap, commit + gap);
}
