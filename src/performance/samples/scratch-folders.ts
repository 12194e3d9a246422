import { readdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { randomHex } from "../../lib/ids.ts";
import type { Logger } from "../../lib/log.ts";

export interface ScratchFolders {
  /** Runs the work with the path of an unused folder; the work creates it, and it is removed in the end. */
  use<Value>(work: (folder: string) => Promise<Value>): Promise<Value>;
  /** Removes all of them; call it when no work is running. */
  close(): void;
}

/**
 * Folders `scratch-…` in the data folder, on the disk to measure. Removes those of killed processes now. The caller
 * holds the lock of the data folder.
 */
export function openScratchFolders(dataFolder: string, log: Logger): ScratchFolders {
  removeAll();
  return {
    async use(work) {
      const folder = join(dataFolder, `scratch-${randomHex(16)}`);
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    close: removeAll,
  };

  /** A folder that cannot be removed only costs space: no reason not to start. */
  function removeAll(): void {
    for (const name of readdirSync(dataFolder).filter((entry) => ours.test(entry)))
      try {
        rmSync(join(dataFolder, name), { recursive: true, force: true });
      } catch (error) {
        log.warn({ err: error, folder: name }, "scratch folder not removed");
      }
  }
}

/** Other people's files are left alone. */
const ours = /^scratch-[0-9a-f]{32}$/;
