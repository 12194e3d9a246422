import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { patienceMs } from "../patience.ts";

/** A file system of its own that holds the executable and the C libraries of the system, and nothing else. */
export interface SealedPlace {
  /** Its root, as seen from here. */
  folder: string;
  start(commandLine: string[], environment?: Record<string, string>): ChildProcess;
  run(
    commandLine: string[],
    environment?: Record<string, string>,
  ): { status: number | null; stdout: string; stderr: string };
  remove(): void;
}

/**
 * Copies the executable alone to a new root, from where neither the source nor node_modules can be reached by any path.
 * Needs Linux, and to be root or to be let into a user namespace: see `canSeal`.
 */
export function createSealedPlace(executable: string): SealedPlace {
  const entrance = findEntrance();
  if (entrance === undefined)
    throw new Error("Neither unshare nor unshare --map-root-user may mount and change the root.");
  const folder = mkdtempSync(join(tmpdir(), "vigie-sealed-"));
  for (const name of ["tmp", "data", "proc", "dev"]) mkdirSync(join(folder, name));
  copyFileSync(executable, join(folder, "vigie"));
  const native = join(import.meta.dirname, `../../../node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`);
  for (const library of new Set([executable, native].flatMap(librariesOf))) {
    mkdirSync(dirname(join(folder, library)), { recursive: true });
    copyFileSync(library, join(folder, library));
  }
  const enter = (commandLine: string[]) => [...entrance.slice(1), "sh", "-c", script, folder, "/vigie", ...commandLine];
  const options = (environment: Record<string, string>) => ({
    cwd: "/",
    env: { PATH: process.env.PATH, ...environment },
  });
  return {
    folder,
    start: (commandLine, environment = {}) =>
      spawn(entrance[0]!, enter(commandLine), { ...options(environment), stdio: ["ignore", "pipe", "pipe"] }),
    run: (commandLine, environment = {}) =>
      spawnSync(entrance[0]!, enter(commandLine), { ...options(environment), encoding: "utf8", timeout: patienceMs }),
    remove: () => {
      // The mounts are seen by its own processes alone. Should that ever fail, nothing of this machine may be removed.
      for (const name of ["proc", "dev"]) rmdirSync(join(folder, name));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Every step replaces the one before, so the executable has the process id of the first, and gets its signals. */
const script = 'mount --rbind /proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"';

/** True if a root of our own is possible. */
export function canSeal(): boolean {
  return findEntrance() !== undefined;
}

function findEntrance(): string[] | undefined {
  const own = ["unshare", "--mount", "--propagation", "private"];
  const entrances = [own, ["unshare", "--map-root-user", ...own.slice(1)]];
  return entrances.find(([command, ...options]) => {
    const probe = spawnSync(command!, [...options, "sh", "-c", "mount --rbind /proc /mnt && chroot / true"]);
    return probe.status === 0;
  });
}

function librariesOf(file: string): string[] {
  const { stdout } = spawnSync("ldd", [file], { encoding: "utf8" });
  return [...stdout.matchAll(/(\/\S+) \(0x/g)].map((match) => match[1]!).filter((library) => existsSync(library));
}
