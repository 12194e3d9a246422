import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventRow, Repeat, StoredEvent } from "../../src/eventstore/event/event.ts";
import { findEvent } from "../../src/eventstore/read/find-event.ts";
import { createSegmentReader, type SegmentReader } from "../../src/eventstore/read/segment-reader.ts";
import type { SegmentHandle, Snapshot } from "../../src/eventstore/snapshot.ts";
import { patienceMs } from "../support/patience.ts";
import { anyEvent, anyFired, baseTime, withRepeat } from "../support/store/event-arbitrary.ts";
import {
  commit,
  copyOf,
  doAllUpkeep,
  newFolder,
  openStore,
  type PatientStore,
  readSnapshot,
} from "../support/store/store-folder.ts";

/** What people do to a store, and what the machine does to it. */
const anyStep = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("append" as const),
      events: fc.array(anyEvent, { maxLength: 4, size: "max" }),
      repeats: fc.array(fc.tuple(fc.nat(), fc.integer({ min: -20_000_000, max: 30_000_000 }), anyFired), {
        maxLength: 4,
      }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("slice" as const), slices: fc.nat(100) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("doUpkeep" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("crash" as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("look" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("release" as const) }) },
);
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** The store beside a plain array that must always hold the same. */
class Pair {
  private readonly model: StoredEvent[] = [];
  private readonly stores: PatientStore[] = [];
  private readonly reader: SegmentReader = createSegmentReader({ cacheBytes: 200_000 });
  private readonly held: { snapshot: Snapshot; events: StoredEvent[]; sinceMs: number }[] = [];
  private nowMs = 0;
  private folder = newFolder();
  private store: PatientStore;
  private occurrences = 0;

  /**
   * `inThread`: with a thread of its own, as in the service; then there is no copy of an instant, and who crashes only
   * restarts.
   */
  constructor(
    private readonly sealEvents: number,
    private readonly inThread: boolean,
  ) {
    this.store = this.open();
  }

  run(step: Step): void {
    if (step.do === "append") this.append(step.events, step.repeats);
    else if (step.do === "slice") for (let i = 0; i < step.slices; i++) this.store.doUpkeep(0);
    else if (step.do === "doUpkeep") doAllUpkeep(this.store);
    else if (step.do === "wait") this.nowMs += 400_000;
    else if (step.do === "restart") this.restart();
    else if (step.do === "crash") this.inThread ? this.restart() : this.crash();
    else if (step.do === "look") this.look();
    else this.release();
  }

  check(): void {
    const snapshot = this.store.snapshot();
    expect(readSnapshot(snapshot, this.reader)).toEqual(this.model);
    const open = (handle: SegmentHandle) => this.reader.open(handle, snapshot.eventsFolder);
    for (const { id } of this.model.slice(-2))
      expect(findEvent(snapshot, id, open)?.event).toEqual(this.model[id - 1]!);
    expect(findEvent(snapshot, this.model.length + 1, open)).toBeUndefined();
    this.store.release(snapshot.lease);
    const { days, tail, stored, nextId } = this.store.status();
    expect(days.reduce((sum, { events }) => sum + events, tail.events)).toBe(this.model.length);
    expect(stored).toBe(this.occurrences);
    expect(nextId).toBe(this.model.length + 1);
    const unsealed = [...this.store.unsealed()];
    expect(unsealed).toEqual(unsealed.map(({ id }) => this.model[id - 1]!));
    this.checkSpan({ from: baseTime + 3_000_000, to: baseTime + 9_000_000 });
  }

  end(): void {
    while (this.held.length > 0) this.release();
    this.reader.close();
    for (const store of this.stores) store.close();
  }

  private append(events: EventRow[], repeats: [number, number, string][]): void {
    const known = this.model.length;
    const toRepeat = ([at, offset, fired]: [number, number, string]): Repeat => ({
      id: (at % known) + 1,
      time: baseTime + offset,
      ...(fired && { fired }),
    });
    const later = known === 0 ? [] : repeats.map(toRepeat);
    this.store.append(commit({ events, repeats: later, received: events.length }));
    for (const event of events) this.model.push({ id: this.model.length + 1, ...event });
    for (const repeat of later) this.model[repeat.id - 1] = withRepeat(this.model[repeat.id - 1]!, repeat);
    this.occurrences += later.length + events.reduce((sum, { times }) => sum + times.length, 0);
  }

  private restart(): void {
    this.store.close();
    this.stores.pop();
    this.held.length = 0;
    this.store = this.open();
  }

  private crash(): void {
    this.folder = copyOf(this.folder);
    this.store = this.open();
  }

  /** Leases of stores that crashed stay open: their files still stand. */
  private look(): void {
    this.held.push({ snapshot: this.store.snapshot(), events: [...this.model], sinceMs: this.nowMs });
  }

  private release(): void {
    const first = this.held.shift();
    // A lease ends by itself after 15 minutes.
    if (!first || this.nowMs - first.sinceMs >= 900_000) return;
    // A reader without a memory, so that it must find everything in the files.
    const reader = createSegmentReader({ cacheBytes: 0 });
    expect(readSnapshot(first.snapshot, reader)).toEqual(first.events);
    reader.close();
    if (first.snapshot.eventsFolder === this.folder) this.store.release(first.snapshot.lease);
  }

  private checkSpan(span: { from: number; to: number }): void {
    const snapshot = this.store.snapshot(span);
    const inSpan = (event: StoredEvent) => event.times.some((time) => time >= span.from && time < span.to);
    expect(readSnapshot(snapshot, this.reader).filter(inSpan)).toEqual(this.model.filter(inSpan));
    this.store.release(snapshot.lease);
  }

  private open(): PatientStore {
    const store = openStore(this.folder, {
      sealEvents: this.sealEvents,
      monotonicMs: () => this.nowMs,
      ...(this.inThread && { upkeep: undefined }),
    });
    this.stores.push(store);
    return store;
  }
}

test.each([
  ["step by step in this thread", false, 15],
  ["in its own thread", true, 6],
])(
  "when anything happens in any order while upkeep goes on %s, then the store holds what a plain array would",
  (_, inThread, numRuns) => {
    fc.assert(
      fc.property(
        fc.constantFrom(4, 60),
        fc.array(anyStep, { minLength: 80, maxLength: 150, size: "max" }),
        (sealEvents, steps) => {
          const pair = new Pair(sealEvents, inThread);
          for (const step of steps) {
            pair.run(step);
            if (step.do !== "append" && step.do !== "slice") pair.check();
          }
          pair.check();
          pair.end();
        },
      ),
      { numRuns, endOnFailure: true },
    );
  },
  patienceMs,
);
