import type { MemoryBudget } from "../runtime/memory-budget.ts";
import type { MemoryWatch } from "../runtime/thread-memory-watch.ts";
import { distinctBytesMax, readerCacheBytes } from "./limits.ts";
import type { ValueTableCache } from "./values/value-table-cache.ts";

/** Bounds the memory of a thread that answers questions. The thread gets it at its start. */
export interface QueryMemory {
  /** Decoded columns kept from one question to the next. */
  cacheBytes: number;
  /** Texts of the distinct values of one field of one question. */
  distinctBytes: number;
  /** Resident bytes of the whole process; absent: not watched. */
  residentBytes?: number;
}

export const defaultQueryMemory: QueryMemory = { cacheBytes: readerCacheBytes, distinctBytes: distinctBytesMax };

/** Plus the memory that a thread keeps between questions, besides its reader. */
export interface ThreadMemory extends QueryMemory {
  /** Absent: nothing. */
  tables?: ValueTableCache;
  /** Memory watch of this thread; absent: only its share bounds it. */
  watch?: MemoryWatch;
}

/** Memory limits for light and for heavy query threads. */
export function memoryByWeight(budget: MemoryBudget, residentBytes: number): Record<"light" | "heavy", QueryMemory> {
  const { cacheBytes, lightCacheBytes, distinctBytes } = budget;
  const shared = { distinctBytes, residentBytes };
  return { light: { ...shared, cacheBytes: lightCacheBytes }, heavy: { ...shared, cacheBytes } };
}
