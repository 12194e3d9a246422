import type { Random } from "../../../bench/corpora/random.ts";
import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import {
  type NaiveCondition,
  type NaiveElement,
  naiveMatch,
  naiveNumber,
  naiveText,
  sentFilter,
} from "../questions/naive-filter.ts";

/** A question about a stream of any shape. It sees each event once; then it knows the answer. */
export class JudgedQuestion {
  constructor(
    readonly body: { type: string; params: Record<string, unknown> },
    private readonly conditions: readonly NaiveElement[],
    private readonly range: Range,
    private readonly count: Counting,
  ) {}

  take(event: StoredEvent): void {
    const times = event.times.filter((time) => time >= this.range.from * 1e6 && time < this.range.to * 1e6);
    if (times.length > 0 && naiveMatch(this.conditions, event)) this.count.take(event, times);
  }

  /** The expected result of `shownBy`. */
  expected(): unknown {
    return this.count.expected();
  }
}

/** Possible subjects of questions. */
export interface StreamSample {
  any(): StoredEvent;
  /** Microseconds; no event is outside of these. */
  first: number;
  last: number;
}

/**
 * Some questions of these kinds in turn, about words, values and times that some events have. `ofOccurrences`: none
 * that counts events, which are fewer where they repeat.
 */
export function askAbout(sample: StreamSample, random: Random, count: number, ofOccurrences = false): JudgedQuestion[] {
  const kinds = ofOccurrences ? occurrenceKinds : [...occurrenceKinds, searching];
  return Array.from({ length: count }, () => {
    const range = anyRange(sample, random);
    const conditions = Array.from({ length: random.below(3) }, () => anyCondition(sample.any(), random));
    const filter = sentFilter(conditions);
    const common = { time_range: { ts_from: range.from, ts_to: range.to, step, timezone: "UTC" }, filter };
    const { type, params, counting } = kinds[random.below(kinds.length)]!(sample.any(), random, range);
    return new JudgedQuestion({ type, params: { ...common, ...params } }, conditions, range, counting);
  });
}

/** The judged part of an answer. */
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

/** Seconds, `to` is exclusive. */
interface Range {
  from: number;
  to: number;
}

/** Takes the matching events, with their occurrences in the range. */
interface Counting {
  take(event: StoredEvent, times: readonly number[]): void;
  expected(): unknown;
}

interface Asked {
  type: string;
  params: Record<string, unknown>;
  counting: Counting;
}

type Kind = (sample: StoredEvent, random: Random, range: Range) => Asked;

const searching: Kind = (_sample, random) => {
  const [sort, keyOf] = sorts[random.below(sorts.length)]!;
  const sign = sort.startsWith("-") ? -1 : 1;
  const found: { id: number; key: number }[] = [];
  const offset = random.below(2) * random.below(3_000);
  return {
    type: "Search",
    params: { sort, offset, page_size: 20 },
    counting: {
      take: (event) => found.push({ id: event.id, key: keyOf(event) }),
      expected() {
        found.sort((a, b) => sign * (a.key - b.key || a.id - b.id));
        return { count: found.length, ids: found.slice(offset, offset + 20).map(({ id }) => String(id)) };
      },
    },
  };
};

const ranking: Kind = (sample, random) => {
  const field = anyField(sample, random);
  const counts = new Map<string, number>();
  return {
    type: "TopN",
    params: { field, limit: 10 },
    counting: {
      take(event, times) {
        const name = naiveText(field, event);
        if (name !== "") counts.set(name, (counts.get(name) ?? 0) + times.length);
      },
      expected: () =>
        Array.from(counts, ([name, count]) => ({ name, count }))
          .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
          .slice(0, 10),
    },
  };
};

const lastSeen: Kind = (sample, random) => {
  const field = anyField(sample, random);
  const values = new Map<string, { count: number; last: number }>();
  return {
    type: "LastN",
    params: { field, limit: 10 },
    counting: {
      take(event, times) {
        const name = naiveText(field, event);
        if (name === "") return;
        const { count, last } = values.get(name) ?? { count: 0, last: 0 };
        values.set(name, { count: count + times.length, last: Math.max(last, times.at(-1)!) });
      },
      expected: () =>
        Array.from(values, ([name, { count, last }]) => ({ name, count, last_seen: last / 1e6 }))
          .sort((a, b) => b.last_seen - a.last_seen || (a.name < b.name ? -1 : 1))
          .slice(0, 10),
    },
  };
};

const rating: Kind = (_sample, _random, { from, to }) => {
  const counts = new Array<number>((to - from) / step).fill(0);
  return {
    type: "EventRate",
    params: {},
    counting: {
      take(_event, times) {
        for (const time of times) counts[Math.floor((time / 1e6 - from) / step)]! += 1;
      },
      expected: () => counts,
    },
  };
};

const measuring: Kind = (sample, random) => {
  const [by, field] = [random.below(2) ? "host" : anyField(sample, random), anyField(sample, random)];
  const groups = new Map<string, { count: number; texts: Set<string>; numbers: number[] }>();
  return {
    type: "Stats",
    params: { by: [by], field, functions: ["count", "distinct", "min", "max", "p95"], limit: 8 },
    counting: {
      take(event, times) {
        const text = naiveText(field, event);
        if (text === "") return;
        const name = naiveText(by, event);
        const group = groups.get(name) ?? { count: 0, texts: new Set(), numbers: [] };
        groups.set(name, group);
        group.count += times.length;
        group.texts.add(text);
        // Minus zero is zero.
        const number = naiveNumber(text) + 0;
        if (!Number.isNaN(number)) for (const _ of times) group.numbers.push(number);
      },
      expected: () =>
        [...groups]
          .sort(([a, left], [b, right]) => right.count - left.count || (a < b ? -1 : 1))
          .slice(0, 8)
          .map(([name, { count, texts, numbers }]) => {
            const sorted = Float64Array.from(numbers).sort();
            const p95 = sorted[Math.ceil(0.95 * sorted.length) - 1] ?? null;
            const [min, max] = [sorted[0] ?? null, sorted.at(-1) ?? null];
            return { by: { [by]: name }, count, distinct: texts.size, min, max, p95 };
          }),
    },
  };
};

const occurrenceKinds: readonly Kind[] = [ranking, lastSeen, rating, measuring];

const sorts: readonly (readonly [string, (event: StoredEvent) => number])[] = [
  ["-last_occurrence", ({ times }) => times.at(-1)!],
  ["first_occurrence", ({ times }) => times[0]!],
  ["-counter", ({ times }) => times.length],
];

/** All of it, or some: of whole steps, so that no kind widens it. */
function anyRange({ first, last }: StreamSample, random: Random): Range {
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
  const phrase = words.slice(at, at + 3);
  // Questions have bounds, too.
  const word = phrase.join(" ").length < 500 ? phrase[0] : undefined;
  const isPlain = value !== "" && !/[*?\\]/.test(value);
  const choices: (NaiveCondition | undefined)[] = [
    word === undefined ? undefined : { ...message, op: "eq", value: word },
    word === undefined ? undefined : { ...message, op: "ne", value: word },
    { ...message, op: "=~", value: literal(sample.message, random) },
    word === undefined ? undefined : { ...message, op: "qp", value: `"${phrase.join(" ")}"`, words: { phrase } },
    isPlain ? { field, op: random.below(4) ? "eq" : "ne", value, ignore_case: false } : undefined,
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
