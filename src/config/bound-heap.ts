/**
 * Starts this process anew, once, with a bound for the garbage collectors of all its threads: JavaScriptCore lets garbage grow with the memory of
 * the machine, and reads what it takes for that only when a process begins. Same process id, same files, some 20 ms.
 * Returns when the bound holds, or where a process cannot replace itself (Windows).
 */
export function boundHeap(heapBytes: number): void {
  if (process.env[variable] !== undefined || process.platform === "win32" || process.execve === undefined) return;
  const [, script = "", ...rest] = process.argv;
  const isExecutable = script.startsWith("/$bunfs/");
  const leading = isExecutable ? [] : [...process.execArgv, script];
  const env = { ...process.env, [variable]: String(heapBytes) } as Record<string, string>;
  process.execve(process.execPath, [process.execPath, ...leading, ...rest], env);
}

const variable = "BUN_JSC_forceRAMSize";
