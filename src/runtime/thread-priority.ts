import { setPriority } from "node:os";

/**
 * Ranks the calling thread, for as long as it lives; the higher the number, the more others go before it. On Linux
 * alone: elsewhere a priority is of the whole process. Where a service is not allowed to, all threads stay as they are.
 */
export function setThreadPriority(priority: number): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Math.min(priority, lowestPriority));
  } catch {
    // Hardened units forbid it: vigie is then slower to answer under load, which is better than not at all.
  }
}

/** What the system knows. */
const lowestPriority = 19;
