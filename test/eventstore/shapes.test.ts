import { afterEach, expect, test } from "vitest";
import { Random } from "../../bench/corpora/random.ts";
import type { StoredEvent } from "../../src/eventstore/event/event.ts";
import { templateRowsMin } from "../../src/eventstore/limits.ts";
import { createSegmentReader } from "../../src/eventstore/read/segment-reader.ts";
import { patienceMs } from "../support/patience.ts";
import { ask } from "../support/questions/event-question.ts";
import { baseTime } from "../support/store/event-arbitrary.ts";
import { eventShapes, shapedEvent } from "../support/store/event-shapes.ts";
import {
  commit,
  copyOf,
  doAllUpkeep,
  newFolder,
  openStore,
  type PatientStore,
  readSnapshot,
} from "../support/store/store-folder.ts";
import { askAbout, shownBy } from "../support/store/stream-judge.ts";

const reader = createSegmentReader({ cacheBytes: 4_000_000 });
afterEach(() => reader.close());

/** Seals of so many events: just enough that messages become templates, of which all are kept, however different. */
const sealEvents = templateRowsMin;
const rounds = 9;

test.each(Object.keys(eventShapes))(
  "when a stream of %s is sealed, merged, stopped and killed, then each event and each answer is what a naive reader says",
  (name) => {
    const shape = eventShapes[name]!;
    const random = new Random(name.length);
    const model: StoredEvent[] = [];
    let nowMs = 0;
    let folder = newFolder();
    const open = () =>
      openStore(folder, { sealEvents, monotonicMs: () => nowMs, clock: () => baseTime / 1000 + 3 * 86_400_000 });
    let store = open();
    for (let round = 0; round < rounds; round++) {
      for (let left = sealEvents + random.below(300); left > 0; left -= append(store, left)) store.doUpkeep(0);
      if (round % 4 === 3) {
        folder = copyOf(folder);
        store = open();
      } else if (round % 4 === 1) {
        store.close();
        store = open();
      }
      doAllUpkeep(store);
      if (round % 2 === 0) compare(store, round === 4);
    }
    // The days are over: what is left becomes one.
    nowMs += 7_200_000;
    doAllUpkeep(store);
    expect(store.status().days.every(({ segments }) => segments === 1)).toBe(true);
    compare(store, true);
    store.close();

    function append(target: PatientStore, most: number): number {
      const count = Math.min(most, 1 + random.below(random.below(8) === 0 ? 600 : 60));
      const events = Array.from({ length: count }, (_, i) => shapedEvent(shape, model.length + i, baseTime));
      target.append(commit({ events, received: count }));
      for (const event of events) model.push({ id: model.length + 1, ...event });
      return count;
    }

    function compare(target: PatientStore, isWhole: boolean): void {
      const snapshot = target.snapshot();
      expect(snapshot.warnings).toEqual([]);
      if (isWhole) expect(readSnapshot(snapshot, reader)).toEqual(model);
      const asked = {
        snapshot,
        reader: {
          open: (handle: (typeof snapshot.segments)[number]) => reader.open(handle, snapshot.eventsFolder),
          cache: (handle: (typeof snapshot.segments)[number]) => reader.cache(handle, snapshot.eventsFolder),
        },
      };
      const times = model.flatMap((event) => event.times).sort((a, b) => a - b);
      const sample = { any: () => model[random.below(model.length)]!, first: times[0]!, last: times.at(-1)! };
      const questions = askAbout(sample, random, 4);
      for (const event of model) for (const question of questions) question.take(event);
      for (const { body, answer } of questions.map((question) => ({
        body: question.body,
        answer: question.expected(),
      })))
        expect({ body, answer: shownBy(body.type, ask(asked, body).results) }).toEqual({ body, answer });
      target.release(snapshot.lease);
    }
  },
  patienceMs,
);
