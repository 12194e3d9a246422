import { expect, test } from "vitest";
import { finishAfterStartMs } from "../../../src/eventstore/limits.ts";
import { baseTime, event } from "../../support/store/event-arbitrary.ts";
import { commit, doAllUpkeep, newFolder, openStore, readAll } from "../../support/store/store-folder.ts";

/** Three seals of a day that is over, of names that never come again, with values of so many bytes. */
function folderOfSeals(valueBytes: number): string {
  const folder = newFolder();
  for (let seal = 0; seal < 3; seal++) {
    let nowMs = 0;
    const store = openStore(folder, { monotonicMs: () => nowMs });
    const events = Array.from({ length: 40 }, (_, index) => {
      const number = seal * 40 + index;
      const tags = Array.from({ length: 180 }, (_, tag) => [`n${number}_${tag}`, "v".repeat(valueBytes)]);
      return event(`event ${number}`, baseTime + number, { tags: tags.sort(byName).flat() });
    });
    store.append(commit({ events }));
    // A stop alone seals as far as time allows.
    nowMs += 3_600_001;
    doAllUpkeep(store);
    store.close();
  }
  return folder;
}

function byName([a]: readonly string[], [b]: readonly string[]): number {
  return a! < b! ? -1 : 1;
}

test.each([
  { what: "more bytes than one merge may hold", valueBytes: 4_000, segments: 3 },
  { what: "few bytes", valueBytes: 4, segments: 1 },
])("when segments of a day share columns of $what, then $segments are left, all events are read", (one) => {
  const folder = folderOfSeals(one.valueBytes);
  let nowMs = 0;
  const store = openStore(folder, { clock: () => baseTime / 1000 + 2 * 86_400_000, monotonicMs: () => nowMs });
  for (let hour = 0; hour < 3; hour++) {
    nowMs += 3_600_001;
    doAllUpkeep(store);
  }
  const { days, parked, damaged } = store.status();
  expect([days[0]!.segments, parked, damaged]).toEqual([one.segments, [], []]);
  const found = readAll(store);
  expect(found.map(({ message }) => message)).toEqual(Array.from({ length: 120 }, (_, number) => `event ${number}`));
  expect(new Set(found.map(({ tags }) => tags.length))).toEqual(new Set([360]));
  store.close();
});

test("when a day was over before a start, then it gets its last merge a minute later", () => {
  let nowMs = 0;
  const clock = () => baseTime / 1000 + 2 * 86_400_000;
  const store = openStore(folderOfSeals(4), { clock, monotonicMs: () => nowMs });
  const segmentsAt = (ms: number) => {
    nowMs = ms;
    doAllUpkeep(store);
    return store.status().days[0]!.segments;
  };
  expect([0, finishAfterStartMs - 1, finishAfterStartMs].map(segmentsAt)).toEqual([3, 3, 1]);
  store.close();
});
