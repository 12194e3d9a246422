import { afterAll, describe, expect, test } from "vitest";
import { Random } from "../../../bench/corpora/random.ts";
import { quadHash } from "../../../src/eventstore/columns/templates/quad-filter.ts";
import type { EventRow } from "../../../src/eventstore/event/event.ts";
import type { TextColumn } from "../../../src/eventstore/segment.ts";
import type { NaiveCondition, NaiveElement } from "../../support/questions/naive-filter.ts";
import { baseTime, event } from "../../support/store/event-arbitrary.ts";
import { SealedEvents } from "../../support/store/sealed-events.ts";

const random = new Random(23);
const one = <T>(some: readonly T[]) => some[random.below(some.length)]!;

/** Three slices and a part of one. */
const rows = 52_000;
const slices = 4;

/** Each in one slice alone; some in rows that are not far from the border of two. */
const rare = new Map([
  [5, "peer 198.51.100.7 is gone"],
  [16_383, "peer 203.0.113.255 is gone"],
  [16_384, "peer 0.0.0.0 is gone"],
  [20_000, "route 192.0.2.1 via 192.0.2.254 metric 7"],
  [30_000, "peer 300.51.100.7 is gone"],
  [30_001, "peer 198.51.100.700 is gone"],
  [33_000, "version 9.198.51.100.7 is there"],
  [40_000, "peer 198-51-100-7 is gone"],
  [40_001, "from 2.3.4.5 port 6"],
  [40_002, "route 1.2.3.4 via 77.2.3.4.5 metric 6"],
  [51_999, "peer 010.51.100.9 is gone"],
]);

const octet = () => random.below(256);
const address = () => [octet(), octet(), octet(), octet()].join(".");
const templates = [
  () => `peer ${address()} is gone`,
  () => `route ${address()} via ${address()} metric ${octet()}`,
  () => `version ${octet()}.${address()} is there`,
  () => `from ${address()} port ${random.below(70_000)}`,
  () => `took ${octet()} ms for ${octet()} rows`,
  () => `peer ${octet()}.${octet()}.${octet()}.${random.below(2_000)} is gone`,
];
/** Few, so that the judge has little to read. */
const often = Array.from({ length: 600 }, () => one(templates)());

const events: EventRow[] = Array.from({ length: rows }, (_, i) =>
  event(`q3${letters(i)}: ${rare.get(i) ?? one(often)}`, baseTime + i * 100, { severity: i % 8 }),
);
const sealed = new SealedEvents(events, ({ severity, message }) =>
  [severity === 5, message.replace(/^\w+/, "")].join(),
);
afterAll(() => sealed.close());

/** Makes each message another one, whose first word fills a hole but is no number. */
function letters(number: number): string {
  return String(number).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!);
}

const message = { field: "message", ignore_case: true };
const words = (value: string, op = "eq"): NaiveCondition => ({ ...message, op, value });
const phrase = (value: string): NaiveCondition => ({
  ...message,
  op: "qp",
  value: `"${value}"`,
  words: { phrase: [value] },
});
const eighth: NaiveElement = { field: "severity", op: "eq", value: 5, ignore_case: true };

function findAsJudged(elements: NaiveElement[], segment = sealed.openAsLarge()): number {
  const { count, ...differences } = sealed.compare(elements, { segment });
  expect({ elements, ...differences }).toEqual({ elements, missing: [], excess: [] });
  return count;
}

/** A whole segment, one that is kept, and one that is read slice by slice. */
function findEverywhere(elements: NaiveElement[]): number {
  findAsJudged(elements, sealed.open(20_000_000));
  return findAsJudged(elements);
}

describe("addresses in messages", () => {
  test("when a segment is written, then its filters know the slices that have an address", () => {
    const { templates } = sealed.openAsLarge().base("message") as TextColumn;
    const having = (first: number, ...others: [number, number, number]) =>
      templates!.quadSlices(quadHash(first, ...others)!);
    expect(having(203, 0, 113, 255)).toEqual({ sliceRows: 16_384, mayHave: Uint8Array.of(1, 0, 0, 0) });
    expect(having(0, 0, 0, 0)).toEqual({ sliceRows: 16_384, mayHave: Uint8Array.of(0, 1, 0, 0) });
    expect(having(198, 51, 100, 7)).toEqual({ sliceRows: 16_384, mayHave: Uint8Array.of(1, 0, 1, 0) });
    expect(having(300, 51, 100, 7)?.mayHave).toHaveLength(slices);
  });

  test.each([
    ["a rare one", "198.51.100.7", 3],
    ["the last one of a slice", "203.0.113.255", 1],
    ["nothing but zeros", "0.0.0.0", 1],
    ["the second one of a message", "192.0.2.254", 1],
    ["one of five numbers", "9.198.51.100.7", 1],
    ["one within five numbers", "2.3.4.5", 2],
    ["a first number that no address has", "300.51.100.7", 1],
    ["a last number that no address has", "198.51.100.700", 1],
    ["a number with a zero before it", "010.51.100.9", 1],
    ["none that is there", "203.0.113.9", 0],
    ["a port behind it", "2.3.4.5 port 6", 1],
    ["wildcards at its end", "198.51.100.*", 4],
    ["wildcards in its numbers", "19?.51.100.7*", 4],
    ["a wildcard within", "198.*.100.7", 3],
  ])("when %s is asked for, then the rows are those of a naive reading", (_, value, wanted) => {
    expect(findEverywhere([words(value)])).toBe(wanted);
    if (!/[*? ]/.test(value)) expect(findEverywhere([phrase(value)])).toBe(wanted);
    findEverywhere([words(value), eighth]);
    findEverywhere([words(value, "ne")]);
    findEverywhere([{ any: [words(value), words("203.0.113.255")] }, { not: words("1.2.3.4") }]);
  });

  test("when any addresses of messages are asked for, then the rows are those of a naive reading", () => {
    for (let i = 0; i < 60; i++) {
      const found = one(events).message.match(/\d+(\.\d+)+/g) ?? ["1.2.3.4"];
      const numbers = one(found).split(".");
      if (random.below(3) === 0) numbers[random.below(numbers.length)] = one(["*", "1*", "7", "256", "01"]);
      const asked = words(numbers.join("."));
      findEverywhere(one([[asked], [asked, eighth], [{ not: asked }], [{ any: [asked, words("0.0.0.0")] }]]));
    }
  });
});
