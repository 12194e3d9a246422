import { describe, expect, test } from "vitest";
import { buildEvents } from "../../../src/eventstore/build/event-draft.ts";
import { Tail } from "../../../src/eventstore/catalog/tail.ts";
import { tailFanIn, tailMergeRowsMax } from "../../../src/eventstore/limits.ts";
import { event } from "../../support/store/event-arbitrary.ts";

function segmentFrom(firstId: number, count: number): SharedArrayBuffer {
  const events = Array.from({ length: count }, (_, i) => event(`message ${firstId + i}`));
  return buildEvents(events, firstId).segments[0]!.bytes;
}

function tailOf(...firstIds: number[]): Tail {
  const tail = new Tail();
  for (const firstId of firstIds) tail.push(segmentFrom(firstId, 2));
  return tail;
}

/** Goes on with a merge whose thread answers with these bytes. */
function answer(tail: Tail, merged: SharedArrayBuffer): void {
  const work = tail.merge([...tail.segments]);
  work.next();
  expect(work.next(merged).done).toBe(true);
}

const rangesOf = (tail: Tail) => tail.segments.map(({ summary: { minId, maxId } }) => [minId, maxId]);

describe("the tail", () => {
  test("when segments follow each other, then each event is found by its id", () => {
    const tail = tailOf(1, 3, 8);
    expect([1, 4, 8, 9].map((id) => tail.find(id)?.summary.minId)).toEqual([1, 3, 8, 8]);
    expect(tail.find(6)).toBeUndefined();
  });

  test.each([
    ["begins before the end of the last one", 4],
    ["has ids that were given before", 1],
  ])("when a segment %s, then it is refused with the numbers, and the tail is as before", (_, firstId) => {
    const tail = tailOf(1, 3);
    expect(() => tail.push(segmentFrom(firstId, 2))).toThrow(`from id ${firstId} came to the tail after id 4`);
    expect(rangesOf(tail)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(tail.events).toBe(4);
  });

  test("when neighbours are of one size class, then they are merged once they are many, whatever stands last", () => {
    const tail = new Tail();
    let nextId = 1;
    const push = (rows: number) => {
      tail.push(segmentFrom(nextId, rows));
      nextId += rows;
    };
    for (let i = 0; i < tailFanIn; i++) push(tailMergeRowsMax + 32);
    expect(tail.nextMerge()).toBeUndefined();
    push(tailMergeRowsMax - 468);
    expect(tail.nextMerge()).toHaveLength(tailFanIn + 1);
  });

  test("when a merge brings all events, then it takes the place of its sources", () => {
    const tail = tailOf(1, 3);
    answer(tail, segmentFrom(1, 4));
    expect(rangesOf(tail)).toEqual([[1, 4]]);
  });

  test.each([
    ["lost an event", segmentFrom(1, 3)],
    ["has other ids", segmentFrom(2, 4)],
    ["is of other events", segmentFrom(11, 4)],
  ])("when a merge %s, then its sources stay, and are not merged again", (_, merged) => {
    const tail = tailOf(1, 3);
    answer(tail, merged);
    expect(rangesOf(tail)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(tail.segments.every(({ staysAlone }) => staysAlone)).toBe(true);
  });
});
