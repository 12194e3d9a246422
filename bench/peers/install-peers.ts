import { join } from "node:path";
import { installPackages } from "../../scripts/install-packages.ts";

/** Folder of the other engines; git ignores it, and the product knows nothing of it. */
export const peersFolder = join(import.meta.dirname, "../.peers");

/** Exact, so that numbers of different months are comparable. */
const packages = { "@duckdb/node-api": "1.5.6-r.1", chdb: "3.4.0" };

/** Installs the other engines unless they exist. Throws with the package manager's output. */
export function installPeers(): void {
  installPackages(peersFolder, { packages, trusted: ["chdb"] });
}
