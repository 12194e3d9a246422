import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/log.ts";
import type { FreeBytes } from "../files/free-space.ts";
import type { SyncedFile } from "../files/log-sync.ts";
import type { Upkeep } from "./upkeep-jobs.ts";

export interface EventStoreOptions {
  eventsFolder: string;
  /** Unsealed events that start a seal. */
  sealEvents: number;
  /** Uncompressed bytes of unsealed events that do so, too; absent: 64 MiB. */
  sealBytes?: number | undefined;
  /** Age of the oldest unsealed event, by arrival, that starts a seal. */
  sealAfterSeconds: number;
  retentionDays: number | undefined;
  /** For the whole folder. */
  retentionBytes: number | undefined;
  /** Free space below which `write` refuses. */
  minFreeBytes: number;
  clock: Clock;
  log: Logger;
  freeBytes?: FreeBytes;
  monotonicMs?: () => number;
  /** Called after whatever makes a later snapshot differ from an earlier one, before what did it returns. */
  onChange?: () => void;
  /**
   * Called when events that were shown are not any more: they were set aside, or retention removed them. `shows` tells
   * which.
   */
  onLost?: () => void;
  /**
   * Called before sealed commits leave the intake log, and by `close`: what is known of them elsewhere should be on its
   * way to the disk.
   */
  onSealed?: () => void;
  /** How the intake log gets on disk. */
  openSyncedFile?: (path: string) => SyncedFile;
  /** Memory of `AwaitedAnswers`, which merges let pass; absent: nobody asks. */
  awaited?: SharedArrayBuffer | undefined;
  /** Undefined: a thread of its own. */
  upkeep?: Upkeep;
}
