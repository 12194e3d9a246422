import { expect, test } from "vitest";
import { EventDraft } from "../../src/eventstore/build/event-draft.ts";
import { segmentRowsMax } from "../../src/eventstore/limits.ts";
import { createSegmentReader } from "../../src/eventstore/read/segment-reader.ts";
import { patienceMs } from "../support/patience.ts";
import { ask } from "../support/questions/event-question.ts";
import { baseTime, event } from "../support/store/event-arbitrary.ts";
import { commit, doAllUpkeep, newFolder, openStore } from "../support/store/store-folder.ts";

test(
  "when one body brings more events than a segment may have, then they become several, and their messages are ranked",
  () => {
    const count = segmentRowsMax + 70_000;
    const draft = new EventDraft();
    draft.begin(1);
    // Midnight is 10 s later.
    for (let i = 0; i < count; i++) draft.add(event(i % 1_000 === 0 ? "often" : `e${i}`, baseTime + (i % 9_000)));
    const store = openStore(newFolder(), { sealEvents: 131_072 });
    store.append(commit({ events: draft.finish(), received: count }));
    doAllUpkeep(store);
    const snapshot = store.snapshot();
    const rows = snapshot.segments.map((segment) => segment.rows).sort((a, b) => a - b);
    expect(rows.every((some) => some <= segmentRowsMax)).toBe(true);
    expect(rows.reduce((sum, some) => sum + some, 0)).toBe(count);
    expect(snapshot.segments.every(({ place }) => place === "file")).toBe(true);

    const reader = createSegmentReader({ cacheBytes: 8_000_000 });
    const asked = {
      snapshot,
      reader: {
        open: (handle: (typeof snapshot.segments)[number]) => reader.open(handle, snapshot.eventsFolder),
        cache: (handle: (typeof snapshot.segments)[number]) => reader.cache(handle, snapshot.eventsFolder),
      },
    };
    const from = Math.floor(baseTime / 1e6);
    const params = { field: "message", limit: 2, time_range: { ts_from: from, ts_to: from + 10, timezone: "UTC" } };
    const { totals } = ask(asked, { type: "TopN", params }).results as { totals: { values: unknown } };
    expect(totals.values).toEqual([
      { name: "often", count: Math.ceil(count / 1_000) },
      { name: "e1", count: 1 },
    ]);
    reader.close();
    store.close();
  },
  patienceMs,
);
