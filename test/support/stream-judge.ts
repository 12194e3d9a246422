import type { Random } from "../../bench/random.ts";
import type { StoredEvent } from "../../src/eventstore/event/event.ts";
import { type NaiveCondition, naiveMatch, naiveNumber, naiveText } from "./naive-filter.ts";

/** A question about a stream of any shape, and what one loop over all of its events says to it. */
interface JudgedQuestion {
  body: { type: string; params: Record<string, unknown> };
  /** As `shownBy` gives it. */
  expected: unknown;
}

/** Some questions of every kind, about words, values and times that these events have. They are in order of their ids. */
export function judgeStream(events: readonly StoredEvent[], random: Random, count: number): JudgedQuestion[] {
  return Array.from({ length: count }, (_, i) => {
    const range = anyRange(events, random);
    const conditions = Array.from({ length: random.below(3) }, () => anyCondition(anyOf(events, random), random));
    const chosen = new Chosen(events, conditions, range);
    const filter = conditions.map(({ words: _words, ...condition }) => condition);
    const params = { time_range: { ts_from: range.from, ts_to: range.to, step, timezone: "UTC" }, filter };
    return kinds[i % kinds.length]!(chosen, params, anyOf(events, random), random);
  });
}

/** What of an answer is judged. */
export function shownBy(type: string, results: Record<string, unknown>): unknown {
  const { totals, details, events } = results as unknown as Results;
  if (type === "Search") return { count: events.item_count, ids: events.objects.map(({ id }) => id) };
  if (type === "EventRate") return details.map(({ count }) => count);
  return totals.values;
}

interface Results {
  totals: { values: unknown };
  details: { count: number }[];
  events: { item_count: number; objects: { id: string }[] };
}

/** Seconds, `to` is not in it. */
interface Range {
  from: number;
  to: number;
}

/** Events that meet a filter, with their occurrences in a range. */
class Chosen {
  readonly all: { event: StoredEvent; times: number[] }[] = [];

  constructor(
    events: readonly StoredEvent[],
    conditions: readonly NaiveCondition[],
    readonly range: Range,
  ) {
    for (const event of events) {
      const times = event.times.filter((time) => time >= range.from * 1e6 && time < range.to * 1e6);
      if (times.length > 0 && naiveMatch(conditions, event)) this.all.push({ event, times });
    }
  }

  /** By value of a field. */
  groups(field: string): Map<string, { count: number; last: number; events: StoredEvent[] }> {
    const groups = new Map<string, { count: number; last: number; events: StoredEvent[] }>();
    for (const { event, times } of this.all) {
      const name = naiveText(field, event);
      const group = groups.get(name) ?? { count: 0, last: 0, events: [] };
      groups.set(name, group);
      group.count += times.length;
      group.last = Math.max(group.last, times.at(-1)!);
      for (const _ of times) group.events.push(event);
    }
    return groups;
  }
}

type Kind = (chosen: Chosen, params: Record<string, unknown>, sample: StoredEvent, random: Random) => JudgedQuestion;

