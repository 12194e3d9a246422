import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Day, SealedSegment } from "../../../src/eventstore/catalog/day.ts";
import {
  compactionSourcesMax,
  segmentOccurrencesMax,
  segmentRowsMax,
  splitRowsMax,
} from "../../../src/eventstore/limits.ts";
import { PendingRepeats } from "../../../src/eventstore/occurrences/pending-repeats.ts";
import { nextCompaction } from "../../../src/eventstore/upkeep/compactor.ts";

const today = "2024-05-31";

describe("choosing what is compacted", () => {
  test.each([
    ["few events that repeat a lot", { rows: 20, occurrences: 60_000 }],
    ["few events that repeat a million times", { rows: 17, occurrences: 1_100_000 }],
    ["single events", { rows: 1, occurrences: 1 }],
    ["many events", { rows: 131_072, occurrences: 140_000 }],
    ["more events than half a segment may have", { rows: 300_000, occurrences: 300_000 }],
  ])("when a day gets a thousand and a half seals of %s, then few segments are left", (_, size) => {
    const { segments, written } = sealed(Array.from({ length: 1_700 }, () => size));
    expect(segments.length).toBeLessThanOrEqual(fewest(segments) * 2 + openSegments);
    expect(written / weightOf(segments)).toBeLessThan(9);
  });

  test("when seals are of any size, then few segments are left, each merge fits and no segment is merged often", () => {
    const size = fc
      .tuple(fc.double({ min: 0, max: 20, noNaN: true }), fc.double({ min: 0, max: 14, noNaN: true }))
      .map(([log, more]) => {
        const rows = Math.floor(2 ** log);
        return { rows, occurrences: Math.min(4_000_000, Math.floor(rows * 2 ** more)) };
      });
    fc.assert(
      fc.property(fc.array(size, { minLength: 1, maxLength: 300, size: "max" }), (sizes) => {
        const { segments, written } = sealed(sizes);
        expect(segments.length).toBeLessThanOrEqual(fewest(segments) * 2 + openSegments);
        expect(written / weightOf(segments)).toBeLessThan(9);
      }),
      { numRuns: 60 },
    );
  });

  test("when a segment has more rows than one may have, then it is written anew alone", () => {
    const large = segmentOf(1, { rows: splitRowsMax + 1, occurrences: 3_000_000 });
    const day = { name: today, segments: [large, segmentOf(2, { rows: 1, occurrences: 1 })] } as Partial<Day> as Day;
    expect(nextCompaction(day, today, 0)).toEqual([large]);
  });

  test("when a day that is over has segments that fit in one, then they become one, and none beyond the bounds is touched", () => {
    const { segments } = sealed(
      [
        { rows: 10, occurrences: 5_000_000 },
        { rows: 700_000, occurrences: 700_000 },
        ...Array.from({ length: 5 }, () => ({ rows: 10, occurrences: 20 })),
      ],
      "2024-05-30",
    );
    expect(segments.map(({ summary }) => summary.rows).sort((a, b) => a - b)).toEqual([10, 50, 700_000]);
  });

  test("when full seals come in the order of time, then each four become one at once, and none spans the time of others", () => {
    const seals = Array.from({ length: 75 }, (_, i) => sealOf(126_976 + ((i * 1_009) % 4_096), 10 * i, 10 * i + 9));
    const { segments } = sealed(seals);
    const full = segments.filter(({ summary }) => summary.rows > 400_000);
    expect(full.every(({ summary }) => summary.rows >= 4 * 126_976)).toBe(true);
    expect(full).toHaveLength(18);
    expect(segments).toHaveLength(18 + 3);
    expect(spanningOthers(segments)).toEqual([]);
  });

  test("when full seals of any size come in the order of time, then no small segment stays between the others", () => {
    const rows = fc.array(fc.integer({ min: 126_976, max: 210_000 }), { minLength: 2, maxLength: 60, size: "max" });
    fc.assert(
      fc.property(rows, fc.constantFrom("after each", "late"), (sizes, compaction) => {
        const seals = sizes.map((size, i) => sealOf(size, 10 * i, 10 * i + 9));
        const { segments } = sealed(seals, "2024-05-30", compaction);
        const inTime = segments.toSorted((a, b) => a.summary.minTime - b.summary.minTime);
        expect(inTime.slice(0, -1).every((segment) => segment.summary.rows > 250_000)).toBe(true);
        expect(spanningOthers(segments)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("when a day is over, then small segments become one with their neighbours in time, not across others", () => {
    const full = sealOf(500_000, 10, 20);
    const seals = [sealOf(10, 0, 1), full, sealOf(20, 30, 31), sealOf(30, 32, 33), sealOf(40, 5, 9)];
    const { segments } = sealed(seals, "2024-05-30");
    expect(segments.map(({ summary }) => summary.rows).sort((a, b) => a - b)).toEqual([50, 50, 500_000]);
    expect(spanningOthers(segments)).toEqual([]);
  });

  test("when small segments lie alone between others, then those that follow are not merged with each seal", () => {
    const alone = [10, 80, 600, 5_000, 40_000].flatMap((rows) => Array.from({ length: 6 }, () => rows));
    const between = alone.flatMap((rows, i) => [sealOf(500_000, 4 * i, 4 * i + 1), sealOf(rows, 4 * i + 2, 4 * i + 3)]);
    const flow = Array.from({ length: 1_000 }, (_, i) => sealOf(100, 1_000 + 2 * i, 1_001 + 2 * i));
    const more = sealed([...between, ...flow]).written - sealed(between).written;
    expect(more / ((flow.length * 100) / segmentRowsMax)).toBeLessThan(8);
  });

  test("when thousands of segments wait, then it is soon known which are merged", () => {
    const segments = Array.from({ length: 5_000 }, (_, i) => segmentOf(i, sealOf(10, 10 * i, 10 * i + 9)));
    const day = { name: today, segments, sealedCommit: 0, finishFromMs: 0 } as Partial<Day> as Day;
    const beganMs = performance.now();
    expect(nextCompaction(day, today, 0)).toEqual(segments.slice(0, compactionSourcesMax));
    expect(performance.now() - beganMs).toBeLessThan(1_000);
  });

  test("when seals of any size come at any time, then few segments are left, and none is merged often", () => {
    const seal = fc
      .tuple(fc.integer({ min: 1, max: 17 }), fc.nat(1_000), fc.nat(50))
      .map(([log, from, length]) => sealOf(2 ** log, from, from + length));
    fc.assert(
      fc.property(fc.array(seal, { minLength: 1, maxLength: 300, size: "max" }), (seals) => {
        const { segments, written } = sealed(seals);
        expect(segments.length).toBeLessThanOrEqual(fewest(segments) * 2 + openSegments);
        expect(written / weightOf(segments)).toBeLessThan(9);
      }),
      { numRuns: 60 },
    );
  });
});

/** Segments of one size class that wait for more, of all classes. */
const openSegments = 7 * 8;

interface Seal {
  rows: number;
  occurrences: number;
  minTime?: number;
  maxTime?: number;
}

function sealOf(rows: number, minTime: number, maxTime: number): Seal {
  return { rows, occurrences: rows, minTime, maxTime };
}

/** Segments between whose first and last event all events of another one lie. */
function spanningOthers(segments: readonly SealedSegment[]): SealedSegment[] {
  return segments.filter(({ summary: one }) =>
    segments.some(({ summary: other }) => other.minTime > one.minTime && other.maxTime < one.maxTime),
  );
}

/** What becomes of a day whose seals come one after the other, each followed by all compactions that are due. */
function sealed(sizes: readonly Seal[], name = today, compaction: "after each" | "late" = "after each") {
  const day = { name, segments: [] as SealedSegment[], sealedCommit: 0, finishFromMs: 0 } as Partial<Day> as Day;
  let written = 0;
  let next = 1;
  const settle = () => {
    for (let some = nextCompaction(day, today, 1e9); some; some = nextCompaction(day, today, 1e9)) {
      const merged = segmentOf(next++, {
        rows: sum(some, "rows"),
        occurrences: sum(some, "occurrences"),
        minTime: Math.min(...some.map(({ summary }) => summary.minTime)),
        maxTime: Math.max(...some.map(({ summary }) => summary.maxTime)),
      });
      expect(some.length).toBeGreaterThanOrEqual(2);
      expect(some.length).toBeLessThanOrEqual(compactionSourcesMax);
      expect(merged.summary.rows).toBeLessThanOrEqual(segmentRowsMax);
      expect(merged.summary.occurrences).toBeLessThanOrEqual(segmentOccurrencesMax);
      written += weightOf([merged]);
      const taken = new Set(some);
      day.segments = [...day.segments.filter((segment) => !taken.has(segment)), merged];
    }
  };
  for (const size of sizes) {
    day.segments.push(segmentOf(next++, size));
    if (compaction === "after each") settle();
  }
  settle();
  return { segments: day.segments, written };
}

function segmentOf(segmentId: number, { rows, occurrences, minTime = 0, maxTime = 0 }: Seal): SealedSegment {
  const summary = { rows, occurrences, minId: 0, maxId: 0, minTime, maxTime };
  return { segmentId, summary, pending: new PendingRepeats() };
}

function sum(segments: readonly SealedSegment[], what: "rows" | "occurrences"): number {
  return segments.reduce((total, { summary }) => total + summary[what], 0);
}

/** Segments that it would take if each was full. */
function weightOf(segments: readonly SealedSegment[]): number {
  return segments.reduce(
    (total, { summary }) =>
      total + Math.max(summary.rows / segmentRowsMax, summary.occurrences / segmentOccurrencesMax),
    0,
  );
}

function fewest(segments: readonly SealedSegment[]): number {
  return Math.ceil(weightOf(segments));
}
