import { type Stats, statSync } from "node:fs";
import { resolve } from "node:path";

export interface FoundFile {
  path: string;
  /** Device and inode. */
  inode: string;
  sizeBytes: number;
}

export interface FileSources {
  /** Names and patterns of log files. */
  patterns: readonly string[];
  /** Those of Docker's json-file logs. */
  dockerPatterns: readonly string[];
  /** Files that are seen for the first time at the start are sent from their end on. */
  fromEnd: boolean;
}

/** The files that these names and patterns with * ? [ ] { } ** match now; each once, even if several match it. */
export function findFiles(patterns: readonly string[]): FoundFile[] {
  const found = new Map<string, FoundFile>();
  for (const pattern of patterns)
    for (const path of pathsOf(resolve(pattern))) {
      const status = statusOf(path);
      if (status?.isFile()) found.set(inodeOf(status), { path, inode: inodeOf(status), sizeBytes: status.size });
    }
  return [...found.values()];
}

/** A plain name, or a pattern, that leads to no file now. */
export interface Missing {
  text: string;
  isPattern: boolean;
}

export function findMissing(patterns: readonly string[]): Missing[] {
  return patterns
    .filter((pattern) => findFiles([pattern]).length === 0)
    .map((text) => ({ text, isPattern: isPattern(resolve(text)) }));
}

/** The file's name is still its own. */
export function leadsTo({ path, inode }: Pick<FoundFile, "path" | "inode">): boolean {
  return findFiles([path]).some((found) => found.inode === inode);
}

/** Device and inode. */
export function inodeOf({ dev, ino }: Pick<Stats, "dev" | "ino">): string {
  return `${dev}:${ino}`;
}

function pathsOf(pattern: string): Iterable<string> {
  if (!isPattern(pattern)) return [pattern];
  // From the deepest folder without a pattern, so that nothing else is read.
  const fixed = pattern.slice(0, pattern.search(/[*?[{]/)).replace(/[^/]*$/, "");
  if (statusOf(fixed) === undefined) return [];
  return new Bun.Glob(pattern.slice(fixed.length)).scanSync({
    cwd: fixed,
    absolute: true,
    dot: true,
    onlyFiles: false,
  });
}

/** A file may have such signs in its name. */
function isPattern(path: string): boolean {
  return /[*?[{]/.test(path) && statusOf(path) === undefined;
}

function statusOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
