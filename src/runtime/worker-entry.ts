import { join } from "node:path";

/** Every file of workers/; `build.ts` makes each an entry point of the executable. */
export const workerNames = [
  "intake",
  "upkeep",
  "query",
  "export",
  "report",
  "performance-test",
  "parser-rules",
  "give-back",
  "collect-garbage",
  "udp",
] as const;
export type WorkerName = (typeof workerNames)[number];

/** The file a thread starts from: next to the source, or inside the executable. */
export function workerEntry(name: WorkerName): string {
  const root = embeddedRoot(import.meta.dirname);
  if (root !== undefined) return `${root}/workers/${name}.js`;
  return join(import.meta.dirname, "../../workers", `${name}.ts`);
}

/** The command line: next to the source, or inside the executable. Separate from `main.ts`, which must load at once. */
export function programEntry(): string {
  const root = embeddedRoot(import.meta.dirname);
  return root === undefined ? join(import.meta.dirname, "../cli/vigie.ts") : `${root}/src/cli/vigie.js`;
}

/**
 * Folder in which Bun shows the files inside an executable; undefined when run from source. Entry points keep their
 * path from the project's root there. Twin: the rewrite of Piscina's own path in build.ts.
 */
export function embeddedRoot(folder: string): string | undefined {
  return /^(?:\/\$bunfs\/root|[A-Z]:[\\/]~BUN[\\/]root)(?=$|[\\/])/.exec(folder)?.[0].replaceAll("\\", "/");
}
