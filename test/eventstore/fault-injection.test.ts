import { describe, expect, test } from "vitest";
import { DamagedSegmentError } from "../../src/eventstore/errors.ts";
import type { EventRow, StoredEvent } from "../../src/eventstore/event/event.ts";
import type { EventStore } from "../../src/eventstore/event-store.ts";
import { examineSegment } from "../../src/eventstore/merge/examine-segment.ts";
import { createSegmentReader, type SegmentReader } from "../../src/eventstore/read/segment-reader.ts";
import type { SegmentHandle } from "../../src/eventstore/snapshot.ts";
import { baseTime, event } from "../support/store/event-arbitrary.ts";
import { type Harm, harm, harms, type Place, placesOf } from "../support/store/harm.ts";
import { eventsOf } from "../support/store/open-segment.ts";
import { commit, copyOf, doAllUpkeep, newFolder, openStore } from "../support/store/store-folder.ts";

/** Enough rows, on one of two days, for templates, word filters and ready-made counts, in columns of every encoding. */
const rowsPerSeal = 1_700;
const seals = 3;
const whole = folderWithAll();

/** Three sealed segments in two days with repeats beside them, and commits of both kinds in the log. */
function folderWithAll(): string {
  const folder = newFolder();
  const store = openStore(folder);
  for (let seal = 0; seal < seals; seal++) {
    store.append(
      commit({ events: Array.from({ length: rowsPerSeal }, (_, index) => anEvent(seal * rowsPerSeal + index)) }),
    );
    if (seal > 0) store.append(commit({ repeats: [{ id: 5, time: baseTime + seal }] }));
    sealAll(store);
  }
  for (let index = 0; index < 3; index++)
    store.append(commit({ events: [anEvent(9_000 + index), anEvent(9_100 + index)] }));
  store.append(commit({ repeats: [{ id: 7, time: baseTime + 77 }], events: [anEvent(9_300)] }));
  const copy = copyOf(folder);
  store.close();
  return copy;
}

function anEvent(number: number): EventRow {
  return event(`user ${number % 50} did ${number} things in ${number / 8} s`, baseTime + (number % 3) * 8_000_000, {
    host: `host-${number % 7}`,
    severity: number % 8,
    tags: ["id", hex(number), "n", String(number % 1000), ...(number % 40 === 0 ? ["rare", `word ${number}`] : [])],
    extra: number % 9 === 0 ? `{"x":${number}}` : "",
  });
}

function hex(number: number): string {
  return Bun.hash.crc32(String(number)).toString(16).padStart(8, "0");
}

function sealAll(store: EventStore): void {
  // The seal is what a stop does; here the store goes on.
  const { tail } = store.status();
  if (tail.events > 0) (store as unknown as { scheduler: { sealInTime(): void } }).scheduler.sealInTime();
  doAllUpkeep(store);
}