const kinds: readonly Kind[] = [
  (chosen, params, _sample, random) => {
    const [sort, keyOf] = sorts[random.below(sorts.length)]!;
    const sign = sort.startsWith("-") ? -1 : 1;
    const sorted = chosen.all
      .map(({ event }) => ({ id: event.id, key: keyOf(event) }))
      .sort((a, b) => sign * (a.key - b.key) || b.id - a.id);
    const offset = random.below(2) * random.below(sorted.length + 1);
    const ids = sorted.slice(offset, offset + 20).map(({ id }) => String(id));
    return {
      body: { type: "Search", params: { ...params, sort, offset, page_size: 20 } },
      expected: { count: sorted.length, ids },
    };
  },
  (chosen, params, sample, random) => {
    const field = anyField(sample, random);
    const values = [...chosen.groups(field)]
      .filter(([name]) => name !== "")
      .map(([name, { count }]) => ({ name, count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
    return { body: { type: "TopN", params: { ...params, field, limit: 10 } }, expected: values.slice(0, 10) };
  },
  (chosen, params, sample, random) => {
    const field = anyField(sample, random);
    const values = [...chosen.groups(field)]
      .filter(([name]) => name !== "")
      .map(([name, { count, last }]) => ({ name, count, last_seen: last / 1e6 }))
      .sort((a, b) => b.last_seen - a.last_seen || (a.name < b.name ? -1 : 1));
    return { body: { type: "LastN", params: { ...params, field, limit: 10 } }, expected: values.slice(0, 10) };
  },
  (chosen, params) => {
    const { from, to } = chosen.range;
    const counts = new Array<number>((to - from) / step).fill(0);
    for (const { times } of chosen.all) for (const time of times) counts[Math.floor((time / 1e6 - from) / step)]! += 1;
    return { body: { type: "EventRate", params }, expected: counts };
  },
  (chosen, params, sample, random) => {
    const [by, field] = [random.below(2) ? "host" : anyField(sample, random), anyField(sample, random)];
    const functions = ["count", "distinct", "min", "max", "p95"];
    const values = [...chosen.groups(by)]
      .sort(([a, left], [b, right]) => right.count - left.count || (a < b ? -1 : 1))
      .slice(0, 8)
      .map(([name, { events }]) => ({ by: { [by]: name }, ...measured(events, field) }));
    return { body: { type: "Stats", params: { ...params, by: [by], field, functions, limit: 8 } }, expected: values };
  },
];

const sorts: readonly (readonly [string, (event: StoredEvent) => number])[] = [
  ["-last_occurrence", ({ times }) => times.at(-1)!],
  ["first_occurrence", ({ times }) => times[0]!],
  ["-counter", ({ times }) => times.length],
];

function measured(events: readonly StoredEvent[], field: string) {
  const texts = events.map((event) => naiveText(field, event));
  const numbers = Float64Array.from(
    texts
      .map(naiveNumber)
      .filter((value) => !Number.isNaN(value))
      // Minus nothing is nothing.
      .map((value) => value + 0),
  ).sort();
  return {
    count: texts.length,
    distinct: new Set(texts.filter((text) => text !== "")).size,
    min: numbers[0] ?? null,
    max: numbers.at(-1) ?? null,
    p95: numbers[Math.ceil(0.95 * numbers.length) - 1] ?? null,
  };
}

/** All of it, or some: of whole steps, so that no kind widens it. */
function anyRange(events: readonly StoredEvent[], random: Random): Range {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { times } of events) {
    first = Math.min(first, times[0]!);
    last = Math.max(last, times.at(-1)!);
  }
  const begin = Math.floor(first / 1e6 / step);
  const steps = Math.floor(last / 1e6 / step) + 1 - begin;
  if (random.below(3) > 0) return { from: begin * step, to: (begin + steps) * step };
  const from = begin + random.below(steps);
  return { from: from * step, to: (from + 1 + random.below(steps)) * step };
}

const step = 900;

function anyCondition(sample: StoredEvent, random: Random): NaiveCondition {
  const words: string[] = sample.message.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
  const at = random.below(Math.max(1, words.length));
  const message = { field: "message", ignore_case: random.below(2) === 0 };
  const tag = random.below(sample.tags.length / 2) * 2;
  const [field = "host", value = sample.host] = sample.tags.slice(tag, tag + 2);
  const choices: (NaiveCondition | undefined)[] = [
    words[at] === undefined ? undefined : { ...message, op: "eq", value: words[at] },
    words[at] === undefined ? undefined : { ...message, op: "ne", value: words[at] },
    { ...message, op: "=~", value: literal(sample.message, random) },
    words[at] === undefined
      ? undefined
      : {
          ...message,
          op: "qp",
          value: `"${words.slice(at, at + 3).join(" ")}"`,
          words: { phrase: words.slice(at, at + 3) },
        },
    /[*?\\]/.test(value) || value === ""
      ? undefined
      : { field, op: random.below(4) ? "eq" : "ne", value, ignore_case: false },
    { field, op: "eq", value: "*", ignore_case: true },
    { field: "t_bytes", op: "ge", value: random.below(90_000), ignore_case: true },
    { field: "severity", op: "le", value: random.below(8), ignore_case: true },
    { field: "host", op: "eq", value: sample.host || "h", ignore_case: true },
  ];
  return choices[random.below(choices.length)] ?? choices.at(-1)!;
}

/** Some characters of a text as they are, for a regular expression. */
function literal(text: string, random: Random): string {
  const all = [...text];
  const from = random.below(Math.max(1, all.length - 4));
  const some = all.slice(from, from + 2 + random.below(9)).join("");
  return some.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll("\n", "\\n") || "a";
}

function anyField(sample: StoredEvent, random: Random): string {
  const tags = sample.tags.filter((_, i) => i % 2 === 0);
  const fields = ["message", "message", "host", "severity", "program", ...tags];
  return fields[random.below(fields.length)]!;
}

function anyOf(events: readonly StoredEvent[], random: Random): StoredEvent {
  return events[random.below(events.length)]!;
}
