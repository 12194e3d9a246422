import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "../../lib/files.ts";

/** A file as the disk knows it. */
export interface SyncedFile {
  /** Gets what was written before the call on disk, without waiting; one at a time. */
  begin(onEnd: (error: Error | null) => void): void;
  /** Syncs while the caller waits, even when another sync is running. */
  wait(): void;
  close(): void;
}

/**
 * Knows how far a log that its owner writes is on disk. The owner goes on while the system syncs; what is written
 * meanwhile waits for the next sync, which is one for all of it. A sync that failed is not tried again: the system may
 * have forgotten what it could not write, and call the next one a success.
 */
export class LogSync {
  /** Called when a sync has ended: `runDurable` has something to do. */
  onEnd: () => void = () => undefined;
  private written = 0;
  private durable = 0;
  private isRunning = false;
  private isClosed = false;
  private failure: Error | undefined;
  private waiting: { for: number; action: () => void }[] = [];

  constructor(
    private readonly path: string,
    private readonly file: SyncedFile,
  ) {}

  /** Something was written that is not known to be on disk. */
  get isBehind(): boolean {
    return this.durable < this.written;
  }

  /** Something was written: from here on it is on its way to the disk. */
  wrote(): void {
    this.written++;
    this.begin();
  }

  /**
   * `action` comes once all that was written is on disk: at once, or from within `runDurable` or `flush`, in the order
   * of these calls; never after a failure.
   */
  whenDurable(action: () => void): void {
    this.waiting.push({ for: this.written, action });
    if (this.failure === undefined) this.run();
  }

  /** Throws when a sync has failed: what is on disk is then unknown, and the owner cannot go on. */
  runDurable(): void {
    if (this.failure !== undefined) throw this.failure;
    this.run();
  }

  /** Everything that was written is on disk when it returns. */
  flush(): void {
    if (this.failure === undefined && this.isBehind) {
      try {
        this.file.wait();
        this.durable = this.written;
      } catch (error) {
        this.fail(error);
      }
    }
    this.runDurable();
  }

  close(): void {
    this.isClosed = true;
    this.file.close();
  }

  private begin(): void {
    if (this.isRunning || !this.isBehind || this.failure !== undefined || this.isClosed) return;
    this.isRunning = true;
    // Writes after this point may miss this sync.
    const { written } = this;
    this.file.begin((error) => {
      this.isRunning = false;
      if (error !== null) this.fail(error);
      else this.durable = Math.max(this.durable, written);
      this.begin();
      if (!this.isClosed) this.onEnd();
    });
  }

  private run(): void {
    while (this.waiting.length > 0 && this.waiting[0]!.for <= this.durable) this.waiting.shift()!.action();
  }

  private fail(cause: unknown): void {
    this.failure ??= new Error(`Cannot get "${this.path}" on disk: ${String(cause)}`, { cause });
  }
}

/**
 * Syncs a file that another owner writes, through descriptors of its own. SQLite locks databases and their `-shm`, and
 * closing a second descriptor would drop those locks; it never locks the `-wal`. The file's name is on disk when this
 * returns.
 */
export function openSyncedFile(path: string): SyncedFile {
  // The system reports a failed write once per descriptor, so a caller who waits must not miss what another one was
  // told.
  const background = openSync(path, "r+");
  const foreground = openSync(path, "r+");
  let isRunning = false;
  let isClosed = false;
  syncFolder(dirname(path));
  return {
    begin(onEnd) {
      isRunning = true;
      fdatasync(background, (error) => {
        isRunning = false;
        // Closed after the sync: closed earlier, its number might name another file by now.
        if (isClosed) closeSync(background);
        onEnd(error);
      });
    },
    wait: () => fdatasyncSync(foreground),
    close() {
      isClosed = true;
      closeSync(foreground);
      if (!isRunning) closeSync(background);
    },
  };
}
