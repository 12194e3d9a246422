import fc from "fast-check";
import type { EventRow } from "../../src/eventstore/event.ts";

/** 2024-05-31T23:59:50Z, so that random times fall on both sides of midnight. */
export const baseTime = 1_717_199_990_000_000;

const awkward = [
  "007",
  "1e3",
  "-0",
  "0",
  "-1",
  "1.5",
  "1.50",
  "NaN",
  "Infinity",
  "9007199254740993",
  "1e+21",
  "\u0000",
  "\n",
  "é",
  "日本",
  "😀",
  "ÿ",
  "\u00ff\u00fe",
];
const word = fc.oneof(
  fc.constantFrom(...awkward),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.nat(300).map(String),
);
const tagName = fc.oneof(
  fc.constantFrom("host", "message", "__proto__", "constructor", "code", "src_ip", "日本", "a b"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }),
);
const tagValue = word.filter((value) => value !== "");

const tags = fc
  .uniqueArray(fc.tuple(tagName, tagValue), { selector: ([name]) => name, maxLength: 5 })
  .map((pairs) => pairs.sort((a, b) => (a[0] < b[0] ? -1 : 1)).flat());

const times = fc
  .array(fc.integer({ min: 0, max: 20_000_000 }), { minLength: 1, maxLength: 4 })
  .map((offsets) => offsets.map((offset) => baseTime + offset).sort((a, b) => a - b));

export const anyEvent: fc.Arbitrary<EventRow> = fc.record({
  times,
  host: word,
  program: fc.constantFrom("sshd", "cron", ""),
  message: fc.oneof(word, fc.string({ maxLength: 200 })),
  severity: fc.nat(7),
  facility: fc.nat(23),
  type: fc.nat(4),
  status: fc.nat(2),
  ciscoMnemonic: fc.constantFrom("", "LINK-3-UPDOWN"),
  tags,
  extra: fc.constantFrom("", '{"a":1}', '{"b":"ü"}'),
});

export function event(message: string, time = baseTime, more: Partial<EventRow> = {}): EventRow {
  return {
    times: [time],
    host: "web-1",
    program: "app",
    message,
    severity: 6,
    facility: 1,
    type: 2,
    status: 0,
    ciscoMnemonic: "",
    tags: [],
    extra: "",
    ...more,
  };
}
