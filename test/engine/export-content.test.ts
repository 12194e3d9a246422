import { afterAll, describe, expect, test } from "vitest";
import { Evaluation, type QueryEngine } from "../../src/engine/evaluation.ts";
import { writeContent } from "../../src/engine/export-content.ts";
import { createSegmentReader } from "../../src/eventstore/read/segment-reader.ts";
import { writeExport } from "../../src/export/write-export.ts";
import { answerQuery } from "../../src/query/answer/answer-query.ts";
import { encodeAnswer } from "../../src/query/answer/encode-answer.ts";
import { openEveryEvent } from "../../src/query/answer/every-event.ts";
import { parseQuery } from "../../src/query/parse/parse-query.ts";
import { ManualEngine } from "../api/query/manual-engine.ts";
import { baseTime, event } from "../support/store/event-arbitrary.ts";
import { commit, doAllUpkeep, newFolder, openStore } from "../support/store/store-folder.ts";

const store = openStore(newFolder(), { sealEvents: 10 });
const reader = createSegmentReader({ cacheBytes: 1_000_000 });
afterAll(() => {
  reader.close();
  store.close();
});

/** A real store, answered in this thread. */
class StoreEngine extends ManualEngine {
  override snapshot: QueryEngine["snapshot"] = async (span, asOf) => store.snapshot(span, asOf);
  override release = (lease: number) => store.release(lease);
  override spanOf = () => ({ from: 0, to: 9e15 });
  override answer: QueryEngine["answer"] = async (task) =>
    encodeAnswer(answerQuery(task, reader), { ...task, links: undefined });
  override writeExport: QueryEngine["writeExport"] = ({ order, events }) =>
    writeExport(order, events && openEveryEvent(events, reader));
}

const second = 1_000_000;
const marked = JSON.stringify([{ id: 1, name: "t", mark_actionable: true, mark_known: false, note_text: "look" }]);

describe("the instant of an export that holds nothing any more", () => {
  test.each(["-last_occurrence", "-counter"] as const)(
    "when events and repeats came since, in files and beside them, then its rows by %s are those of the stored result",
    async (sort) => {
      const firstId = store.nextId;
      const events = Array.from({ length: 8 }, (_, i) => event(`${sort} ${i}`, baseTime + i * second));
      store.append(commit({ events, repeats: [], received: 8 }));
      store.append(commit({ repeats: [{ id: firstId + 2, time: baseTime + 20 * second }], received: 1 }));
      const engine = new StoreEngine();
      const params = { time_range: { ts_from: 1.7e9, ts_to: 1.75e9 }, sort, page_size: 100 };
      const { type, params: checked } = parseQuery({ type: "Search", params }, { timezone: "UTC", now: 1.8e9 });
      const question = { type, params: checked, baseTime: 1.8e9, userId: 1, hosts: [] };
      const evaluation = new Evaluation(question, { page: { offset: 0, size: 100 } }, engine);
      await evaluation.first.settled;
      const stored = JSON.parse(new TextDecoder().decode(evaluation.first.results!.slice())).events.objects;
      evaluation.close();

      for (let round = 0; round < 3; round++) {
        const later = [1, 2, 2, 7].map((at) => ({ id: firstId + at, time: baseTime + (30 + round) * second }));
        const fired = { id: firstId + 3, time: baseTime - second, fired: marked };
        store.append(commit({ events: [event("new", baseTime)], repeats: [...later, fired], received: 6 }));
        if (round === 1) doAllUpkeep(store);
      }
      const order = {
        format: "json" as const,
        type,
        params: checked,
        timezone: "UTC",
        path: `${newFolder()}.part`,
        minFreeBytes: 0,
      };
      const written = await writeContent(engine, evaluation, order, new SharedArrayBuffer(8));
      if (!("bytes" in written)) throw new Error("it is in a file");
      const rows = JSON.parse(new TextDecoder().decode(written.bytes.slice()));
      const plain = ({ first_occurrence_date: _, last_occurrence_date: __, ...rest }: Record<string, unknown>) => rest;
      expect(rows.map(plain)).toEqual(stored.map(plain));
      expect(rows.length).toBeGreaterThanOrEqual(8);
    },
  );
});
