import { defaultMemoryMb, heapBytesOf } from "./memory-budget.ts";

/**
 * Starts this process anew, once, with a bound for the garbage collectors of all its threads: JavaScriptCore lets
 * garbage grow with the memory of the machine, and reads what it takes for that only when a process begins. Same
 * process id, same files, some 20 ms. Returns when the bound holds, or where a process cannot replace itself (Windows).
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
  };
  const env = { ...bounds, ...process.env } as Record<string, string>;
  process.execve(process.execPath, [process.execPath, ...leading, ...rest], env);
}

/** The same as the very first thing that a process does: what was loaded before would be loaded twice. */
export function restartWithDefaultHeapLimit(): void {
  const heapBytes = heapBytesByDefault(process.argv.slice(2), process.env);
  if (heapBytes !== undefined) restartWithHeapLimit(heapBytes);
}

/**
 * Undefined where the settings have to be read first, as somebody may have named another amount of memory, and where no
 * service is started.
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
 * When less than this share of a heap is left for what is new, its next collection goes through all of it. The
 * collector's own bound, a third, made every second collection such a one; with this one an event that is taken in
 * costs 1.2 µs less of 10.0, and intake peaks 30 MB higher.
 */
const youngShareMin = "0.1";
/**
 * How much a function must have run, a call counting 15 and a turn of a loop 1, before the last of the compilers, the
 * one that takes its time, makes it anew. What is worth that gets there within a second; with the engine's own number,
 * an eighth, much was compiled that had to be made again soon, and the compilers took 0.4 µs of each of ten million
 * events, now 0.2. Questions are answered as quickly, the first time and again.
 */
const optimizedAfter = "500000";
