import type { EventObject } from "../../eventstore/event/event-object.ts";

/** A question as it is asked; plain data: it crosses threads. */
export interface UsualQuestion {
  type: string;
  page?: { offset: number; size: number };
  [parameter: string]: unknown;
}

/** Of the usual kinds, whose conditions some of these events match: with their fields and values. */
export function* usualQuestions(events: readonly EventObject[]): Generator<UsualQuestion> {
  const { host, program } = fullest(events);
  const { texts, numbers, varied } = tagsOf(events);
  const [word] = wordsOf(events);
  const text = texts[0] ?? { name: "user", value: "root" };
  const few = texts[1] ?? text;
  const number = numbers[0] ?? { name: "bytes", value: "100" };
  const ofProgram = has("program", "eq", program);
  const ofHost = has("host", "eq", host);
  const atLeast = has(number.name, "ge", Number(number.value) / 2);
  const three = [has("severity", "le", 6), atLeast, has(few.name, "eq", few.value)];
  yield { type: "Search", filter: [has("message", "qp", `"${word}"`)] };
  yield phraseQuestion(events);
  yield { type: "EventRate", filter: [has("message", "eq", `*${word.slice(1, -1).toUpperCase()}*`)] };
  yield { type: "Search", filter: [has("message", "qp", "4f1a09c27be8")] };
  yield { type: "Search", filter: [has(text.name, "eq", text.value)] };
  for (const field of new Set([text.name, ...varied.slice(0, 2)])) yield { type: "TopN", field, filter: [ofProgram] };
  for (const field of varied.slice(0, 1)) yield { type: "TopN", field, filter: [has("message", "qp", `"${word}"`)] };
  yield { type: "TopN", field: "severity", with_subperiods: true, filter: [ofHost] };
  yield { type: "LastN", field: text.name, filter: [ofProgram] };
  yield { type: "Stats", field: number.name, by: ["program"], functions: ["avg", "p95"], filter: [ofHost] };
  yield { type: "Stats", field: text.name, functions: ["distinct"], filter: [has(number.name, "eq", number.value)] };
  yield { type: "Search", filter: three };
  yield { type: "Search", filter: three, count: false };
  yield { type: "Search", filter: [ofProgram, atLeast], page: { offset: 2_000, size: 50 } };
  yield { type: "EventRate", filter: [atLeast, has(number.name, "lt", Number(number.value) * 2)] };
  yield { type: "EventRate", filter: [has("message", "=~", `${word}.*[0-9]+`)] };
  yield { type: "Patterns" };
}

/** Two words that stand in the fullest of these events; mostly not one behind the other. */
export function phraseQuestion(events: readonly EventObject[]): UsualQuestion {
  const [word, other] = wordsOf(events);
  return { type: "EventRate", filter: [has("message", "qp", `"${word} ${other}"`)] };
}

function wordsOf(events: readonly EventObject[]): [string, string] {
  const [word = "error", other = word] = fullest(events).message.match(/[a-z]{4,40}/gi) ?? [];
  return [word, other];
}

function has(field: string, op: string, value: unknown) {
  return { field, op, value };
}

function fullest(events: readonly EventObject[]): EventObject {
  const tags = (event: EventObject) => Object.keys(event.user_tags).length;
  return events.reduce((most, event) => (tags(event) > tags(most) ? event : most));
}

interface Tag {
  name: string;
  value: string;
}

/**
 * The most frequent ones first, with one value each. `varied`: names of those with the most different values, but for
 * ids of which no two are the same.
 */
function tagsOf(events: readonly EventObject[]): { texts: Tag[]; numbers: Tag[]; varied: string[] } {
  const found = Map.groupBy(
    events.flatMap(({ user_tags }) => Object.entries(user_tags)),
    ([name]) => name,
  );
  const tags = [...found]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, [first]]) => ({ name, value: first![1] }));
  const isNumber = ({ value }: Tag) => /^\d+(\.\d+)?$/.test(value);
  const texts = tags.filter((tag) => !isNumber(tag));
  const counts = texts.map(({ name }) => {
    const values = found.get(name)!;
    return { name, different: new Set(values.map(([, value]) => value)).size, all: values.length };
  });
  const varied = counts.filter(({ different, all }) => different < all).sort((a, b) => b.different - a.different);
  return { texts, numbers: tags.filter(isNumber), varied: varied.map(({ name }) => name) };
}
