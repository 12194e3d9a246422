import { defaultMemoryMb, heapBytesOf } from "./memory-budget.ts";

/**
 * Restarts this process once, with a limit for the garbage collectors of all its threads: JavaScriptCore lets garbage
 * grow with the memory of the machine and reads that size only when a process begins. Same process id, same files, some
 * 20 ms. Returns when the limit is in force, or where a process cannot replace itself (Windows).
 */
export function restartWithHeapLimit(heapBytes: number): void {
  if (process.env[variable] !== undefined || process.platform === "win32" || process.execve === undefined) return;
  const [, script = "", ...rest] = process.argv;
  const isExecutable = script.startsWith("/$bunfs/");
  const leading = isExecutable ? [] : [...process.execArgv, script];
  const bounds = {
    [variable]: String(heapBytes),
    BUN_JSC_minEdenToOldGenerationRatio: youngShareMin,
    BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: optimizedAfter,
    MIMALLOC_PURGE_HOLES_MIN_INTERVAL: givesBackHolesEveryMs,
  };
  const env = { ...bounds, ...process.env } as Record<string, string>;
  process.execve(process.execPath, [process.execPath, ...leading, ...rest], env);
}

/** Restarts with the default limit. Call it before anything else: what is loaded earlier is loaded twice. */
export function restartWithDefaultHeapLimit(): void {
  const heapBytes = heapBytesByDefault(process.argv.slice(2), process.env);
  if (heapBytes !== undefined) restartWithHeapLimit(heapBytes);
}

/**
 * Undefined if the settings must be read first because they may name another amount of memory, and if no service is
 * started.
 */
export function heapBytesByDefault(
  [command, ...words]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): number | undefined {
  if (command !== "serve" || env.VIGIE_MEMORY_MB !== undefined || env.VIGIE_CONFIG !== undefined) return undefined;
  if (words.some((word) => /^--?(memory|config)/.test(word))) return undefined;
  return heapBytesOf(defaultMemoryMb);
}

const variable = "BUN_JSC_forceRAMSize";
/**
 * If less than this share of a heap is free for new objects, its next collection is a full one. With the collector's
 * own bound, a third, every second collection was full; with this one an ingested event costs 1.2 µs less of 10.0, and
 * intake peaks 30 MB higher.
 */
const youngShareMin = "0.1";
/**
 * Weight of a function's runs (a call counts 15, a loop iteration 1) before the slowest compiler takes it on. Hot code
 * gets there within a second. With the engine's own number, an eighth, much code had to be compiled again soon.
 */
const optimizedAfter = "500000";
/**
 * Milliseconds between two times that the allocator gives the system what is free between parts in use, which it wants
 * again in the next millisecond; whole areas go back in any case. With its own number, 100, an ingested event takes a
 * twentieth more processor time. If they never go back, memory comes near its limit sooner, and a question that nobody
 * asked before takes a twelfth longer.
 */
const givesBackHolesEveryMs = "300";
