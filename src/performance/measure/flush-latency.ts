import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { flushBudgetMs, flushes } from "../limits.ts";
import type { StorageResult } from "../result-schemas.ts";
import type { Workload } from "../workload.ts";
import { percentile, rounded } from "./percentiles.ts";

/** Milliseconds of writing 4 KiB to the end of a file in the folder and flushing it to the disk (fsync). */
export async function measureFlush(folder: string, workload: Workload): Promise<FlushLatency> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = openSync(join(folder, "flush"), "w", 0o600);
  const times: number[] = [];
  try {
    const endMs = performance.now() + flushBudgetMs;
    while (times.length < flushes && (times.length === 0 || performance.now() < endMs)) {
      const { ms } = await workload.measure(() => {
        writeSync(file, block);
        fsyncSync(file);
      });
      times.push(ms);
    }
  } finally {
    closeSync(file);
  }
  const at = (share: number) => rounded(percentile(times, share));
  return { fsync_ms: at(0.5), fsync_p95_ms: at(0.95), fsync_max_ms: at(1) };
}

type FlushLatency = Pick<StorageResult, "fsync_ms" | "fsync_p95_ms" | "fsync_max_ms">;

const block = Buffer.alloc(4096, 0x5a);
