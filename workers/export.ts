import { workerData } from "node:worker_threads";
import { createSegmentReader } from "../src/eventstore/read/segment-reader.ts";
import { type ExportOrder, writeExport } from "../src/export/write-export.ts";
import { answerTask } from "../src/pool/task-outcome.ts";
import { answerPreempting } from "../src/query/answer/answer-preempted.ts";
import { awaitAnswerOrDamage } from "../src/query/answer/damage.ts";
import { type EveryEventTask, openEveryEvent } from "../src/query/answer/every-event.ts";
import { tickAlone } from "../src/query/execution/work-clock.ts";
import { exportCacheBytes } from "../src/query/limits.ts";
import { defaultQueryMemory, type QueryMemory } from "../src/query/query-memory.ts";
import { watchOfThread } from "../src/runtime/thread-memory-watch.ts";

/** Entry of the threads that write exports: brings the events of a search and the format together. */
const own = (workerData as QueryMemory | null) ?? defaultQueryMemory;
const watch = watchOfThread(own.residentBytes);
const reader = createSegmentReader({
  cacheBytes: Math.min(own.cacheBytes, exportCacheBytes),
  onRead: tickAlone,
});
watch.onShort(() => reader.shed());

export default answerTask(
  ({ order, events }: { order: ExportOrder; events: EveryEventTask | undefined }) =>
    awaitAnswerOrDamage(reader, async (watched) =>
      writeExport(order, events && openEveryEvent(events, watched, watch)),
    ),
  { mayBePreempted: () => true, answerPreempting: answerPreempting(reader, { ...own, watch }) },
);
