import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Wanted {
  /** Names and exact versions. */
  packages: Readonly<Record<string, string>>;
  /** Those that may run programs of their own when they are installed. */
  trusted?: readonly string[];
}

/**
 * Installs packages that only few need into a folder of their own, unless they are there. Throws with the package
 * manager's output.
 */
export function installPackages(folder: string, { packages, trusted = [] }: Wanted): void {
  if (Object.keys(packages).every((name) => existsSync(join(folder, "node_modules", name)))) return;
  mkdirSync(folder, { recursive: true });
  const manifest = { private: true, dependencies: packages, trustedDependencies: trusted };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "install"], { cwd: folder });
  if (exitCode !== 0)
    throw new Error(`${Object.keys(packages).join(", ")} could not be installed:\n${stderr.toString()}`);
}
