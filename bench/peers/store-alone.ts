/**
 * The store and the query engine in one thread, without HTTP, threads or messages between them. A process of its own.
 */
import { openEventStore } from "../../src/eventstore/open-event-store.ts";
import { createSegmentReader } from "../../src/eventstore/read/segment-reader.ts";
import { createLog } from "../../src/lib/log.ts";
import { answerQuery } from "../../src/query/answer/answer-query.ts";
import { keptTablesShare } from "../../src/query/limits.ts";
import { parseQuery, spanOf } from "../../src/query/parse/parse-query.ts";
import { defaultQueryMemory } from "../../src/query/query-memory.ts";
import { ValueTableCache } from "../../src/query/values/value-table-cache.ts";
import type { BenchQuestion } from "../questions/questions.ts";
import { serveLines } from "./child.ts";

interface Totals {
  totals?: { count?: number; values?: { count: number }[] };
}

/** Opens a copy of the events folder: a store has one writer. */
function openStore(eventsFolder: string) {
  const store = openEventStore({
    ...{
      eventsFolder,
      sealEvents: 131_072,
      sealAfterSeconds: 600,
      retentionDays: undefined,
      retentionBytes: undefined,
    },
    ...{ minFreeBytes: 0, clock: Date.now, log: createLog("error") },
  });
  const cacheBytes = 128 * 1024 * 1024;
  const reader = createSegmentReader({ cacheBytes });
  // A thread of the service caches these, too.
  const memory = { ...defaultQueryMemory, cacheBytes, tables: new ValueTableCache(cacheBytes * keptTablesShare) };
  return ({ body }: Pick<BenchQuestion, "body">): string => {
    const baseTime = Date.now() / 1000;
    const { type, params } = parseQuery(body, { timezone: "UTC", now: baseTime });
    const snapshot = store.snapshot(spanOf(type, params, baseTime));
    const control = new SharedArrayBuffer(64);
    const page = { offset: Number(params.offset ?? 0), size: Number(params.page_size ?? 100) };
    const task = { type, params, baseTime, hosts: [], snapshot, control, ...(type === "Search" ? { page } : {}) };
    const { totals } = answerQuery(task, reader, memory).results as Totals;
    store.release(snapshot.lease);
    return String(totals?.count ?? totals?.values?.map(({ count }) => count).join(" ") ?? "").slice(0, 40);
  };
}

let answer: ReturnType<typeof openStore> | undefined;
await serveLines(async (message: { eventsFolder: string } & BenchQuestion) => {
  if (answer !== undefined) return { result: answer(message) };
  answer = openStore(message.eventsFolder);
  return {};
});
