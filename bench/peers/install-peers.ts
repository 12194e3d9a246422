import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where the other engines lie; git leaves it out, and the product knows nothing of it. */
export const peersFolder = join(import.meta.dirname, "../.peers");

/** Exact, so that a number of today is comparable with one of next month. */
const packages = { "@duckdb/node-api": "1.5.6-r.1", chdb: "3.4.0" };

/** Installs the other engines unless they are there. Throws with what the package manager said. */
export function installPeers(): void {
  const manifest = `${JSON.stringify({ private: true, dependencies: packages, trustedDependencies: ["chdb"] }, undefined, 2)}\n`;
  if (Object.keys(packages).every((name) => existsSync(join(peersFolder, "node_modules", name)))) return;
  mkdirSync(peersFolder, { recursive: true });
  writeFileSync(join(peersFolder, "package.json"), manifest);
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "install"], { cwd: peersFolder });
  if (exitCode !== 0) throw new Error(`The other engines could not be installed:\n${stderr.toString()}`);
}
