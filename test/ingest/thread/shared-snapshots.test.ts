import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { microsPerDay } from "../../../src/eventstore/event/days.ts";
import type { FileSegment, TimeSpan } from "../../../src/eventstore/snapshot.ts";
import { sharedSnapshotsMax } from "../../../src/ingest/limits.ts";
import { type NumberedSnapshot, SharedSnapshots } from "../../../src/ingest/thread/shared-snapshots.ts";

const neverMs = 1_000_000;

/** A store that answers when told to; each change is a segment more, a tenth of a day behind the last. */
function manualStore() {
  const changes = new Int32Array(new SharedArrayBuffer(4));
  const waiting: (() => void)[] = [];
  const open = new Set<number>();
  const asked: { span: TimeSpan | undefined; asOf: number | undefined }[] = [];
  let lease = 0;
  const touching = (count: number, span: TimeSpan | undefined) =>
    Array.from({ length: count }, (_, i) => segmentAt(i)).filter(
      ({ minTime, maxTime }) => !span || (minTime < span.to && maxTime >= span.from),
    );
  return {
    ...{ changes, open, asked },
    change: () => void Atomics.add(changes, 0, 1),
    answerAll: () => {
      for (const answer of waiting.splice(0)) answer();
    },
    now: (span?: TimeSpan) => touching(changes[0]!, span).map(({ segmentId }) => segmentId),
    source: {
      take: (span: TimeSpan | undefined, asOf: number | undefined) => {
        asked.push({ span, asOf });
        return new Promise<NumberedSnapshot>((resolve) => {
          waiting.push(() => {
            open.add(++lease);
            const change = changes[0]!;
            const segments = touching(change, span);
            resolve({ change, snapshot: { lease, eventsFolder: "", commit: change, segments, warnings: [] } });
          });
        });
      },
      release: (given: number) => {
        if (!open.delete(given)) throw new Error(`lease ${given} was given back twice`);
      },
    },
  };
}

function segmentAt(index: number): FileSegment {
  const time = (index * microsPerDay) / 10;
  const counts = { rows: 1, minId: index, maxId: index, occurrences: 1 };
  return { place: "file", day: "", segmentId: index, minTime: time, maxTime: time, repeats: undefined, ...counts };
}

const idsOf = ({ segments }: { segments: { maxId: number }[] }) => segments.map(({ maxId }) => maxId);

describe("snapshots that questions share", () => {
  test("when nothing changed since the last one, then the store is not asked again, also by a range that moved", async () => {
    const store = manualStore();
    for (let i = 0; i < 15; i++) store.change();
    const shared = new SharedSnapshots(store.changes, store.source, neverMs);
    const day = { from: 5, to: microsPerDay - 1 };
    const first = shared.snapshot(day);
    store.answerAll();
    const second = await shared.snapshot({ from: microsPerDay / 2, to: microsPerDay });
    expect(idsOf(await first)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(idsOf(second)).toEqual([5, 6, 7, 8, 9]);
    expect(store.asked).toEqual([{ span: { from: 0, to: microsPerDay }, asOf: undefined }]);
  });

  test("when it is told to forget, then the next one is a new one and the old lease goes with its last reader", async () => {
    const store = manualStore();
    const shared = new SharedSnapshots(store.changes, store.source, neverMs);
    const asking = shared.snapshot(undefined);
    store.answerAll();
    const { lease } = await asking;
    shared.forget();
    const again = shared.snapshot(undefined);
    store.answerAll();
    await again;
    expect([...store.open]).toEqual([1, 2]);
    shared.release(lease);
    shared.release(lease);
    await Promise.resolve();
    expect([...store.open]).toEqual([2]);
  });

  test("when it is not used for its time, then its lease is given back without a question", async () => {
    const store = manualStore();
    const { promise: released, resolve } = Promise.withResolvers<number>();
    const shared = new SharedSnapshots(store.changes, { ...store.source, release: resolve }, 1);
    const asking = shared.snapshot(undefined);
    store.answerAll();
    shared.release((await asking).lease);
    expect(await released).toBe(1);
    expect(store.asked.length).toBe(1);
  });

  test("when the store fails to answer, then who asked is told and the next question asks again", async () => {
    const store = manualStore();
    let fails = true;
    const take: typeof store.source.take = (span, asOf) =>
      fails ? Promise.reject(new Error("ended")) : store.source.take(span, asOf);
    const shared = new SharedSnapshots(store.changes, { ...store.source, take }, neverMs);
    await expect(shared.snapshot(undefined)).rejects.toThrow("ended");
    fails = false;
    const again = shared.snapshot(undefined);
    store.answerAll();
    expect(idsOf(await again)).toEqual([]);
  });

  test("when changes, questions and readers' ends come in any order, then each sees all that was there when it asked, and no lease stays", async () => {
    const step = fc.oneof(
      fc.constant({ do: "change" as const }),
      fc.constant({ do: "answer" as const }),
      fc.constant({ do: "forget" as const }),
      fc.record({ do: fc.constant("release" as const), which: fc.nat(20) }),
      fc.record({
        do: fc.constant("ask" as const),
        span: fc.option(fc.tuple(fc.nat(40), fc.nat(20)), { nil: undefined }),
        isAsOf: fc.boolean(),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const store = manualStore();
        const shared = new SharedSnapshots(store.changes, store.source, neverMs);
        const lent: { lease: Promise<number>; isBack: boolean }[] = [];
        for (const one of steps) {
          if (one.do === "change") store.change();
          else if (one.do === "answer") store.answerAll();
          else if (one.do === "forget") shared.forget();
          else if (one.do === "release") {
            const reader = lent[one.which];
            if (reader) reader.isBack = true;
            if (reader) void reader.lease.then((lease) => shared.release(lease));
          } else {
            const [day, length] = one.span ?? [0, 0];
            const from = (day * microsPerDay) / 10;
            const span = one.span && { from, to: from + (length * microsPerDay) / 10 };
            const atLeast = store.now(span);
            const asking = shared.snapshot(span, one.isAsOf ? 1 : undefined);
            const lease = asking.then((snapshot) => {
              const seen = idsOf(snapshot);
              expect(seen.slice(0, atLeast.length)).toEqual(atLeast);
              // One instant: nothing is missing before the newest that is seen, and what it says is its commit is all
              // there.
              expect(seen).toEqual(store.now(span).filter((id) => id < snapshot.commit));
              return snapshot.lease;
            });
            lent.push({ lease, isBack: false });
          }
          for (let turn = 0; turn < 10; turn++) await Promise.resolve();
          expect(store.open.size).toBeLessThanOrEqual(lent.filter(({ isBack }) => !isBack).length + sharedSnapshotsMax);
        }
        store.answerAll();
        for (const { lease, isBack } of lent) if (!isBack) shared.release(await lease);
        shared.forget();
        for (let turn = 0; turn < 10; turn++) await Promise.resolve();
        expect([...store.open]).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
