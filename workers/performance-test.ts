import { workerData } from "node:worker_threads";
import { createSegmentReader } from "../src/eventstore/read/segment-reader.ts";
import type { Snapshot } from "../src/eventstore/snapshot.ts";
import type { IntakeOptions } from "../src/ingest/intake.ts";
import { createIntakeDryRun, sampleDelivery } from "../src/ingest/thread/intake-dry-run.ts";
import { openLocalIntake } from "../src/ingest/thread/local-intake.ts";
import { rowOfSample } from "../src/ingest/thread/sample-row.ts";
import { openHttpLoop } from "../src/performance/measure/http-loop.ts";
import { type CapacityOrder, measureCapacity } from "../src/performance/measure/measure-capacity.ts";
import { type ChosenRulesOrder, measureChosenRules } from "../src/performance/measure/measure-chosen-rules.ts";
import { measureStorage, type StorageTest } from "../src/performance/measure/measure-storage.ts";
import type { ScratchStore } from "../src/performance/samples/scratch-store.ts";
import type { AskedQuestion } from "../src/performance/typical-questions.ts";
import { answerTask } from "../src/pool/task-outcome.ts";
import { answerQuery } from "../src/query/answer/answer-query.ts";
import { countValues } from "../src/query/answer/count-values.ts";
import { answerOrDamage } from "../src/query/answer/damage.ts";
import { type EncodedTask, encodeAnswer } from "../src/query/answer/encode-answer.ts";
import { parseQuery } from "../src/query/parse/parse-query.ts";
import { defaultQueryMemory, type QueryMemory } from "../src/query/query-memory.ts";
import { ControlWords } from "../src/runtime/control-words.ts";
import type { ActiveTrigger } from "../src/triggers/active-trigger.ts";

/** Entry of the threads that measure: brings the real intake, the real engine and the test together. */
const memory = (workerData as QueryMemory | null) ?? defaultQueryMemory;

interface Task {
  /** The run's control words. */
  control: SharedArrayBuffer;
  intake: Omit<IntakeOptions, "eventsFolder">;
  triggers: readonly ActiveTrigger[];
  rules?: ChosenRulesOrder;
  storage?: StorageTest;
  capacity?: CapacityOrder;
}

/** Answers a question without using the cache of a thread. */
interface ColdTask {
  cold: EncodedTask;
}

export default answerTask((task: Task | ColdTask) => ("cold" in task ? answerCold(task.cold) : measure(task)));

async function measure({ control: shared, intake, triggers, rules, storage, capacity }: Task): Promise<unknown> {
  const control = new ControlWords(shared);
  control.begin();
  if (rules) return measureChosenRules(rules, rowOfSample, control);
  const reader = createSegmentReader(memory);
  const tools = {
    read: rowOfSample,
    openReader: (set: Parameters<typeof createIntakeDryRun>[0]) => createIntakeDryRun(set, intake.dedupSeconds),
    openLoop: openHttpLoop,
    openStore: (eventsFolder: string, toSeal = false, sealEventsMax = intake.sealEvents) => {
      const sealEvents = Math.min(intake.sealEvents, sealEventsMax);
      const dedupSeconds = toSeal ? 0 : intake.dedupSeconds;
      return openStore({ ...intake, sealEvents, dedupSeconds, eventsFolder }, triggers);
    },
    ask: ({ type, params }: AskedQuestion, snapshot: Snapshot) => {
      const nowSeconds = Math.ceil(Date.now() / 1000) + 1;
      const checked = parseQuery({ type, params }, { timezone: "UTC", now: nowSeconds });
      const question = { type: checked.type, params: checked.params, baseTime: nowSeconds, hosts: [], snapshot };
      return answerQuery({ ...question, control: new SharedArrayBuffer(8) }, reader, memory);
    },
  };
  try {
    return storage ? await measureStorage(storage, tools, control) : await measureCapacity(capacity!, tools, control);
  } finally {
    reader.close();
  }
}

function answerCold(task: EncodedTask) {
  let bytesRead = 0;
  const reader = createSegmentReader({
    ...memory,
    onRead: (bytes) => {
      bytesRead += bytes;
    },
  });
  try {
    return answerOrDamage(reader, (watched) => {
      const answer = encodeAnswer(answerQuery(task, watched, memory), task);
      return { ...answer, bytesRead, valueCount: countValues(task, watched) };
    });
  } finally {
    reader.close();
  }
}

function openStore(options: IntakeOptions, triggers: readonly ActiveTrigger[]): ScratchStore {
  // Its log lines would be about generated events, which belong in no log.
  const store = openLocalIntake({ ...options, logLevel: "fatal" });
  store.setTriggers(() => triggers);
  return {
    ...store,
    deliver: (bytes) => store.deliver(sampleDelivery(bytes)),
    ruleCount: async () =>
      (await store.ruleStates()).reduce((sum, { isEnabled, rules }) => sum + (isEnabled ? rules.length : 0), 0),
  };
}
