/** The resident memory that may be used, divided among those who could take any amount. */
export interface MemoryBudget {
  /** What the collectors of all threads are told the machine has: they run the sooner the less that is. */
  heapBytes: number;
  /** Of one thread for heavy questions: decoded columns it keeps. */
  cacheBytes: number;
  /** The same of one for light questions. */
  lightCacheBytes: number;
  /** Of one query thread: texts of the distinct values of a field. */
  distinctBytes: number;
  /** Bodies handed to the intake thread and not stored yet. */
  bytesInFlight: number;
  /** Bodies of events that are being read. One of any size is always read. */
  bytesBeingRead: number;
}

/** `threads`: those that answer heavy questions. The one place where `VIGIE_MEMORY_MB` becomes bounds. */
export function memoryBudget(memoryMb: number, threads: number): MemoryBudget {
  const free = Math.max(leastFreeMb, memoryMb - fixedMb) * 1024 * 1024;
  return {
    heapBytes: Math.floor(memoryMb / 2) * 1024 * 1024,
    cacheBytes: Math.floor((free * 0.5) / threads),
    lightCacheBytes: Math.floor((free * 0.1) / Math.max(leastLightThreads, threads)),
    distinctBytes: Math.floor(free / 5 / threads),
    bytesInFlight: Math.min(largestInFlight, Math.floor(free / 5)),
    bytesBeingRead: Math.min(largestInFlight, Math.floor(free / 5)),
  };
}

/** Code, SQLite, the tail, de-duplication and five idle threads take this much whatever happens. */
const fixedMb = 220;
const leastFreeMb = 80;
/** The pool has as many for light questions as for heavy ones, and at least so many. */
const leastLightThreads = 2;
/** Two of the largest bodies: more of them only wait. */
const largestInFlight = 128 * 1024 * 1024;
