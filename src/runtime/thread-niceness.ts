import { setPriority } from "node:os";

/**
 * Lowers the priority of the calling thread for as long as it lives; a higher number yields to more others. Linux only:
 * elsewhere a priority belongs to the whole process. Where the service lacks the permission, nothing changes.
 */
export function setThreadNiceness(priority: number): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Math.min(priority, lowestPriority));
  } catch {
    // Hardened units forbid it: vigie then answers more slowly under load, which is better than no start.
  }
}

/** The largest niceness that the system has. */
const lowestPriority = 19;
