import { readRounds } from "../limits.ts";
import { requireSpace } from "../required-space.ts";
import type { StorageResult, Throughput } from "../result-schemas.ts";
import { type OpenScratch, type ScratchTools, withScratchStore } from "../samples/scratch-store.ts";
import { syntheticBody } from "../samples/synthetic-events.ts";
import { typicalQuestions } from "../typical-questions.ts";
import { type RunControl, Workload } from "../workload.ts";
import { measureFlush } from "./flush-latency.ts";
import { percentile, rounded } from "./percentiles.ts";

export const storageModes = ["write", "read", "both"] as const;
export type StorageMode = (typeof storageModes)[number];

/** Plain data: it crosses threads. */
export interface StorageTest {
  eventCount: number;
  messageBytes: number;
  batchEvents: number;
  mode: StorageMode;
  /** A folder of its own on the disk to measure; the caller removes it. */
  folder: string;
  /** Space that the disk must keep free. */
  minFreeBytes: number;
  triggerCount: number;
}

/**
 * Writes events on the path of intake and asks typical questions, in a store of its own. Any thread except the main
 * one.
 */
export async function measureStorage(
  test: StorageTest,
  tools: ScratchTools,
  control: RunControl,
): Promise<StorageResult> {
  const { folder, mode, eventCount, messageBytes, minFreeBytes, triggerCount } = test;
  const workload = new Workload(control);
  const flush = await measureFlush(folder, workload);
  requireSpace(folder, eventCount, messageBytes, minFreeBytes);
  return withScratchStore(folder, tools, async (scratch) => {
    const write = await writeAll(test, scratch, workload, control);
    const bytesPerEvent = await scratch.seal(workload);
    const read = mode === "write" ? null : await readAll(test, scratch, workload, control);
    return {
      write: mode === "read" ? null : write,
      read,
      bytes_per_event: bytesPerEvent === null ? null : Math.round(bytesPerEvent * 10) / 10,
      ...flush,
      rule_count: await scratch.ruleCount(),
      trigger_count: triggerCount,
    };
  });
}

async function writeAll(
  { eventCount, batchEvents, messageBytes, mode }: StorageTest,
  scratch: OpenScratch,
  workload: Workload,
  control: RunControl,
): Promise<Throughput> {
  const share = mode === "write" ? 95 : 70;
  const times: number[] = [];
  while (scratch.written < eventCount) {
    const count = Math.min(batchEvents, eventCount - scratch.written);
    times.push(await scratch.write([syntheticBody(scratch.written, count, messageBytes)], count, workload));
    control.progress = (share * scratch.written) / eventCount;
  }
  return throughputOf(times, eventCount, messageBytes);
}

async function readAll(
  { messageBytes }: StorageTest,
  scratch: OpenScratch,
  workload: Workload,
  control: RunControl,
): Promise<Throughput> {
  const times: number[] = [];
  let rows = 0;
  const total = readRounds * typicalQuestions.length;
  for (let round = 0; round < readRounds; round++)
    for (const question of typicalQuestions) {
      const { value, ms } = await workload.measure(() => scratch.ask(question));
      times.push(ms);
      rows += value.rowsRead;
      control.progress = 70 + (29 * times.length) / total;
    }
  return throughputOf(times, rows, messageBytes);
}

function throughputOf(times: readonly number[], events: number, messageBytes: number): Throughput {
  const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1000;
  return {
    eps: Math.round(events / seconds),
    bytes_per_second: Math.round((events * messageBytes) / seconds),
    p50_ms: rounded(percentile(times, 0.5)),
    p95_ms: rounded(percentile(times, 0.95)),
    p99_ms: rounded(percentile(times, 0.99)),
  };
}
