import type { StoredEvent } from "../../../src/eventstore/event/event.ts";
import { patternText } from "../../../src/pattern/pattern-text.ts";
import { type NaiveElement, naiveAmount, naiveMatch, naiveNumber, naiveText } from "./naive-filter.ts";

/** The answers to questions by plain loops over events: the judge in tests. All times in microseconds. */
export interface NaiveQuestion {
  conditions: readonly NaiveElement[];
  /** Beginning of each step and the end of the last; without steps the two ends of the range. */
  bounds: readonly number[];
}

interface Occurrence {
  event: StoredEvent;
  time: number;
}

function occurrences(events: readonly StoredEvent[], { conditions, bounds }: NaiveQuestion): Occurrence[] {
  return events
    .filter((event) => naiveMatch(conditions, event))
    .flatMap((event) => event.times.map((time) => ({ event, time })))
    .filter(({ time }) => time >= bounds[0]! && time < bounds.at(-1)!);
}

/** All ids, in order. */
export function naiveSearch(events: readonly StoredEvent[], question: NaiveQuestion, sort: string): string[] {
  const found = [...new Set(occurrences(events, question).map(({ event }) => event))];
  const key = ({ times }: StoredEvent) =>
    sort.endsWith("counter") ? times.length : sort.endsWith("first_occurrence") ? times[0]! : times.at(-1)!;
  const sign = sort.startsWith("-") ? -1 : 1;
  return found.sort((a, b) => sign * (key(a) - key(b) || a.id - b.id)).map(({ id }) => String(id));
}

interface NaiveAround {
  id: number;
  before: number;
  after: number;
  same: string[];
}

/** Ids, oldest first; undefined: there is no such event in the range. */
export function naiveAround(events: readonly StoredEvent[], question: NaiveQuestion, asked: NaiveAround) {
  const middle = occurrences(events, { ...question, conditions: [] }).find(({ event }) => event.id === asked.id)?.event;
  if (middle === undefined) return undefined;
  const isAlike = (event: StoredEvent) =>
    asked.same.every((field) => naiveText(field, event) === naiveText(field, middle));
  const found = new Set(occurrences(events, question).map(({ event }) => event));
  const others = [...found].filter((event) => event !== middle && isAlike(event));
  const order = (a: StoredEvent, b: StoredEvent) => a.times[0]! - b.times[0]! || a.id - b.id;
  const before = others.filter((event) => order(event, middle) < 0).sort(order);
  const after = others.filter((event) => order(event, middle) > 0).sort(order);
  const shown = [...before.slice(before.length - Math.min(before.length, asked.before)), middle];
  return {
    ids: [...shown, ...after.slice(0, asked.after)].map(({ id }) => String(id)),
    index: shown.length - 1,
  };
}

/** By id; the caller sorts them. */
export function naivePatterns(events: readonly StoredEvent[], question: NaiveQuestion) {
  const { bounds } = question;
  const all = occurrences(events, question);
  return [...Map.groupBy(all, ({ event }) => naiveText("pattern", event))].map(([id, own]) => {
    const times = own.map(({ time }) => time);
    const messages = new Map(own.map(({ event }) => [event.id, event.message]));
    return {
      id,
      text: patternText([own[0]!.event.message]),
      count: own.length,
      share: own.length / all.length,
      bytes: [...messages.values()].reduce((sum, message) => sum + Buffer.byteLength(message), 0),
      first_seen: Math.min(...times) / 1e6,
      last_seen: Math.max(...times) / 1e6,
      is_new: null as boolean | null,
      severities: Object.fromEntries(
        countNames(own, "severity_name")
          .map(({ name, count }) => [name, count] as const)
          .sort(),
      ),
      steps: bounds.slice(1).map((to, i) => times.filter((time) => time >= bounds[i]! && time < to).length),
      examples: own.filter(({ time }) => time === Math.max(...times)).map(({ event }) => String(event.id)),
    };
  });
}

interface NaiveTop {
  field: string;
  limit: number;
  show_other: boolean;
  ignore_empty: boolean;
  subfields: string[];
  subfields_limit: number;
}

export function naiveTopN(events: readonly StoredEvent[], question: NaiveQuestion, top: NaiveTop) {
  const { bounds } = question;
  const isWanted = ({ event }: Occurrence) => !top.ignore_empty || naiveText(top.field, event) !== "";
  const all = occurrences(events, question).filter(isWanted);
  const totals = countNames(all, top.field).slice(0, top.limit);
  const values = withOther(totals, all.length, top.show_other).map((value, i) => {
    if (i >= totals.length || top.subfields.length === 0) return value;
    const own = all.filter(({ event }) => naiveText(top.field, event) === value.name);
    const subfields = Object.fromEntries(
      top.subfields.map((subfield) => [
        subfield,
        countNames(own, subfield)
          .filter(({ name }) => !top.ignore_empty || name !== "")
          .slice(0, top.subfields_limit),
      ]),
    );
    return { ...value, subfields };
  });
  const details = bounds.slice(1).map((to, step) => {
    const inside = all.filter(({ time }) => time >= bounds[step]! && time < to);
    const counts = countNames(inside, top.field);
    const ofTotals = totals.map(({ name }) => ({
      name,
      count: counts.find((value) => value.name === name)?.count ?? 0,
    }));
    return {
      ts_from: bounds[step]! / 1e6,
      ts_to: to / 1e6,
      values: withOther(counts.slice(0, top.limit), inside.length, top.show_other),
      total_values: [
        ...ofTotals,
        ...(top.show_other && all.length > sumOf(totals)
          ? [{ name: "other", count: inside.length - sumOf(ofTotals) }]
          : []),
      ],
      total_count: inside.length,
    };
  });
  const periods = details.filter(({ total_count }) => total_count > 0);
  const top_periods = periods
    .sort((a, b) => b.total_count - a.total_count || a.ts_from - b.ts_from)
    .slice(0, top.limit);
  return { values, details, top_periods };
}

