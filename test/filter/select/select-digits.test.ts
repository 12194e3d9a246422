import { afterAll, describe, expect, test } from "vitest";
import { Random } from "../../../bench/corpora/random.ts";
import type { EventRow } from "../../../src/eventstore/event/event.ts";
import type { TextColumn } from "../../../src/eventstore/segment.ts";
import type { NaiveElement } from "../../support/questions/naive-filter.ts";
import { baseTime, event } from "../../support/store/event-arbitrary.ts";
import { SealedEvents } from "../../support/store/sealed-events.ts";
import { variedTexts } from "../../support/store/template-texts.ts";

const small = [0, 5, 7, 10, 34, 50, 100, 105, 700, 1_005, 10_000];
const bytes = [0, 5, 7, 10, 34, 100, 105, 200];
const words = [5, 10, 34, 70_000, 100_000, 2_147_483_647, 4_294_967_295];
const large = [70_000, 2_147_483_647, 2_147_483_648, 4_294_967_303, 1_000_000_000_034, 999_999_999_999_999];
/** Words that are no numbers: with zeros before them, of more digits, with letters. */
const others = ["007", "00", "05", "2147483648x", "9999999999999999", "x34", "1000000000000000"];
const wanted = [
  ...[
    "0",
    "00",
    "000",
    "05",
    "5",
    "7",
    "10",
    "100",
    "34",
    "034",
    "0000000034",
    "2147483648",
    "214748364",
    "10000",
    "100000",
  ],
  ...["4294967303", "999999999999999", "9999999999999999", "100000000000000", "1000000000000000", "47", "99", "12"],
];

const random = new Random(7);
const one = <T>(some: readonly T[]) => some[random.below(some.length)]!;

/** More rows than a slice has. Many end alike; the first word, of letters and a digit, makes each unique. */
function mixedEvents(): EventRow[] {
  const any = () => one([...small, ...large]);
  const templates = [
    () => `worker ${any()} has ${one(small)} of ${any()} jobs, ${one(bytes)} by ${one(words)}`,
    () => `took ${any()} ms, ${one(small)} left`,
    () => `code ${one(others)} from unit ${any()}`,
    () => `code ${any()} from unit ${one(small)} by ${one(others)}`,
    () => `disk ${one([...small, ...large])} is full`,
    () => "nothing 105 to tell 007",
  ];
  const ends = Array.from({ length: 300 }, () => one(templates)());
  return Array.from({ length: 18_000 }, (_, i) => eventOf(`q3${inLetters(i)}: ${one(ends)}`, i));
}

function eventOf(message: string, i: number): EventRow {
  return event(message, baseTime + i * 100, { host: i % 100 === 3 && i < 16_000 ? "rare" : "often" });
}

function inLetters(number: number): string {
  return String(number).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!);
}

const mixed = new SealedEvents(mixedEvents(), ({ host, message }) => `${host} ${message.replace(/^\w+/, "")}`);
const varied = new SealedEvents(variedTexts(4_000).map(eventOf));
afterAll(() => {
  mixed.close();
  varied.close();
});

const few: NaiveElement = { field: "host", op: "eq", value: "rare", ignore_case: false };

/** Messages that have the digits in a word, asked in different ways. */
function asking(run: string): NaiveElement[] {
  const value = `*${run}*`;
  const message = { field: "message", value, ignore_case: false };
  return [
    { ...message, op: "eq" },
    { ...message, op: "ne", ignore_case: true },
    { ...message, op: "qp", words: { phrase: [value] } },
  ];
}

/** Those that have them at one end of a word. */
function askingEnds(run: string): NaiveElement[] {
  const message = { field: "message", op: "eq", ignore_case: true } as const;
  return [
    { ...message, value: `${run}*` },
    { ...message, value: `*${run}`, ignore_case: false },
    { ...message, op: "=~", value: `[^0-9]${run}` },
    { ...message, op: "!~", value: `${run}([^0-9]|$)`, ignore_case: false },
  ];
}

