import { workerData } from "node:worker_threads";
import { createSegmentReader } from "../src/eventstore/read/segment-reader.ts";
import { answerTask } from "../src/jobs/task-outcome.ts";
import { answerEvent, type EventTask } from "../src/query/answer/answer-event.ts";
import { answerPreempting } from "../src/query/answer/answer-preempted.ts";
import { answerQuery, helpQuery } from "../src/query/answer/answer-query.ts";
import { answerTags, type TagsTask } from "../src/query/answer/answer-tags.ts";
import { answerOrDamage } from "../src/query/answer/damage.ts";
import { type EncodedTask, encodeAnswer } from "../src/query/answer/encode-answer.ts";
import { type LocateTask, locateValues } from "../src/query/answer/locate-values.ts";
import { type PreviewTask, previewTrigger } from "../src/query/answer/preview-trigger.ts";
import type { HelpTask } from "../src/query/execution/task.ts";
import { keptTablesShare } from "../src/query/limits.ts";
import { forgetFilters } from "../src/query/parse/filter-cache.ts";
import { defaultQueryMemory, type QueryMemory } from "../src/query/query-memory.ts";
import { ValueTableCache } from "../src/query/values/value-table-cache.ts";
import { watchOfThread } from "../src/runtime/thread-watch.ts";

/** Entry of the threads that read events: unwraps the task and calls the function for it. */
const own = (workerData as QueryMemory | null) ?? defaultQueryMemory;
const watch = watchOfThread(own.residentBytes);
const memory = { ...own, tables: new ValueTableCache(own.cacheBytes * keptTablesShare), watch };
const reader = createSegmentReader(memory);
watch.onShort(() => reader.shed());
watch.onShort(forgetFilters);

export default answerTask(
  (task: EncodedTask | HelpTask | EventTask | TagsTask | LocateTask | PreviewTask) =>
    answerOrDamage(() => {
      if ("geoip" in task) return locateValues(task);
      if ("previewOf" in task) return previewTrigger(task, reader);
      if ("part" in task) return answerEvent(task, reader);
      if ("tagSpan" in task) return answerTags(task, reader);
      if ("helps" in task) return helpQuery(task, reader, memory);
      return encodeAnswer(answerQuery(task, reader, memory), task);
    }),
  // Who helps is waited for.
  { isHost: (task) => !("helps" in task), answerGuest: answerPreempting(reader, memory) },
);
