import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/**
 * Path of the executable of the present source: the one that `VIGIE_TEST_EXECUTABLE` names, or one built now, or
 * earlier from the same bytes. Throws with the build's output when there is none.
 */
export function builtExecutable(): string {
  if (process.env.VIGIE_TEST_EXECUTABLE) return process.env.VIGIE_TEST_EXECUTABLE;
  const folder = join(root, "dist/test");
  const file = join(folder, `vigie-${fingerprint()}`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  for (const older of readdirSync(folder)) if (!older.includes(".part-")) rmSync(join(folder, older), { force: true });
  const part = `${file}.part-${process.pid}`;
  const build = Bun.spawnSync([process.execPath, "build.ts", "--outfile", part], { cwd: root, env: process.env });
  if (build.exitCode !== 0) throw new Error(`The build ended with ${build.exitCode}: ${build.stderr.toString()}`);
  renameSync(part, file);
  return file;
}

/** Changes with every byte that can change the executable. */
function fingerprint(): string {
  const hash = createHash("sha256").update(Bun.version);
  for (const name of ["src", "workers", "data", "build.ts", "package.json", "bun.lock"])
    for (const file of filesOf(join(root, name))) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}