describe("fault injection", () => {
  const truth = readEverything(openStore(copyOf(whole)));
  const places = placesOf(whole);
  const seed = Number(process.env.VIGIE_TEST_SEED ?? "1");
  const harmed = new Set<Place>();

  test("when nothing is harmed, then every event is there", () => {
    expect(truth.length).toBe(seals * rowsPerSeal + 7);
    expect(places.length).toBeGreaterThan(60);
  });

  test.each(harms)(
    "when parts are harmed by %s before a start, then everything else goes on, and it is named",
    (how) => {
      for (const [index, place] of places.entries()) {
        if (!isTurnOf(index, how) || !isTime(index, "before")) continue;
        const random = randomOf(`${seed} ${how} ${index}`);
        const folder = copyOf(whole);
        harm(folder, place, how, random);
        live(folder, place, how);
      }
    },
  );

  test.each(harms)("when parts are harmed by %s while the store is open, then likewise", (how) => {
    for (const [index, place] of places.entries()) {
      // What is in the log the store knows already.
      if (place.in === "log" || !isTurnOf(index, how) || !isTime(index, "open")) continue;
      const random = randomOf(`${seed} open ${how} ${index}`);
      const folder = copyOf(whole);
      live(folder, place, how, () => harm(folder, place, how, random));
    }
  });

  test("when all this is done, then each place was harmed", () => {
    expect(harmed.size).toBe(places.length);
  });

  /** A part is harmed in one way and at one time, or it would take minutes; another seed chooses others. */
  function isTurnOf(index: number, how: Harm): boolean {
    return isOneOfFew(places[index]!) || harms[(index + seed) % harms.length] === how;
  }

  function isTime(index: number, time: "before" | "open"): boolean {
    const isForOpen = Math.floor((index + seed) / harms.length) % 2 === 0;
    return isOneOfFew(places[index]!) || isForOpen === (time === "open");
  }

  function isOneOfFew(place: Place): boolean {
    return place.in !== "day";
  }

  /** A life: start, questions, new events of the same days, seals, compaction, stop, and another start. */
  function live(folder: string, place: Place, how: Harm, whenOpen: () => void = () => undefined): void {
    harmed.add(place);
    try {
      let nowMs = 0;
      const store = openStore(folder, { sealEvents: 4, monotonicMs: () => nowMs });
      whenOpen();
      check(store, place, how);
      for (let round = 0; round < 9; round++) {
        store.append(commit({ events: Array.from({ length: 4 }, (_, index) => anEvent(10_000 + round * 4 + index)) }));
        doAllUpkeep(store);
        nowMs += 3_600_001;
      }
      const found = check(store, place, how);
      // What was harmed may say the same of itself.
      const others = found.filter(({ id }) => id < place.minId || id > place.maxId);
      expect(others.filter(({ message }) => / did 100\d\d /.test(message)).length).toBe(36);
      expect(store.status().parked).toEqual([]);
      if (found.length < truth.length + 36) expect(store.status().damaged).not.toEqual([]);
      store.close();
      const again = openStore(folder);
      check(again, place, how);
      again.close();
    } catch (error) {
      const { stack } = error as Error;
      throw new Error(`${JSON.stringify(place)} in ${folder} harmed by ${how}: ${stack}`);
    }
  }

  /** What a checksum vouches for may say something else; what is not touched says what it did. */
  function check(store: EventStore, { minId, maxId }: Place, how: Harm): StoredEvent[] {
    const found = readEverything(store);
    const isTouched = ({ id }: StoredEvent) => id >= minId && id <= maxId;
    const there = new Set(found.map(nameOf));
    expect(truth.filter((one) => !isTouched(one) && !there.has(nameOf(one)))).toEqual([]);
    const isVouched = how === "flip" || how === "cut";
    const ids = new Set(found.map(({ id }) => id));
    const some = truth.filter((one, index) => index % 211 === 0 && (isVouched || !isTouched(one)));
    expect(some.filter(({ id }) => store.shows(id) !== ids.has(id))).toEqual([]);
    const known = new Set(truth.map(nameOf));
    if (isVouched) expect(found.filter((one) => isTouched(one) && !known.has(nameOf(one)))).toEqual([]);
    return found;
  }
});

function nameOf({ id, host, message, tags }: StoredEvent): string {
  return `${id} ${host} ${message} ${tags}`;
}

/** As those who ask do: what cannot be read is set aside, then all is asked again. */
function readEverything(store: EventStore): StoredEvent[] {
  // One of its own: every folder here has segments of the same names.
  const reader = createSegmentReader({ cacheBytes: 64 << 20 });
  try {
    return readAllThatCan(store, reader);
  } finally {
    reader.close();
  }
}

function readAllThatCan(store: EventStore, reader: SegmentReader): StoredEvent[] {
  for (let attempt = 0; attempt < 20; attempt++) {
    const snapshot = store.snapshot();
    try {
      return snapshot.segments.flatMap((handle) => readSegment(reader, handle, snapshot.eventsFolder));
    } catch (error) {
      if (!(error instanceof DamagedSegmentError)) throw error;
      store.setAside(error.damage);
    } finally {
      store.release(snapshot.lease);
    }
  }
  throw new Error("What cannot be read is never set aside.");
}

function readSegment(from: SegmentReader, handle: SegmentHandle, folder: string): StoredEvent[] {
  try {
    const segment = from.open(handle, folder);
    segment.minutes();
    segment.totals({ base: "host" })?.texts();
    for (const name of segment.tagNames()) segment.tag(name)?.text(0);
    return eventsOf(segment);
  } catch (error) {
    if (error instanceof DamagedSegmentError) throw error;
    from.examine(handle, folder, examineSegment);
    throw error;
  }
}

/** The same numbers for the same seed. */
function randomOf(seed: string): () => number {
  let state = Bun.hash.crc32(seed) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
