import { estimateBatchEvents, estimateEventsMax, estimateMessageBytes } from "./limits.ts";
import type { ParseBody, SampleBody } from "./measure-parser.ts";
import { requireSpace } from "./required-space.ts";
import { type OpenScratch, type ScratchTools, withScratchStore } from "./scratch-store.ts";
import { syntheticBody } from "./synthetic-events.ts";
import { type RunControl, Workload } from "./workload.ts";

/** Plain data: it crosses threads. */
export interface CapacityOrder {
  /** About how long to measure. */
  seconds: number;
  folder: string;
  minFreeBytes: number;
}

/** What the intake of this machine can do; rates are events a second. */
export interface Capacity {
  parserEps: number;
  /** From body to disk: parsing, de-duplication, storing, flushing, sealing. */
  storeEps: number;
  /** Of the scratch events. */
  bytesPerEvent: number;
}

/** Any thread but the main one. Half the time for the parser alone, half for the whole road. */
export async function measureCapacity(
  { seconds, folder, minFreeBytes }: CapacityOrder,
  tools: ScratchTools & { parse: ParseBody },
  control: RunControl,
): Promise<Capacity> {
  const workload = new Workload(control);
  const halfMs = (seconds * 1000) / 2;
  const parserEps = await measureParse(halfMs, tools.parse, workload);
  control.progress = 35;
  return withScratchStore(folder, tools, async (scratch) => {
    requireSpace(folder, estimateEventsMax, estimateMessageBytes, minFreeBytes);
    const storeEps = await measureStore(halfMs, scratch, workload);
    control.progress = 70;
    return { parserEps, storeEps, bytesPerEvent: await scratch.bytesPerEvent(workload) };
  });
}

/** Events like those that are stored then, so that the two rates can be compared. */
async function measureParse(budgetMs: number, parse: ParseBody, workload: Workload): Promise<number> {
  const bytes = syntheticBody(0, estimateBatchEvents, estimateMessageBytes);
  const body: SampleBody = { format: "events", bytes };
  const endMs = performance.now() + budgetMs;
  let events = 0;
  let totalMs = 0;
  do {
    const { value, ms } = await workload.measure(() => parse(body));
    events += value;
    totalMs += ms;
  } while (performance.now() < endMs);
  return (events / totalMs) * 1000;
}

async function measureStore(budgetMs: number, scratch: OpenScratch, workload: Workload): Promise<number> {
  const endMs = performance.now() + budgetMs;
  let totalMs = 0;
  do totalMs += await scratch.write(estimateBatchEvents, estimateMessageBytes, workload);
  while (performance.now() < endMs && scratch.written < estimateEventsMax);
  return (scratch.written / totalMs) * 1000;
}
