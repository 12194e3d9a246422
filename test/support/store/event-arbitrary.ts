import fc from "fast-check";
import type { EventRow, Repeat } from "../../../src/eventstore/event/event.ts";
import { firedSetOf, statusAfter } from "../../../src/eventstore/event/fired-set.ts";

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

/** Triggers that fired for one occurrence: mostly none. */
export const anyFired: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  {
    weight: 2,
    arbitrary: fc
      .subarray(
        [
          { id: 3, name: "logins", mark_actionable: false, mark_known: true, note_text: "" },
          { id: 20, name: "ünï", mark_actionable: true, mark_known: false, note_text: "call\nsomebody" },
          { id: 7, name: "", mark_actionable: false, mark_known: false, note_text: "" },
        ],
        { minLength: 1 },
      )
      .map(firedSetOf),
  },
);

const anyPlainEvent: fc.Arbitrary<EventRow> = fc.record({
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

/** As the store returns it: without `fired` when no trigger fired, with the status that the triggers left. */
export const anyEvent: fc.Arbitrary<EventRow> = fc
  .tuple(anyPlainEvent, fc.option(fc.array(anyFired, { minLength: 4, maxLength: 4 })))
  .map(([row, sets]) => withFired(row, (sets ?? []).slice(0, row.times.length)));

/** The event with a later occurrence in its place. */
export function withRepeat<Row extends EventRow>(event: Row, { time, fired = "" }: Omit<Repeat, "id">): Row {
  const before = event.times.map((at, i) => ({ at, set: event.fired?.[i] ?? "" }));
  const all = [...before, { at: time, set: fired }].sort((a, b) => a.at - b.at);
  return withFired(
    { ...event, times: all.map(({ at }) => at) },
    all.map(({ set }) => set),
  );
}

function withFired<Row extends EventRow>(row: Row, fired: readonly string[]): Row {
  if (fired.every((set) => set === "")) return row;
  return { ...row, fired, status: fired.reduce(statusAfter, row.status) };
}

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
