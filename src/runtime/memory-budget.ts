/**
 * The resident memory that may be used, divided among users that could each take any amount. Not all take theirs at
 * once; when they do, thread-memory-watch.ts makes them give way.
 */
export interface MemoryBudget {
  /**
   * How much memory the collector of each thread believes the machine has. The fuller that is, the sooner it runs. A
   * small number measured faster than a large one: memory is reused while it is still in the processor's cache.
   */
  heapBytes: number;
  /**
   * What one thread for heavy questions caches: results, values, columns of small segments. Half as much waits beside
   * it for the rows of large ones. A question that nobody asked before mostly reads other columns, and the nearer
   * memory is to its limit, the more of its time goes into collecting garbage.
   */
  cacheBytes: number;
  /** The same of one for light questions. */
  lightCacheBytes: number;
  /** Texts of the distinct values of a field, per query thread. */
  distinctBytes: number;
  /** Values ranked without their texts, all questions together. */
  recordBytes: number;
  /** Bodies handed to the intake thread and not stored yet, the small ones. Large ones take a share. */
  bytesInFlight: number;
  /** Events in memory that are not sealed yet, when sealing begins. */
  sealBytes: number;
  /** Small bodies of events that are being read. */
  bytesBeingRead: number;
  /** Memory shared by large bodies and heavy tasks (`memory-queue.ts`), and how much each of these tasks takes. */
  sharedBytes: number;
  taskBytes: number;
  /** Threads for heavy tasks, at most the requested number. */
  threads: number;
}

/**
 * `wantedThreads`: the requested number of threads for heavy questions. The only place where `VIGIE_MEMORY_MB` becomes
 * bounds.
 */
export function memoryBudget(memoryMb: number, wantedThreads: number): MemoryBudget {
  const spareThreads = Math.floor((memoryMb - fixedMb - leastFreeMb) / threadMb);
  const threads = Math.max(1, Math.min(wantedThreads, 1 + spareThreads));
  const leastFree = leastFreeMb * megabyte;
  const free = Math.max(leastFree, (memoryMb - fixedMb - (threads - 1) * threadMb) * megabyte);
  const extra = Math.min(free - leastFree, largestExtra);
  return {
    threads,
    sharedBytes: free,
    taskBytes: taskMb * megabyte,
    heapBytes: heapBytesOf(memoryMb),
    cacheBytes: Math.max(leastCache, Math.floor((free * 0.15 + extra * 0.1) / threads)),
    lightCacheBytes: Math.floor((free * 0.1 + extra * 0.1) / Math.max(leastLightThreads, threads)),
    distinctBytes: Math.floor((free * 0.18) / threads),
    recordBytes: Math.floor(free * 0.4),
    bytesInFlight: Math.min(largestInFlight, Math.floor(free / 6)),
    sealBytes: Math.min(largestTail, Math.floor(free / 10)),
    bytesBeingRead: Math.min(largestInFlight, Math.floor(free / 6)),
  };
}

export function heapBytesOf(memoryMb: number): number {
  return Math.floor(memoryMb / 8) * megabyte;
}

const megabyte = 1024 * 1024;

/** The default of `VIGIE_MEMORY_MB`. */
export const defaultMemoryMb = 700;

/**
 * Code, SQLite, the tail, de-duplication and five idle threads always take this much, together with the garbage that
 * the collectors leave between two looks at a whole heap.
 */
const fixedMb = 310;
const leastFreeMb = 210;
/** The minimum of `VIGIE_MEMORY_MB`: the constant part, and room for a largest body plus a heavy task. */
export const memoryMbMin = fixedMb + leastFreeMb;
/** A further thread for heavy tasks and a light one with it, without their caches. */
const threadMb = 45;
/** A heavy question or an export in work, on top of its thread's own memory. */
const taskMb = 48;
/** The pool has as many threads for light questions as for heavy ones, and at least this many. */
const leastLightThreads = 2;
/** Much of the excess over the minimum goes to caches, up to this. */
const largestExtra = 128 * megabyte;
/** Values of a column of the largest segment, and what is found in some. */
const leastCache = 12 * megabyte;
/** Larger ones are not cheaper to seal. */
const largestTail = 64 * 1024 * 1024;
/** Two of the largest bodies: more of them only wait. */
const largestInFlight = 128 * 1024 * 1024;