/** How many are found; with all rows, with few of them, and with those between two times in the middle of slices. */
function findAsJudged(sealed: SealedEvents, element: NaiveElement, open = () => sealed.openAsLarge()): number {
  const { from, to } = sealed.span;
  const part = { from: from + Math.floor((to - from) * 0.3), to: from + Math.floor((to - from) * 0.95) };
  let found = 0;
  for (const span of [sealed.span, part])
    for (const elements of [[element], [element, few]]) {
      const { count, ...differences } = sealed.compare(elements, { span, segment: open() });
      expect({ elements, span, ...differences }).toEqual({ elements, span, missing: [], excess: [] });
      found += count;
    }
  return found;
}

/** As a segment whose rows are not kept, one of which nothing is, and one of which all is. */
const opens = [() => mixed.openAsLarge(), () => mixed.open(), () => mixed.open(20_000_000)];

describe("digits inside words of messages", () => {
  test("when messages have numbers, then these fill holes, in some of which all are small", () => {
    const { templates } = mixed.open().base("message") as TextColumn;
    const columns = [0, 1, 2, 3, 4].map((index) => templates!.hole({ kind: "number", index }));
    const greatest = columns.map((column) => column.encoding === "number" && column.max);
    expect(templates!.hole({ kind: "word", index: 1 }).encoding).toBe("dictionary");
    expect(greatest).toEqual([999_999_999_999_999, 10_000, 999_999_999_999_999, 200, 4_294_967_295]);
  });

  test.each(wanted)('when "%s" is looked for, then it is found where a naive reading finds it', (run) => {
    for (const [i, element] of asking(run).entries()) findAsJudged(mixed, element, opens[i]);
  });

  test.each(wanted)('when words are to begin or end with "%s", then a naive reading finds the same', (run) => {
    for (const [i, element] of askingEnds(run).entries()) findAsJudged(mixed, element, opens[i % 3]);
  });

  test("when any part of a great number is looked for, then it is found where a naive reading finds it", () => {
    let found = 0;
    for (let i = 0; i < 60; i++) {
      const number = String(one(large));
      const from = random.below(number.length);
      const run = number.slice(from, from + 1 + random.below(number.length - from));
      found += findAsJudged(mixed, asking(run)[i % 3]!);
    }
    expect(found).toBeGreaterThan(100_000);
  });

  test("when a zero is looked for before a great number, then not where that number begins a longer one", () => {
    const numbers = ["214748364899", "300000000012", "2147483648", "102147483648"];
    const texts = Array.from({ length: 2_000 }, (_, i) => `job ${numbers[i % 4]} took ${i} ms`);
    const sealed = new SealedEvents(texts.map(eventOf));
    try {
      for (const run of ["0214748364", "02147483648", "03000000000"]) findAsJudged(sealed, asking(run)[0]!);
    } finally {
      sealed.close();
    }
  });

  test("when numbers have more than 32 bits, then they are not taken for their lowest 32", () => {
    const sealed = new SealedEvents(
      Array.from({ length: 500 }, (_, i) => eventOf(`job ${300_000_000_012 + i} is up`, i)),
    );
    try {
      // Of the first, 32 bits hold 3,647,256,588.
      for (const run of ["12", "88", "3647"]) for (const element of askingEnds(run)) findAsJudged(sealed, element);
    } finally {
      sealed.close();
    }
  });

  test("when several runs are looked for at once, then a naive reading finds the same", () => {
    const phrase = ["*10*", "*34*", "*7"];
    const words = { all: phrase.map((value) => ({ phrase: [value] })) };
    findAsJudged(mixed, { field: "message", op: "qp", value: phrase.join(" "), ignore_case: false, words });
  });

  test.each(["0", "7", "07", "1", "10", "00", "007"])(
    'when "%s" is looked for where holes hold any words, then it is found where a naive reading finds it',
    (run) => {
      for (const element of [...asking(run), ...askingEnds(run)]) findAsJudged(varied, element);
    },
  );
});
