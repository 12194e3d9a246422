import { expect, test } from "vitest";
import { cachedTailRowsMin } from "../../../src/eventstore/limits.ts";
import { createSegmentReader } from "../../../src/eventstore/read/segment-reader.ts";
import type { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import type { SegmentHandle } from "../../../src/eventstore/snapshot.ts";
import { baseTime, event } from "../../support/store/event-arbitrary.ts";
import { commit, newFolder, openStore } from "../../support/store/store-folder.ts";

const finding = { byteLength: 8 };

function openTail(rows: number) {
  const store = openStore(newFolder());
  const events = Array.from({ length: rows }, (_, i) => event(`line ${i}`, baseTime + i));
  store.append(commit({ events }));
  const reader = createSegmentReader({ cacheBytes: 1_000_000 });
  const look = () => {
    const { segments, eventsFolder } = store.snapshot();
    const [handle] = segments;
    return {
      handle: handle!,
      open: () => reader.open(handle!, eventsFolder),
      cache: reader.cache(handle!, eventsFolder),
    };
  };
  return { store, look };
}

test("when a large tail segment is read again, then what was found in it is remembered, and by those who open it", () => {
  const { look } = openTail(cachedTailRowsMin);
  expect(look().handle.place).toBe("memory");
  look().cache!.keep("a", finding);
  expect(look().cache!.recall("a")).toBe(finding);
  expect(look().open().cache!.recall("a")).toBe(finding);
});

test("when a repeat came to it, then what holds for all its occurrences is not taken from before", () => {
  const { store, look } = openTail(cachedTailRowsMin);
  expect(look().cache!.isFinal).toBe(true);
  const { minId } = look().handle;
  store.append(commit({ repeats: [{ id: minId, time: baseTime + 5e6 }] }));
  expect(look().cache!.isFinal).toBe(false);
});

test("when a tail segment is small, then nothing of it is remembered", () => {
  const { look } = openTail(cachedTailRowsMin - 1);
  expect(look().cache).toBeUndefined();
  expect(look().open().cache).toBeUndefined();
});

test("when a large tail segment is opened again, then its directory is not read again", () => {
  const { look } = openTail(cachedTailRowsMin);
  const directory = () => (look().open() as StoredSegment).directory;
  expect(directory()).toBe(directory());
});

test("when another segment says the same of itself, then it is read by its own directory", () => {
  const reader = createSegmentReader({ cacheBytes: 1_000_000 });
  const [one, other] = ["a", "b"].map((letter) => {
    const store = openStore(newFolder());
    const events = Array.from({ length: cachedTailRowsMin }, (_, i) => event(letter.repeat(1 + (i % 7)), baseTime + i));
    store.append(commit({ events }));
    return store.snapshot().segments[0]!;
  });
  const open = (handle: SegmentHandle) => reader.open(handle, "the same folder");
  expect([one, other, one].map((handle) => open(handle!).base("message").text(3))).toEqual(["aaaa", "bbbb", "aaaa"]);
});
