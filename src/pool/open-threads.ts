import type { StopTime } from "../lib/stop/stop-time.ts";
import { type MemoryRelief, openMemoryRelief } from "../runtime/idle-memory-relief.ts";
import type { MemoryBudget } from "../runtime/memory-budget.ts";
import { MemoryQueue } from "../runtime/memory-queue.ts";
import type { TaskWeight } from "./pool-task.ts";
import { openWorkerPool, type WorkerPool } from "./worker-pool.ts";

export interface PoolThreads {
  pool: WorkerPool;
  relief: MemoryRelief;
  /** A resource that large work of any kind takes turns for. */
  shares: MemoryQueue;
  close(time: StopTime): Promise<void>;
}

/**
 * Opens the pool, within the memory that the process may take. `threadData` is given to each thread at its start;
 * `askOthers` asks threads outside the pool to free memory.
 */
export function openThreads(
  budget: MemoryBudget,
  residentBytes: number,
  threadData: Record<TaskWeight, object>,
  askOthers: (wantedBytes: number) => void,
): PoolThreads {
  const askPool = (wantedBytes: number) => pool.giveBack(wantedBytes);
  const relief = openMemoryRelief(residentBytes, { askPool, askOthers });
  const shares = new MemoryQueue(budget.sharedBytes, relief);
  const memory = { shares, taskBytes: budget.taskBytes };
  const pool = openWorkerPool({ threads: budget.threads, memory, threadData, onTask: relief.look });
  return {
    pool,
    relief,
    shares,
    async close(time) {
      await pool.close(time);
      relief.close();
    },
  };
}
