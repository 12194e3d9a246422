import { rmSync } from "node:fs";

/** Its logs first: without the file they would be taken for those of the next one. */
export function removeDatabase(path: string): void {
  for (const suffix of ["-wal", "-shm", ""]) rmSync(path + suffix, { force: true });
}
