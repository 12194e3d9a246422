import { workerData } from "node:worker_threads";
import { createSegmentReader } from "../src/eventstore/segment-reader.ts";
import type { Snapshot } from "../src/eventstore/snapshot.ts";
import type { IntakeOptions } from "../src/ingest/intake.ts";
import { openLocalIntake } from "../src/ingest/local-intake.ts";
import { parseSample, sampleDelivery } from "../src/ingest/parse-sample.ts";
import { openJobControl } from "../src/jobs/job-control.ts";
import { answerTask } from "../src/jobs/task-outcome.ts";
import { type CapacityOrder, measureCapacity } from "../src/performance/measure-capacity.ts";
import { measureParser, type ParserOrder } from "../src/performance/measure-parser.ts";
import { measureStorage, type StorageOrder } from "../src/performance/measure-storage.ts";
import type { ScratchStore } from "../src/performance/scratch-store.ts";
import type { AskedQuestion } from "../src/performance/typical-questions.ts";
import { answerQuery } from "../src/query/answer-query.ts";
import { parseQuery } from "../src/query/parse-query.ts";
import { defaultQueryMemory, type QueryMemory } from "../src/query/query-memory.ts";

/** Entry of the threads that measure: brings the real intake, the real engine and the test together. */
const memory = (workerData as QueryMemory | null) ?? defaultQueryMemory;

interface Task {
  /** Of the run. */
  control: SharedArrayBuffer;
  intake: Omit<IntakeOptions, "eventsFolder">;
  parser?: ParserOrder;
  storage?: StorageOrder;
  capacity?: CapacityOrder;
}

export default answerTask(async ({ control: shared, intake, parser, storage, capacity }: Task) => {
  const control = openJobControl(shared);
  control.begin();
  if (parser) return measureParser(parser, parseSample, control);
  const reader = createSegmentReader(memory);
  const tools = {
    parse: parseSample,
    openStore: (eventsFolder: string) => openStore({ ...intake, eventsFolder }),
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
});

function openStore(options: IntakeOptions): ScratchStore {
  const store = openLocalIntake(options);
  return { ...store, deliver: (bytes) => store.deliver(sampleDelivery({ format: "events", bytes })) };
}
