import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const folders: string[] = [];
const swept = new Set<string>();

process.on("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * A folder of this process; removed at its end, or by the next process that asks for one: `bun test` ends without that
 * event, and so does a killed process, and each would leave hundreds of megabytes.
 */
export function processFolder(parent: string, kind: string): string {
  sweep(parent, kind);
  const folder = mkdtempSync(join(parent, `${kind}-${process.pid}-`));
  folders.push(folder);
  return folder;
}

function sweep(parent: string, kind: string): void {
  if (swept.has(kind)) return;
  swept.add(kind);
  for (const name of readdirSync(parent)) {
    const owner = name.startsWith(`${kind}-`) ? /^\d+(?=-)/.exec(name.slice(kind.length + 1))?.[0] : undefined;
    if (owner !== undefined && !isAlive(Number(owner))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
