import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { chmod, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../lib/errors.ts";
import { syncFolder } from "../../lib/files.ts";
import { ExitCode, StartError } from "../../lib/start-error.ts";

/** The bytes of reports, one file each under its id; partial ones end in `.part`. */
export function openReportFolder(path: string) {
  makeFolder(path);
  const wholePath = (id: number, format: string) => join(path, `${id}.${format}`);
  const partPath = (id: number, format: string) => `${wholePath(id, format)}.part`;
  return {
    wholePath,
    partPath,

    /** Completes the partial file, so that it survives a power cut; gives its bytes. */
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

    /** Removes partial files, and whole ones of unwanted reports; only while nothing is being made. */
    sweep: (filterWanted: FilterIds): void => removeUnless(filterWanted, ({ isPart }) => !isPart),

    /** Removes files of reports that do not exist, whole or partial; also while others are being made. */
    sweepGone: (filterThere: FilterIds): void => removeUnless(filterThere, () => true),
  };

  /** Other people's files are left alone. */
  function removeUnless(filterWanted: FilterIds, mayStay: (file: ReportFile) => boolean): void {
    const files = readdirSync(path).flatMap((name) => readName(name) ?? []);
    for (let start = 0; start < files.length; start += filesPerCheck) {
      const some = files.slice(start, start + filesPerCheck);
      const wanted = filterWanted(some.map(({ id }) => id));
      for (const file of some)
        if (!wanted.has(file.id) || !mayStay(file)) rmSync(join(path, file.name), { force: true });
    }
  }
}

/** Keeps those that are wanted. */
type FilterIds = (ids: number[]) => Set<number>;

interface ReportFile {
  name: string;
  id: number;
  isPart: boolean;
}

function readName(name: string): ReportFile | undefined {
  const match = /^(\d{1,15})\.[a-z]+(\.part)?$/.exec(name);
  return match === null ? undefined : { name, id: Number(match[1]), isPart: match[2] !== undefined };
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
