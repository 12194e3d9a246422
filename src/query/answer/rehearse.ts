import type { EventObject } from "../../eventstore/event/event-object.ts";
import type { SegmentHandle, Snapshot } from "../../eventstore/snapshot.ts";
import { AppError } from "../../lib/errors.ts";
import { ControlWords } from "../../runtime/control-words.ts";
import { rowKernels } from "../../runtime/kernels/thread-kernels.ts";
import { rehearsedRows, rehearsedSegments, rehearsedSegmentsMs } from "../limits.ts";
import { parseQuery } from "../parse/parse-query.ts";
import type { ThreadMemory } from "../query-memory.ts";
import { answerQuery } from "./answer-query.ts";
import type { QuestionReader } from "./damage.ts";
import { encodeAnswer } from "./encode-answer.ts";

/** Plain data: it crosses threads. */
export interface RehearsalTask {
  /** Its largest segment first, then the newest of the others. */
  snapshot: Snapshot;
  /** Memory of `ControlWords`. */
  control: SharedArrayBuffer;
}

/** About a snapshot that has segments. Those in memory are merged soon, so they are not asked about one by one. */
export function rehearsalOf(snapshot: Snapshot, control: SharedArrayBuffer): RehearsalTask {
  const largest = snapshot.segments.reduce((most, other) => (other.rows > most.rows ? other : most));
  const others = snapshot.segments.filter((segment) => segment !== largest && segment.place === "file");
  return { snapshot: { ...snapshot, segments: [largest, ...others.slice(0, rehearsedSegments - 1)] }, control };
}

/**
 * Asks itself the usual kinds of questions about some events of the largest segment, which is mostly a merged one, so
 * that the thread's code is compiled before a person asks: the first answer takes some half of the time. Before, one
 * about each segment, as far as `rehearsedSegmentsMs` allow, so that its directory and its templates, if it has any,
 * are known. A question that cannot be asked with the values of these events is left out. Ends within milliseconds when
 * it is told to stop, and when memory is short. Throws DamagedSegmentError.
 */
export function rehearse(
  task: RehearsalTask,
  reader: QuestionReader,
  memory: ThreadMemory,
  monotonicMs = () => performance.now(),
): void {
  rowKernels();
  const rehearsal = new Rehearsal(task, reader, memory);
  const { segments } = task.snapshot;
  const [largest] = segments;
  if (rehearsal.isOver || largest === undefined) return;
  const found = rehearsal.ask(largest, rehearsedRows, { type: "Search" }) as Found | undefined;
  const events = found?.events.objects ?? [];
  if (events.length === 0) return;
  const phrase = phraseQuestion(events);
  const endMs = monotonicMs() + rehearsedSegmentsMs;
  for (const segment of segments) {
    if (rehearsal.isOver || monotonicMs() >= endMs) break;
    rehearsal.ask(segment, segment.rows, phrase);
  }
  for (const question of usualQuestions(events)) {
    if (rehearsal.isOver) return;
    rehearsal.ask(largest, rehearsedRows, question);
  }
}

interface Found {
  events: { objects: EventObject[] };
}

class Rehearsal {
  private readonly control: ControlWords;

  constructor(
    private readonly task: RehearsalTask,
    private readonly reader: QuestionReader,
    private readonly memory: ThreadMemory,
  ) {
    this.control = new ControlWords(task.control);
  }

  get isOver(): boolean {
    return this.control.isStopped || this.memory.watch?.isShort === true;
  }

  /** About the latest `rows` of the segment. Undefined if it cannot be asked; what was found if it was stopped. */
  ask(segment: SegmentHandle, rows: number, { type, page, ...asked }: UsualQuestion): unknown {
    const timeRange = lastOf(segment, rows);
    const snapshot = { ...this.task.snapshot, segments: [segment] };
    const settings = { baseTime: timeRange.ts_to, hosts: [], page: page ?? { offset: 0, size: 50 } };
    try {
      const context = { timezone: "UTC", now: timeRange.ts_to };
      const question = parseQuery({ type, params: { time_range: timeRange, ...asked } }, context);
      const encoded = { ...question, ...settings, snapshot, control: this.task.control };
      const answer = answerQuery(encoded, this.reader, this.memory);
      encodeAnswer(answer, { links: undefined });
      return answer.results;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return undefined;
    }
  }
}

/** The latest events of a segment, some `wanted` where they come evenly. */
function lastOf({ minTime, maxTime, rows }: SegmentHandle, wanted: number) {
  const share = Math.min(1, wanted / rows);
  return {
    ts_from: Math.floor((maxTime - (maxTime - minTime) * share) / 1e6),
    ts_to: Math.floor(maxTime / 1e6) + 1,
  };
}

interface UsualQuestion {
  type: string;
  page?: { offset: number; size: number };
  [parameter: string]: unknown;
}

/** Whose conditions some events match: with the fields and values of these. */
function* usualQuestions(events: readonly EventObject[]): Generator<UsualQuestion> {
  const { host, program } = fullest(events);
  const { texts, numbers } = tagsOf(events);
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
  yield { type: "TopN", field: text.name, filter: [ofProgram] };
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

function phraseQuestion(events: readonly EventObject[]): UsualQuestion {
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

/** The most frequent ones first, with one value each. */
function tagsOf(events: readonly EventObject[]): { texts: Tag[]; numbers: Tag[] } {
  const found = Map.groupBy(
    events.flatMap(({ user_tags }) => Object.entries(user_tags)),
    ([name]) => name,
  );
  const tags = [...found]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, [first]]) => ({ name, value: first![1] }));
  const isNumber = ({ value }: Tag) => /^\d+(\.\d+)?$/.test(value);
  return { texts: tags.filter((tag) => !isNumber(tag)), numbers: tags.filter(isNumber) };
}
