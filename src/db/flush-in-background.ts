import { close, fsync, open } from "node:fs";
import type { Database } from "better-sqlite3";

/**
 * Puts committed changes on disk within a second without holding the main thread: SQLite has already written them to
 * the write-ahead log, and a flush of that file by anyone flushes it for all. No lock of SQLite lies on the log, so
 * opening it a second time in this process is harmless (on the database file itself it would drop the locks).
 */
export function flushInBackground(client: Database, logPath: string): { close(): void } {
  const changes = client.prepare("SELECT total_changes()").pluck();
  let flushedChanges = changes.get();
  let busy = false;
  const timer = setInterval(() => {
    const currentChanges = changes.get();
    if (busy || currentChanges === flushedChanges) return;
    busy = true;
    flush(logPath, (done) => {
      busy = false;
      if (done) flushedChanges = currentChanges;
    });
  }, intervalMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

/** Half of the second that a power cut may cost; the other half is for the flush itself. */
const intervalMs = 500;

/** A failure is tried again at the next tick; SQLite's own next write reports the error itself. */
function flush(path: string, onDone: (done: boolean) => void): void {
  open(path, "r+", (openError, file) => {
    if (openError) return onDone(false);
    fsync(file, (syncError) => close(file, () => onDone(syncError === null)));
  });
}
