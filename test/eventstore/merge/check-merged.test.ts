import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventRow } from "../../../src/eventstore/event/event.ts";
import { decodeSegment } from "../../../src/eventstore/format/segment-bytes.ts";
import { checkMerged } from "../../../src/eventstore/merge/check-merged.ts";
import { PendingRepeats } from "../../../src/eventstore/occurrences/pending-repeats.ts";
import { noCache } from "../../../src/eventstore/read/decoded-cache.ts";
import { StoredSegment } from "../../../src/eventstore/read/stored-segment.ts";
import { buildSegment } from "../../support/store/build-segment.ts";
import { anyEvent, anyFired, baseTime, event } from "../../support/store/event-arbitrary.ts";
import { fileSegment } from "../../support/store/file-segment.ts";
import { merged, viewOfEvents } from "../../support/store/open-segment.ts";

function check(segment: StoredSegment, sources: readonly StoredSegment[]): void {
  const views = sources.map((view) => ({ view }));
  const work = checkMerged(segment, views);
  while (!work.next().done);
}

describe("the check of what a merge wrote", () => {
  test("when any segments were merged with the repeats beside them, in memory or into a file, then they pass", () => {
    const events = fc.array(anyEvent, { minLength: 1, maxLength: 30 });
    const repeats = fc.array(fc.tuple(fc.nat(29), fc.integer({ min: 0, max: 20_000_000 }), anyFired), { maxLength: 9 });
    fc.assert(
      fc.property(events, events, repeats, (left, right, later) => {
        const views = [withRepeats(left, later), viewOfEvents(right, left.length + 1)].map((view) => ({ view }));
        const sources = views.map(({ view }) => view);
        check(merged(views), sources);
        check(fileSegment(views, 7), sources);
      }),
      { numRuns: 100 },
    );
  });

  test("when thousands of messages have templates, then they pass", () => {
    const sources = [manyEvents(0), manyEvents(3_000)];
    check(
      fileSegment(
        sources.map((view) => ({ view })),
        1_000,
      ),
      sources,
    );
  });

  test.each([
    ["a message was changed", { message: "something else" }],
    ["a tag is missing", { tags: [] }],
    ["an event happened at another time", { times: [baseTime + 1] }],
    ["the host was changed", { host: "web-2" }],
    ["a number was changed", { severity: 2 }],
  ])("when %s, then it is refused", (_, change) => {
    const before = event("connection refused", baseTime, { tags: ["user", "ann"] });
    expect(() => check(viewOfEvents([{ ...before, ...change }]), [viewOfEvents([before])])).toThrow(/^A merge changed/);
  });

  test("when an event is missing or came from nowhere, then it is refused", () => {
    const [one, other] = [event("one"), event("other")];
    expect(() => check(viewOfEvents([one]), [viewOfEvents([one, other])])).toThrow("other rows than it read");
    expect(() => check(viewOfEvents([one], 7), [viewOfEvents([one])])).toThrow("A merge changed the event 7");
  });

  test.each([
    ["a column has another count", (segment: StoredSegment) => segment.directory.base.host.count++],
    ["numbers are out of their bounds", (segment: StoredSegment) => changeNumbers(segment)],
    ["the segment has other occurrences", (segment: StoredSegment) => Object.assign(segment, { occurrences: 1 })],
    ["templates have lost a hole", (segment: StoredSegment) => dropHole(segment)],
    ["a part of another column is read", (segment: StoredSegment) => swapParts(segment)],
    ["a hole has another count", (segment: StoredSegment) => countHole(segment)],
    ["all values of a rare tag have one row", (segment: StoredSegment) => changeRows(segment, 0)],
    ["the rows of a rare tag fall", (segment: StoredSegment) => changeRows(segment, -1)],
    ["the rows of a rare tag end behind the last", (segment: StoredSegment) => changeRows(segment, 20)],
  ])("when %s, then it is refused", (_, spoil) => {
    const sources = [manyEvents(0), manyEvents(3_000)];
    const segment = fileSegment(
      sources.map((view) => ({ view })),
      1_000,
    );
    spoil(segment);
    expect(() => check(segment, sources)).toThrow(/^A merge (wrote|changed)/);
  });
});

function withRepeats(events: readonly EventRow[], later: readonly [number, number, string][]): StoredSegment {
  const pending = new PendingRepeats();
  for (const [at, offset, fired] of later) pending.add((at % events.length) + 1, baseTime + offset, 1, fired);
  const { directory, source } = decodeSegment(buildSegment(events, 1), true);
  return new StoredSegment(directory, source, noCache, directory, pending.list());
}

function manyEvents(from: number): StoredSegment {
  const events = Array.from({ length: 3_000 }, (_, i) =>
    event(
      `user u${i} asked for page ${i * 7} of the ${i % 3 === 0 ? "index" : "book"}`,
      baseTime + (from + i) * 1_000,
      {
        host: `web-${i % 5}`,
        severity: i % 8,
        tags: ["code", String(200 + (i % 7)), ...(i % 10 === 3 ? ["rare", `r${i % 50}`] : [])],
      },
    ),
  );
  return viewOfEvents(events, from + 1);
}

function changeNumbers({ directory }: StoredSegment): void {
  const { severity } = directory.base;
  if (severity.encoding === "number") severity.max = 5;
}

function dropHole({ directory }: StoredSegment): void {
  const { message } = directory.base;
  if (message.encoding !== "template") throw new Error(`expected templates, got ${message.encoding}`);
  message.numbers[0] = { encoding: "constant", value: "", count: 0 };
}

function swapParts({ directory }: StoredSegment): void {
  const { host, severity } = directory.base;
  if (host.encoding === "dictionary" && severity.encoding === "number") host.part = severity.part;
}

function countHole({ directory }: StoredSegment): void {
  const { message } = directory.base;
  if (message.encoding === "template") message.numbers[0]!.count++;
}

/** As far apart. */
function changeRows({ directory }: StoredSegment, apart: number): void {
  const [, { sparse }] = directory.tags.find(([name]) => name === "rare")!;
  sparse!.steps.base = apart;
}
