import { existsSync } from "node:fs";
import type { DayRef } from "../catalog/upkeep-jobs.ts";
import { DamagedFileError } from "../errors.ts";
import { DayFile, dayPath } from "../files/day-file.ts";
import { openDaysMax } from "../limits.ts";

/** The day files that are open for writing, a few. */
export class DayFiles {
  private readonly open = new Map<string, DayFile>();
  private readonly pinned = new Map<string, number>();

  constructor(private readonly folder: string) {}

  /** Throws DamagedFileError when it is not the file that is meant. */
  get(day: DayRef): DayFile {
    const { name } = day;
    let file = this.open.get(name);
    this.open.delete(name);
    file ??= openFile(this.folder, day);
    this.open.set(name, file);
    if (!file.isInPlace()) throw new DamagedFileError("The file was taken away while it was open.");
    return file;
  }

  /** Keeps a day's file open for work in slices. */
  pin(name: string): void {
    this.pinned.set(name, (this.pinned.get(name) ?? 0) + 1);
  }

  unpin(name: string): void {
    const pins = this.pinned.get(name)! - 1;
    if (pins > 0) this.pinned.set(name, pins);
    else this.pinned.delete(name);
    this.closeIdle();
  }

  /** Closes files that were not used lately. */
  closeIdle(): void {
    for (const name of this.open.keys()) {
      if (this.open.size <= openDaysMax) return;
      if (!this.pinned.has(name)) this.closeQuietly(name);
    }
  }

  /** The next user of the file finds out what is wrong with it: the current job is about another day. */
  private closeQuietly(name: string): void {
    try {
      this.close(name);
    } catch {
      // As said above.
    }
  }

  close(name: string): void {
    const file = this.open.get(name);
    this.open.delete(name);
    file?.close();
  }

  /** All of them; the first failure is thrown in the end. */
  closeAll(): void {
    const failures: unknown[] = [];
    for (const name of [...this.open.keys()])
      try {
        this.close(name);
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }
}

function openFile(folder: string, { name, sealedCommit }: DayRef): DayFile {
  const path = dayPath(folder, name);
  const isExpected = sealedCommit > 0;
  if (isExpected && !existsSync(path)) throw new DamagedFileError("The file is gone.");
  const file = new DayFile(path);
  // The file is further than expected: another job brought it there meanwhile, or this one did and its answer never
  // came.
  if (!isExpected || file.sealedCommit() >= sealedCommit) return file;
  file.close();
  throw new DamagedFileError("Another file has taken its place.");
}
