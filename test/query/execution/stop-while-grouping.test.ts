import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSegmentReader } from "../../../src/eventstore/read/segment-reader.ts";
import type { Segment } from "../../../src/eventstore/segment.ts";
import { findField } from "../../../src/filter/condition/fields.ts";
import { StopRequested, WorkClock } from "../../../src/query/execution/work-clock.ts";
import { groupBatches } from "../../../src/query/groups/group-batches.ts";
import { batchRows } from "../../../src/query/limits.ts";
import { ValueTable } from "../../../src/query/values/value-table.ts";
import { ControlWords } from "../../../src/runtime/control-words.ts";
import { baseTime, event } from "../../support/store/event-arbitrary.ts";
import { commit, newFolder, openStore } from "../../support/store/store-folder.ts";

/** Each has a text of its own, so that it is read and looked up alone. */
const texts = Array.from({ length: batchRows }, (_, i) => `request ${i} of /path/${i % 977} took ${i % 31} ms`);

describe("when a question is stopped while the rows of a batch are grouped by their texts", () => {
  const reader = createSegmentReader({ cacheBytes: 50_000_000 });
  let store: ReturnType<typeof openStore>;
  let segment: Segment;
  beforeAll(() => {
    const folder = newFolder();
    const written = openStore(folder);
    written.append(commit({ events: texts.map((text, i) => event(text, baseTime + i)), received: texts.length }));
    written.close();
    store = openStore(folder);
    const { segments, eventsFolder } = store.snapshot();
    segment = reader.open(segments[0]!, eventsFolder);
  });
  afterAll(() => {
    reader.close();
    store?.close();
  });

  const group = (table: ValueTable) => {
    const groups = new Uint32Array(batchRows);
    const rows = Uint32Array.from(texts, (_, row) => row);
    groupBatches(segment, findField("message"), table, () => {})(rows, rows.length, groups);
  };

  test("then it ends within a part of the batch", () => {
    const all = new ValueTable("message");
    group(all);
    expect(all.size).toBe(batchRows);
    const words = new ControlWords();
    const clock = new WorkClock(words.shared);
    words.stop();
    const some = new ValueTable("message");
    expect(() => clock.during(() => group(some))).toThrow(StopRequested);
    expect(some.size).toBeLessThan(batchRows / 8);
    expect(some.size).toBeGreaterThan(0);
  });
});
