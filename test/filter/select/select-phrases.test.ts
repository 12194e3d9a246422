import { afterAll, describe, expect, test } from "vitest";
import { Random } from "../../../bench/corpora/random.ts";
import type { EventRow } from "../../../src/eventstore/event/event.ts";
import type { TextColumn } from "../../../src/eventstore/segment.ts";
import type { NaiveCondition, NaiveElement } from "../../support/questions/naive-filter.ts";
import { baseTime, event } from "../../support/store/event-arbitrary.ts";
import { SealedEvents } from "../../support/store/sealed-events.ts";

const random = new Random(11);
const one = <T>(some: readonly T[]) => some[random.below(some.length)]!;

/** Few, so that the same ones stand in other orders and in other holes; some make a word of another kind. */
const octet = () => one([10, 10, 146, 1, 1, 12, 0, 22, 255]);
const address = () => Array.from({ length: 4 }, octet).join(".");
const port = () => one([22, 22, 0, 146, 10, 2_222, 70_000, 2_147_483_648, 12]);
const templates = [
  () => `connection from ${address()} port ${port()}`,
  () => `route ${address()} via ${address()} metric ${port()}`,
  () => `auth uid ${port()} port ${port()} gid ${octet()}`,
  () => `login at port ${port()} uid ${octet()} from ${address()}`,
  () => `version ${octet()}.${address()} of 10.146.1.12 is there`,
  () => `sum ${octet()} ${octet()}: ${octet()}, ${octet()} and ${octet()}`,
  () => `peer 10.146.01.${octet()} as ${one(["x12", "007", "uid"])} ${octet()}`,
];

/** More rows than a slice has. Many are alike but for their first word, which makes each unique. */
function mixedEvents(): EventRow[] {
  const often = Array.from({ length: 20 }, () => "connection from 10.146.1.12 port 22");
  const ends = [...often, ...Array.from({ length: 700 }, () => one(templates)())];
  return Array.from({ length: 18_000 }, (_, i) => {
    const first = `q3${String(i).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!)}`;
    return event(`${first}: ${one(ends)}`, baseTime + i * 100, {
      host: i % 50 === 3 ? "rare" : `web-${i % 2}`,
      severity: i % 8,
    });
  });
}

const events = mixedEvents();
const sealed = new SealedEvents(events, ({ host, severity, message }) =>
  [host === "rare", severity === 5, message.replace(/^\w+/, "")].join(),
);
afterAll(() => sealed.close());

const message = { field: "message", ignore_case: true };
const phraseOf = (words: string[]): NaiveCondition => ({
  ...message,
  op: "qp",
  value: `"${words.join(" ")}"`,
  words: { phrase: words },
});
const wordsOf = (value: string, op = "eq"): NaiveCondition => ({ ...message, op, value });
const few: NaiveElement = { field: "host", op: "eq", value: "rare", ignore_case: false };
const eighth: NaiveElement = { field: "severity", op: "eq", value: 5, ignore_case: true };

/** With all rows, few and one in eight; as one of several, as one that must not hold, and all of that together. */
function framesOf(asked: NaiveElement, other: NaiveElement): NaiveElement[][] {
  return [
    [asked],
    [asked, few],
    [asked, eighth],
    [{ any: [asked, other] }],
    [{ any: [asked, few] }],
    [few, { any: [other, asked] }],
    [{ not: asked }],
    [few, { not: asked }],
    [{ not: { any: [asked, other] } }, eighth],
    [asked, other],
    [{ any: [{ all: [few, asked] }, { all: [eighth, other] }] }],
  ];
}

/** How many are found. */
function findAsJudged(elements: NaiveElement[], segment = sealed.openAsLarge()): number {
  const { count, ...differences } = sealed.compare(elements, { segment });
  expect({ elements, ...differences }).toEqual({ elements, missing: [], excess: [] });
  return count;
}

const addressAsked = wordsOf("10.146.1.12");
const asked: [string, NaiveCondition, NaiveCondition][] = [
  ["an address", addressAsked, wordsOf("1.12.146.10")],
  ["an address as a phrase", phraseOf(["10.146.1.12"]), phraseOf(["22", "uid", "0"])],
  ["words and numbers next to each other", phraseOf(["port", "22", "uid", "0"]), addressAsked],
  ["words and numbers in this order", wordsOf("port 22 uid 0"), phraseOf(["0", "port", "22"])],
  ["numbers alone", phraseOf(["12", "146"]), phraseOf(["10", "10", "10"])],
  ["the same number twice", phraseOf(["1", "1"]), wordsOf("22 22")],
  ["a great number behind a small one", phraseOf(["uid", "0", "port", "2147483648"]), wordsOf("70000 10")],
  ["a part of an address", wordsOf("146.1"), wordsOf("10.*.1.12")],
  ["more numbers than an address has", wordsOf("10.10.146.1.12"), phraseOf(["12", "of", "10.146"])],
  ["numbers that none has", wordsOf("10.146.1.99"), wordsOf("22.22.22.22.22.22")],
  ["numbers with zeros before them", wordsOf("10.146.01.12"), wordsOf("007 0")],
  ["numbers and parts of numbers", wordsOf("10.1*6.1.12"), wordsOf("port.2*.uid")],
  ["all but an address", wordsOf("10.146.1.12", "ne"), addressAsked],
];

describe("phrases with several numbers", () => {
  test("when messages have such numbers, then these fill many holes", () => {
    const { templates } = sealed.open().base("message") as TextColumn;
    const encodings = Array.from({ length: 9 }, (_, index) => templates!.hole({ kind: "number", index }).encoding);
    expect(encodings).toEqual(Array(9).fill("number"));
  });

  test.each(asked)("when a question names %s, then the rows are those of a naive reading", (_, asked, other) => {
    const kept = sealed.open(20_000_000);
    const found = framesOf(asked, other).map((elements, i) => findAsJudged(elements, i % 4 === 3 ? kept : undefined));
    expect(Math.max(...found)).toBeGreaterThan(0);
  });

  test("when some neighbouring words of any message are looked for, then the rows are those of a naive reading", () => {
    for (let i = 0; i < 40; i++) {
      const asked = anyPhrase();
      const frames = framesOf(asked, anyPhrase());
      for (const frame of [1, i % frames.length]) findAsJudged(frames[frame]!);
    }
  });
});

/** Of two words or more; at times one of them is another number. */
function anyPhrase(): NaiveCondition {
  const words = one(events).message.replace(/^\w+/, "").match(/\w+/g)!;
  const from = random.below(words.length - 1);
  const some = words.slice(from, from + 2 + random.below(5));
  if (random.below(4) === 0) some[random.below(some.length)] = String(octet());
  return random.below(2) === 0 ? phraseOf(some) : wordsOf(some.join(random.below(3) === 0 ? " " : "."));
}
