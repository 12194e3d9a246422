import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventRow } from "../../../src/eventstore/event/event.ts";
import { createDedup, type Dedup, MustWait } from "../../../src/ingest/commit/dedup.ts";
import { occurrencesMax } from "../../../src/ingest/limits.ts";

const second = 1_000_000;

function rowAt(time: number, more: Partial<EventRow> = {}): EventRow {
  const base = { host: "h", program: "p", message: "m", severity: 6, facility: 1, type: 2, status: 0 };
  return { times: [time], ...base, ciscoMnemonic: "", tags: [], extra: "", ...more };
}

/** Places rows as the pipeline does: each new event gets the next id. Answers the id that each row belongs to. */
function placeAll(dedup: Dedup, rows: EventRow[], firstId = 1): number[] {
  let nextId = firstId;
  return rows.map((row) => dedup.place(row, nextId) ?? nextId++);
}

/** The same; undefined: one of them has to wait for the commit that grows long. */
function placeUntilMustWait(dedup: Dedup, rows: EventRow[], firstId: number): number[] | undefined {
  try {
    return placeAll(dedup, rows, firstId);
  } catch (error) {
    if (error instanceof MustWait) return undefined;
    throw error;
  }
}

const provisional = 1e6;

/** The rule of the product, word by word, with a Map that remembers `capacity` keys. */
function naiveIds(rows: EventRow[], windowMicros: number, capacity: number): number[] {
  const memory = new Map<string, { id: number; first: number; last: number; counter: number }>();
  let nextId = 1;
  return rows.map((row) => {
    const key = JSON.stringify([row.host, row.program, row.severity, row.facility, row.message, row.tags]);
    const time = row.times[0]!;
    const known = memory.get(key);
    memory.delete(key);
    const first = Math.min(known?.first ?? time, time);
    const last = Math.max(known?.last ?? time, time);
    const joins = known !== undefined && last - first <= windowMicros && known.counter < occurrencesMax;
    const now = joins
      ? { id: known.id, first, last, counter: known.counter + 1 }
      : { id: nextId++, first: time, last: time, counter: 1 };
    memory.set(key, now);
    if (memory.size > capacity) memory.delete(memory.keys().next().value!);
    return now.id;
  });
}

const anyRow = fc
  .record({
    time: fc.integer({ min: 0, max: 40 }),
    host: fc.constantFrom("a", "b", "ab"),
    program: fc.constantFrom("", "b"),
    message: fc.constantFrom("x", "y"),
    severity: fc.constantFrom(3, 6),
    facility: fc.constantFrom(1, 3),
    tags: fc.constantFrom<string[]>([], ["k", "v"], ["k", "w"], ["kv", "x"]),
  })
  .map(({ time, ...more }) => rowAt(time * second, more));

