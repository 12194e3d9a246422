import { type FSWatcher, watch } from "node:fs";
import { messageOf } from "../../lib/errors.ts";
import type { Logger } from "../../lib/log.ts";

/**
 * Calls `onChange` soon after files of the folder changed, once for changes that come together or while an earlier call
 * is not done. The folder must be there.
 */
export function watchRules(folder: string, onChange: () => Promise<unknown>, log: Logger): { close(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watcher: FSWatcher | undefined;
  let isBusy = false;
  const note = () => {
    clearTimeout(timer);
    timer = setTimeout(react, quietMs);
    timer.unref();
  };
  const react = async () => {
    if (isBusy) return note();
    isBusy = true;
    await onChange().catch((error) => log.error({ err: error }, "parser rules not read again"));
    isBusy = false;
  };
  const giveUp = (error: unknown) =>
    log.warn({ folder, reason: messageOf(error) }, "parser rules not watched: changes of files count after a restart");
  try {
    watcher = watch(folder, note);
    watcher.on("error", giveUp);
    watcher.unref();
  } catch (error) {
    // Some file systems cannot be watched, and a system may run out of watches.
    giveUp(error);
  }
  return {
    close() {
      clearTimeout(timer);
      watcher?.close();
    },
  };
}

/** Editors write a file in several steps, and version control writes many files. */
const quietMs = 200;
