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
  if (swept.has(join(parent, kind))) return;
  swept.add(join(parent, kind));
  for (const name of readdirSync(parent)) {
    const owner = name.startsWith(`${kind}-`) ? /^\d+(?=-)/.exec(name.slice(kind.length + 1))?.[0] : undefined;
    if (owner !== undefined && !isAlive(Number(owner))) remove(join(parent, name));
  }
}

/** What another user left is his to remove. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (!["EPERM", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
