import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { chmod, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../lib/errors.ts";
import { syncFolder } from "../../lib/files.ts";
import { ExitCode, StartError } from "../../lib/start-error.ts";

/** The bytes of reports, one file each under its id; half ones have `.part` behind. */
export function openReportFolder(path: string) {
  makeFolder(path);
  const wholePath = (id: number, format: string) => join(path, `${id}.${format}`);
  const partPath = (id: number, format: string) => `${wholePath(id, format)}.part`;
  return {
    wholePath,
    partPath,

    /** Makes the half file whole, so that it survives a power cut; gives its bytes. */
    async complete(id: number, format: string): Promise<number> {
      const part = partPath(id, format);
      const file = await open(part, "r+");
      try {
        await file.sync();
      } finally {
        await file.close();
      }
      const { size } = await stat(part);
      await chmod(part, 0o600);
      await rename(part, wholePath(id, format));
      syncFolder(path);
      return size;
    },

    async remove(id: number, format: string): Promise<void> {
      for (const file of [wholePath(id, format), partPath(id, format)]) await rm(file, { force: true });
    },

    /** Half files, and whole ones of reports that are not among the wanted ones. Other people's files are left alone. */
    sweep(filterWanted: (ids: number[]) => Set<number>): void {
      const files = readdirSync(path).flatMap((name) => {
        const match = /^(\d{1,15})\.[a-z]+(\.part)?$/.exec(name);
        return match === null ? [] : [{ name, id: Number(match[1]), isPart: match[2] !== undefined }];
      });
      for (let start = 0; start < files.length; start += filesPerCheck) {
        const some = files.slice(start, start + filesPerCheck);
        const wanted = filterWanted(some.map(({ id }) => id));
        for (const { name, id, isPart } of some)
          if (isPart || !wanted.has(id)) rmSync(join(path, name), { force: true });
      }
    },
  };
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(`Cannot use the folder of reports "${path}": ${messageOf(error)}`, ExitCode.failed, {
      cause: error,
    });
  }
}

/** Ids in one statement; SQLite takes some ten thousand. */
const filesPerCheck = 1000;
