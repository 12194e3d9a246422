import { readdir, readFile } from "node:fs/promises";

/** Open file descriptors of this process and their limit; -1 where the system does not tell. */
export async function readOpenFiles(): Promise<{ openFiles: number; openFilesMax: number }> {
  try {
    const [open, limits] = await Promise.all([readdir("/proc/self/fd"), readFile("/proc/self/limits", "utf8")]);
    const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
    return { openFiles: open.length, openFilesMax: soft === undefined ? -1 : Number(soft) };
  } catch {
    // On systems other than Linux, or at the limit itself: a scrape goes on without the two.
    return { openFiles: -1, openFilesMax: -1 };
  }
}
