import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createDiskReserve, type DiskReserve } from "../lib/disk-reserve.ts";
import { messageOf } from "../lib/errors.ts";
import { createFolder } from "../lib/files.ts";
import { lockFolder } from "../lib/folder-lock.ts";
import { isDiskFullError } from "../lib/free-space.ts";
import { ExitCode, StartError } from "../lib/start-error.ts";
import type { Closers } from "../lib/stop/closers.ts";
import type { Settings } from "./settings.ts";

export interface DataFolder {
  path: string;
  /** Reserved space on its disk for work that must succeed when that is full. */
  reserve: DiskReserve;
  /** The path of a file or folder in it. */
  at(name: string): string;
}

/** Opens the data folder, for this process alone. Throws StartError. */
export function openDataFolder(settings: Settings, closers: Closers): DataFolder {
  const path = settings.ephemeral ? makeTemporaryFolder(closers) : requireWritableFolder(resolve(settings.data));
  const reserve = createDiskReserve(path);
  reserve.giveUp();
  closers.add(() => reserve.takeBack());
  closers.keep(lockFolder(path));
  return { path, reserve, at: (name) => join(path, name) };
}

/** The message of a failed start: the disk is full, if that is the reason. */
export function startFailureOf({ data }: Settings, error: unknown): unknown {
  if (!isDiskFullError(error) && !isDiskFullError((error as Error).cause)) return error;
  const where = `There is no space left on the disk of the data folder "${resolve(data)}".`;
  const message = `${where} Make some megabytes free and start again. (${messageOf(error)})`;
  return new StartError(message, ExitCode.failed, { cause: error });
}

function makeTemporaryFolder(closers: Closers): string {
  const folder = mkdtempSync(join(tmpdir(), "vigie-"));
  closers.add(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Readable by its owner alone: logs hold secrets of other systems. */
function requireWritableFolder(folder: string): string {
  try {
    createFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if ((statSync(folder).mode & 0o077) !== 0 && process.platform !== "win32") chmodSync(folder, 0o700);
    return folder;
  } catch (error) {
    throw new StartError(`Cannot use the data folder "${folder}": ${messageOf(error)}`, ExitCode.failed, {
      cause: error,
    });
  }
}
