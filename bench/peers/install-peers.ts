import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Folder of the other engines; git ignores it, and the product knows nothing of it. */
export const peersFolder = join(import.meta.dirname, "../.peers");

/** Exact, so that numbers of different months are comparable. */
const packages = { "@duckdb/node-api": "1.5.6-r.1", chdb: "3.4.0" };

/** Installs the other engines unless they exist. Throws with the package manager's output. */
export function installPeers(): void {
  const manifest = `${JSON.stringify({ private: true, dependencies: packages, trustedDependencies: ["chdb"] }, undefined, 2)}\n`;
  if (Object.keys(packages).every((name) => existsSync(join(peersFolder, "node_modules", name)))) return;
  mkdirSync(peersFolder, { recursive: true });
  writeFileSync(join(peersFolder, "package.json"), manifest);
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "install"], { cwd: peersFolder });
  if (exitCode !== 0) throw new Error(`The other engines could not be installed:\n${stderr.toString()}`);
}
