import { workerData } from "node:worker_threads";
import { createSegmentReader } from "../src/eventstore/read/segment-reader.ts";
import { answerTask } from "../src/pool/task-outcome.ts";
import { answerEvent } from "../src/query/answer/answer-event.ts";
import { answerPreempting } from "../src/query/answer/answer-preempted.ts";
import { answerQuery, helpQuery } from "../src/query/answer/answer-query.ts";
import { answerTags } from "../src/query/answer/answer-tags.ts";
import { answerTail } from "../src/query/answer/answer-tail.ts";
import { answerOrDamage, type QuestionReader } from "../src/query/answer/damage.ts";
import { encodeAnswer } from "../src/query/answer/encode-answer.ts";
import { listPatterns } from "../src/query/answer/list-patterns.ts";
import { locateValues } from "../src/query/answer/locate-values.ts";
import { previewTrigger } from "../src/query/answer/preview-trigger.ts";
import { rehearse } from "../src/query/answer/rehearse.ts";
import type { ThreadTask } from "../src/query/answer/thread-task.ts";
import { tickAlone } from "../src/query/execution/work-clock.ts";
import { keptTablesShare } from "../src/query/limits.ts";
import { forgetFilters } from "../src/query/parse/filter-cache.ts";
import { defaultQueryMemory, type QueryMemory } from "../src/query/query-memory.ts";
import { forgetPlaces } from "../src/query/statistics/pair-counts.ts";
import { forgetWaitingNumbers } from "../src/query/statistics/waiting-numbers.ts";
import { ValueTableCache } from "../src/query/values/value-table-cache.ts";
import { watchOfThread } from "../src/runtime/thread-memory-watch.ts";

/** Entry of the threads that read events: unwraps the task and calls the function for it. */
const own = (workerData as QueryMemory | null) ?? defaultQueryMemory;
const watch = watchOfThread(own.residentBytes);
const memory = { ...own, tables: new ValueTableCache(own.cacheBytes * keptTablesShare), watch };
const reader = createSegmentReader({ ...memory, onRead: tickAlone, sharesReads: true });
watch.onShort(() => reader.shed());
watch.onShort(forgetFilters);
watch.onShort(forgetPlaces);
watch.onShort(forgetWaitingNumbers);

export default answerTask(
  (task: ThreadTask) => answerOrDamage(reader, (watched) => answer(task, watched)),
  // A helper is waited for, so it is not preempted.
  { mayBePreempted: ({ kind }) => kind !== "help", answerPreempting: answerPreempting(reader, memory) },
);

function answer(task: ThreadTask, watched: QuestionReader): unknown {
  switch (task.kind) {
    case "query":
      return encodeAnswer(answerQuery(task, watched, memory), task);
    case "help":
      return helpQuery(task, watched, memory);
    case "event":
      return answerEvent(task, watched);
    case "tags":
      return answerTags(task, watched);
    case "patterns":
      return listPatterns(task, watched);
    case "preview":
      return previewTrigger(task, watched);
    case "tail":
      return answerTail(task, watched);
    case "locate":
      return locateValues(task);
    case "rehearse":
      return rehearse(task, watched, memory);
  }
}