export function naiveLastN(events: readonly StoredEvent[], question: NaiveQuestion, field: string, limit: number) {
  const all = occurrences(events, question).filter(({ event }) => naiveText(field, event) !== "");
  return countNames(all, field)
    .map((value) => {
      const times = all.filter(({ event }) => naiveText(field, event) === value.name).map(({ time }) => time);
      return { ...value, last_seen: Math.max(...times) / 1e6 };
    })
    .sort((a, b) => b.last_seen - a.last_seen || (a.name < b.name ? -1 : 1))
    .slice(0, limit);
}

export function naiveRate(events: readonly StoredEvent[], question: NaiveQuestion): number[] {
  const all = occurrences(events, question);
  const { bounds } = question;
  return bounds.slice(1).map((to, step) => all.filter(({ time }) => time >= bounds[step]! && time < to).length);
}

export function naiveStorage(events: readonly StoredEvent[], question: NaiveQuestion) {
  const all = occurrences(events, question);
  const { bounds } = question;
  return bounds.slice(1).map((to, step) => {
    const inside = all.filter(({ time }) => time >= bounds[step]! && time < to);
    const begun = new Set(inside.filter(({ event, time }) => event.times[0] === time).map(({ event }) => event)).size;
    const moved = inside.filter(({ event }) => event.extra !== "" && "original_ts" in JSON.parse(event.extra)).length;
    return { new: begun, duplicates: inside.length - begun, dropped: 0, out_of_time: moved, total: inside.length };
  });
}

function countNames(all: readonly Occurrence[], field: string): { name: string; count: number }[] {
  const counts: Record<string, number> = Object.create(null);
  for (const { event } of all) {
    const name = naiveText(field, event);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return Object.entries(counts)
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

function sumOf(values: { count: number }[]): number {
  return values.reduce((sum, { count }) => sum + count, 0);
}

function withOther(values: { name: string; count: number }[], total: number, showOther: boolean) {
  const other = total - values.reduce((sum, { count }) => sum + count, 0);
  return showOther && other > 0 ? [...values, { name: "other", count: other }] : values;
}

export function naiveStats(
  events: readonly StoredEvent[],
  question: NaiveQuestion,
  { by, field, functions, limit }: { by: string[]; field: string; functions: string[]; limit: number },
) {
  const groups = new Map<string, Occurrence[]>();
  for (const occurrence of occurrences(events, question)) {
    if (naiveText(field, occurrence.event) === "") continue;
    const key = JSON.stringify(by.map((name) => naiveText(name, occurrence.event)));
    groups.set(key, [...(groups.get(key) ?? []), occurrence]);
  }
  return [...groups]
    .map(([key, all]) => ({ names: JSON.parse(key) as string[], all }))
    .sort((a, b) => b.all.length - a.all.length || compareLists(a.names, b.names))
    .slice(0, limit)
    .map(({ names, all }) => {
      const texts = all.map(({ event }) => naiveText(field, event));
      const numbers = texts.map(naiveMeasured).filter((value) => !Number.isNaN(value));
      const measured = functions.map((name) => [name, naiveMeasure(name, texts, numbers)]);
      return { by: Object.fromEntries(by.map((name, i) => [name, names[i]])), ...Object.fromEntries(measured) };
    });
}

/** Seconds or bytes, where there is a unit. */
function naiveMeasured(text: string): number {
  const number = naiveNumber(text);
  if (!Number.isNaN(number)) return number;
  return naiveAmount(text, text) / (/b$/i.test(text) ? 1 : 1000);
}

function naiveMeasure(name: string, texts: readonly string[], numbers: readonly number[]): number | null {
  if (name === "count") return texts.length;
  if (name === "distinct") return new Set(texts.filter((text) => text !== "")).size;
  if (numbers.length === 0) return null;
  const sum = numbers.reduce((a, b) => a + b, 0);
  if (name === "sum") return sum;
  if (name === "avg") return sum / numbers.length;
  const sorted = [...numbers].sort((a, b) => a - b);
  if (name === "min") return sorted[0]!;
  if (name === "max") return sorted.at(-1)!;
  return sorted[Math.ceil((Number(name.slice(1)) / 100) * sorted.length) - 1]!;
}

function compareLists(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((text, i) => text !== b[i]);
  return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1;
}
