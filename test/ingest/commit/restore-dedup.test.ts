import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import pino from "pino";
import { describe, expect, test } from "vitest";
import type { EventRow, StoredEvent } from "../../../src/eventstore/event/event.ts";
import { createDedup, type Dedup } from "../../../src/ingest/commit/dedup.ts";
import { IdentityLog } from "../../../src/ingest/commit/identity-log.ts";
import { restoreDedup } from "../../../src/ingest/commit/restore-dedup.ts";
import { baseTime, event } from "../../support/store/event-arbitrary.ts";
import { harm, placesOf } from "../../support/store/harm.ts";
import {
  commit,
  copyOf,
  doAllUpkeep,
  newFolder,
  openStore,
  type PatientStore,
  readAll,
} from "../../support/store/store-folder.ts";

const second = 1_000_000;
const day = 86_400 * second;
const window = 60 * second;
const never = Number.POSITIVE_INFINITY;

/** A store with its de-duplication, as a service has them, killed and started as one is. */
class Service {
  folder: string;
  store!: PatientStore;
  private dedup!: Dedup;
  private identities!: IdentityLog;

  constructor(
    private readonly recentFrom: number,
    folder = newFolder(),
  ) {
    this.folder = folder;
    this.start();
  }

  /** One commit. Whole events, or the id that each is an occurrence of. */
  take(rows: readonly EventRow[]): void {
    const events: EventRow[] = [];
    const repeats: { id: number; time: number }[] = [];
    for (const row of rows) {
      const newId = this.store.nextId + events.length;
      const id = this.dedup.place(row, newId);
      if (id === undefined) events.push(row);
      else if (id < this.store.nextId) repeats.push({ id, time: row.times[0]! });
      else {
        const first = events[id - this.store.nextId]!;
        events[id - this.store.nextId] = { ...first, times: [...first.times, row.times[0]!].sort((a, b) => a - b) };
      }
    }
    this.store.append(commit({ events, repeats, received: rows.length }));
    this.dedup.keep();
    doAllUpkeep(this.store);
  }

  stop(): void {
    this.store.close();
    this.start();
  }

  /** What a new process finds of one that was killed. */
  kill(): void {
    this.folder = copyOf(this.folder);
    this.store.close();
    this.start();
  }

  close(): void {
    this.store.close();
  }

  private start(): void {
    let identities: IdentityLog | undefined;
    this.store = openStore(this.folder, {
      sealEvents: 12,
      onLost: () => this.dedup?.doubt(),
      onSealed: () => identities?.flush(),
    });
    const log = pino({ level: "silent" });
    identities = this.identities = new IdentityLog(this.folder, this.store.nextId, log);
    const shows = (id: number) => this.store.shows(id);
    this.dedup = createDedup(window, { shows, identities, seed: identities.seed });
    restoreDedup(this.store, this.dedup, this.identities, this.recentFrom);
  }
}

/** The rule of the product with a Map, which never forgets: which times each event has. */
function naiveEvents(rows: readonly EventRow[]): string[] {
  const newest = new Map<string, { message: string; times: number[] }>();
  const all: { message: string; times: number[] }[] = [];
  for (const { message, times } of rows) {
    const [time] = times;
    const known = newest.get(message);
    const span = known && Math.max(...known.times, time!) - Math.min(...known.times, time!);
    if (span !== undefined && span <= window) known!.times.push(time!);
    else {
      const one = { message, times: [time!] };
      newest.set(message, one);
      all.push(one);
    }
  }
  return all.map((one) =>
    shown(
      one.message,
      one.times.toSorted((a, b) => a - b),
    ),
  );
}

function shown(message: string, times: readonly number[]): string {
  return `${message} at ${times.map((time) => (time - baseTime) / second)}`;
}

/** Times from yesterday to the day after tomorrow, mostly close to others. */
const anyRow = fc
  .tuple(fc.integer({ min: -1, max: 2 }), fc.integer({ min: 0, max: 90 }), fc.nat(9))
  .map(([days, seconds, name]) => event(`m${name}`, baseTime + days * day + seconds * second));
const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ rows: fc.array(anyRow, { minLength: 1, maxLength: 8 }) }) },
  { weight: 1, arbitrary: fc.constantFrom("stop" as const, "kill" as const) },
);