describe("dedup", () => {
  test("when events come in any order, then they are joined as the rule says, in a memory of any size", () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 200 }), fc.integer({ min: 1, max: 12 }), (rows, capacity) => {
        const window = 10 * second;
        const dedup = createDedup(window, { seed: 1n, capacity });
        expect(placeAll(dedup, rows)).toEqual(naiveIds(rows, window, capacity));
        expect(dedup.size).toBeLessThanOrEqual(capacity);
      }),
    );
  });

  test("when a commit fails, then what was placed since the last one is as if it had never come", () => {
    const rows = fc.array(anyRow, { maxLength: 40 });
    fc.assert(
      fc.property(rows, rows, rows, fc.integer({ min: 3, max: 60 }), (before, lost, after, capacity) => {
        const window = 10 * second;
        const dedup = createDedup(window, { seed: 1n, capacity });
        const first = placeAll(dedup, before);
        dedup.keep();
        const sizeBefore = dedup.size;
        placeAll(dedup, lost, Math.max(0, ...first) + 1);
        dedup.undo();
        expect(dedup.size).toBe(sizeBefore);
        // The order of forgetting may differ, so only a memory that forgets nothing can be compared further.
        if (capacity < 48) return;
        const all = naiveIds([...before, ...after], window, capacity);
        expect(placeAll(dedup, after, Math.max(0, ...first) + 1)).toEqual(all.slice(before.length));
      }),
    );
  });

  test("when a commit fails that grew long beside others, then each event is known once, and none of it is", () => {
    const rows = fc.array(
      fc.integer({ min: 0, max: 9 }).map((i) => rowAt(0, { message: `m${i}` })),
      { maxLength: 6 },
    );
    const commit = fc.constantFrom<"long" | "kept" | "undone">("long", "kept", "undone");
    const commits = fc.array(fc.tuple(commit, rows), { maxLength: 30 });
    fc.assert(
      fc.property(commits, rows, fc.integer({ min: 1, max: 12 }), (all, after, capacity) => {
        const dedup = createDedup(10 * second, { seed: 1n, capacity });
        let nextId = 1;
        let nextOfLong = provisional;
        const stored = new Map<number, string>();
        for (const [kind, some] of all)
          if (kind === "long") {
            dedup.placeFor("long");
            for (const row of some) if (dedup.place(row, nextOfLong) === undefined) nextOfLong++;
          } else {
            dedup.placeFor("other");
            const placed = placeUntilMustWait(dedup, some, nextId);
            if (kind === "undone" || placed === undefined) dedup.undo();
            else {
              dedup.keep();
              for (const [i, id] of placed.entries()) stored.set(id, some[i]!.message);
              nextId = Math.max(nextId, ...placed.map((id) => id + 1));
            }
          }
        dedup.placeFor("long");
        dedup.undo(provisional);
        dedup.placeFor("other");
        expect(dedup.size).toBeLessThanOrEqual(capacity);
        // Whoever is joined is an occurrence of an event that was stored, and of the newest with its text.
        const newest = new Map(Array.from(stored, ([id, message]) => [message, id]));
        for (const row of after) {
          const id = dedup.place(row, nextId) ?? nextId++;
          expect(id).toBeLessThan(nextId);
          expect(id).toBeGreaterThanOrEqual(newest.get(row.message) ?? 0);
          newest.set(row.message, id);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("when the span is 60.0 s, then it still counts, and one microsecond more begins a new event", () => {
    expect(placeAll(createDedup(60 * second), [rowAt(0), rowAt(60 * second), rowAt(60 * second + 1)])).toEqual([
      1, 1, 2,
    ]);
    expect(placeAll(createDedup(60 * second), [rowAt(60 * second), rowAt(0), rowAt(30 * second)])).toEqual([1, 1, 1]);
  });

  test("when the counter is 65,535, then a new event begins", () => {
    const ids = placeAll(
      createDedup(60 * second),
      Array.from({ length: occurrencesMax + 2 }, () => rowAt(0)),
    );
    expect(ids.indexOf(2)).toBe(occurrencesMax);
    expect(ids.at(-1)).toBe(2);
  });

  test("when the window is 0, then every event is a new one and nothing is remembered", () => {
    const dedup = createDedup(0);
    expect(placeAll(dedup, [rowAt(0), rowAt(0)])).toEqual([1, 2]);
    expect(dedup.size).toBe(0);
  });

  test("when any of host, program, severity, facility, message, tags differs, then it is another event", () => {
    const others: Partial<EventRow>[] = [
      { host: "h2" },
      { program: "" },
      { severity: 5 },
      { facility: 2 },
      { message: "M" },
      { tags: ["a", "b"] },
      { host: "hp", program: "" },
      { host: "", program: "hp" },
      { program: "pm", message: "" },
    ];
    const ids = placeAll(createDedup(60 * second), [rowAt(0), ...others.map((more) => rowAt(0, more))]);
    expect(new Set(ids).size).toBe(others.length + 1);
  });

  test("when only type, status, mnemonic or extra fields differ, then it is the same event", () => {
    const rows = [rowAt(0), rowAt(0, { type: 1 }), rowAt(0, { extra: '{"a":1}' }), rowAt(0, { ciscoMnemonic: "X" })];
    expect(placeAll(createDedup(60 * second), rows)).toEqual([1, 1, 1, 1]);
  });

  test("when it is rebuilt from the store, then repeats go on counting on the newest of equal events", () => {
    const dedup = createDedup(60 * second);
    dedup.rebuild([
      { ...rowAt(0), id: 7 },
      { ...rowAt(0, { times: [100 * second, 120 * second] }), id: 9 },
    ]);
    expect(dedup.place(rowAt(160 * second), 10)).toBe(9);
    expect(dedup.place(rowAt(161 * second), 10)).toBeUndefined();
    dedup.undo();
    expect(dedup.place(rowAt(99 * second), 10)).toBe(9);
  });

  test("when events are gone, then their next repeat begins a new one, also when the commit that did fails first", () => {
    const gone = new Set<number>();
    const dedup = createDedup(60 * second, { shows: (id) => !gone.has(id) });
    const [one, other] = [rowAt(0, { message: "one" }), rowAt(0, { message: "other" })];
    expect(placeAll(dedup, [one, other])).toEqual([1, 2]);
    dedup.keep();
    gone.add(1);
    dedup.doubt();
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(placeAll(dedup, [one, other, one], 3)).toEqual([3, 2, 3]);
      dedup.undo();
    }
    expect(placeAll(dedup, [one, other], 3)).toEqual([3, 2]);
    dedup.keep();
    gone.add(3);
    expect(placeAll(dedup, [one], 4)).toEqual([3]);
    dedup.doubt();
    expect(placeAll(dedup, [one], 4)).toEqual([4]);
  });

  test("when twice as many events come as are remembered, then the memory is full and not larger", () => {
    const dedup = createDedup(60 * second, { seed: 1n, capacity: 1000 });
    const rows = Array.from({ length: 2000 }, (_, i) => rowAt(0, { message: `m${i}` }));
    placeAll(dedup, rows);
    expect(dedup.size).toBe(1000);
    dedup.keep();
    expect(dedup.place(rows[1999]!, 5000)).toBe(2000);
    expect(dedup.place(rows[0]!, 5000)).toBeUndefined();
  });
});