describe("recalling events", () => {
  test("when a service is stopped and killed at any moment, then repeats of any age are known as if it had run on", () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
        const service = new Service(never);
        const rows: EventRow[] = [];
        for (const step of steps)
          if (step === "stop") service.stop();
          else if (step === "kill") service.kill();
          else {
            service.take(step.rows);
            rows.push(...step.rows);
          }
        expect(readAll(service.store).map(({ message, times }) => shown(message, times))).toEqual(naiveEvents(rows));
        service.close();
      }),
      { numRuns: 60, interruptAfterTimeLimit: 120_000 },
    );
  });

  test("when any byte of what was kept is another, then no repeat is counted on an event of another text", () => {
    const harmed = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      value: fc.nat(255),
      isCut: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyRow, { minLength: 13, maxLength: 60 }), harmed, (rows, { at, value, isCut }) => {
        const service = new Service(never);
        service.take(rows);
        service.close();
        const path = join(service.folder, "identities.current");
        const bytes = readFileSync(path);
        const place = Math.min(bytes.length - 1, Math.floor(at * bytes.length));
        bytes[place] = value;
        writeFileSync(path, isCut ? bytes.subarray(0, place) : bytes);
        const again = new Service(never, service.folder);
        again.take(rows);
        again.stop();
        again.take(rows);
        expect(occurrencesByText(readAll(again.store))).toEqual(countsOf([...rows, ...rows, ...rows]));
        again.close();
      }),
      { numRuns: 60 },
    );
  });

  test("when what was kept is of a store that has given these ids to others, then it is forgotten", () => {
    const service = new Service(never);
    service.take([event("first")]);
    const earlier = copyOf(service.folder);
    service.take(Array.from({ length: 20 }, (_, index) => event(`lost ${index}`)));
    const kept = readFileSync(join(service.folder, "identities.current"));
    service.close();
    writeFileSync(join(earlier, "identities.current"), kept);
    const restored = new Service(never, earlier);
    restored.take([event("other")]);
    restored.take([event("lost 0")]);
    restored.stop();
    restored.take([event("lost 1"), event("other"), event("first")]);
    expect(readAll(restored.store).map(({ id, message, times }) => [id, message, times.length])).toEqual([
      [1, "first", 2],
      [2, "other", 2],
      [3, "lost 0", 1],
      [4, "lost 1", 1],
    ]);
    restored.close();
  });

  /** Sealed events of two days, the later one from a wrong clock, in three segments each. */
  function folderOfAnEarlierBuild(): string {
    const folder = newFolder();
    for (let round = 0; round < 3; round++) {
      const store = openStore(folder);
      const times = [baseTime + round, baseTime + day + 10 - round];
      store.append(commit({ events: times.map((time) => event(`round ${round} at ${time}`, time)) }));
      store.close();
    }
    return folder;
  }

  test("when nothing was kept, then what is not sealed and what was seen lately is read from the events", () => {
    const store = openStore(folderOfAnEarlierBuild());
    store.append(commit({ events: [event("not sealed")] }));
    expect(recalledIds(store, baseTime)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(recalledIds(store, baseTime + day)).toEqual([2, 4, 6, 7]);
    store.close();
  });

  test("when a segment was written wrongly, then the others come, and it is set aside", () => {
    const folder = folderOfAnEarlierBuild();
    const directory = placesOf(folder).find((place) => place.in === "day" && place.part === -1);
    harm(folder, directory!, "nothing", Math.random);
    const store = openStore(folder);
    const ids = recalledIds(store, baseTime);
    expect(ids.length).toBe(5);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(store.status().damaged).toHaveLength(1);
    store.close();
  });
});

/** The ids that a start without kept identities notes for the next one. */
function recalledIds(store: PatientStore, from: number): number[] {
  const ids: number[] = [];
  const nothing = { ids: new Float64Array(0), keys: new Uint32Array(0) };
  const identities = {
    lastId: 0,
    take: () => nothing,
    add(id: number) {
      this.lastId = id;
      ids.push(id);
    },
  };
  restoreDedup(store, createDedup(window, { identities }), { lastId: 0, take: () => nothing }, from);
  return ids;
}

function occurrencesByText(events: readonly StoredEvent[]): Map<string, number> {
  return countsOf(events.flatMap((one) => one.times.map((time) => ({ ...one, times: [time] }))));
}

function countsOf(rows: readonly EventRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { message } of rows.toSorted((a, b) => (a.message < b.message ? -1 : 1)))
    counts.set(message, (counts.get(message) ?? 0) + 1);
  return counts;
}
