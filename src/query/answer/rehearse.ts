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
import { type EncodedTask, encodeAnswer } from "./encode-answer.ts";
import { phraseQuestion, type UsualQuestion, usualQuestions } from "./usual-questions.ts";

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
 * Makes a thread ready for questions: loads its code, and asks one about each segment, as far as `rehearsedSegmentsMs`
 * allow, so that its directory and its templates, if it has any, are known. Gives questions of the usual kinds about
 * events of the largest segment, which is mostly a merged one; none when it was told to stop, or memory is short. Ends
 * within milliseconds then. Throws DamagedSegmentError, and AppError when a question is too much.
 */
export function rehearse(
  task: RehearsalTask,
  reader: QuestionReader,
  memory: ThreadMemory,
  monotonicMs = () => performance.now(),
): UsualQuestion[] {
  rowKernels();
  const { snapshot, control } = task;
  const words = new ControlWords(control);
  const isOver = () => words.isStopped || memory.watch?.isShort === true;
  const ask = (segment: SegmentHandle, asked: UsualQuestion) => {
    const question = isOver() ? undefined : usualTask(asked, { ...snapshot, segments: [segment] }, control);
    const answer = question && answerQuery(question, reader, memory);
    if (answer) encodeAnswer(answer, { links: undefined });
    return answer?.results;
  };
  const [largest] = snapshot.segments;
  if (largest === undefined) return [];
  const found = ask(largest, { type: "Search", count: false }) as Found | undefined;
  const events = found?.events.objects ?? [];
  if (events.length === 0) return [];
  const phrase = phraseQuestion(events);
  const endMs = monotonicMs() + rehearsedSegmentsMs;
  for (const segment of snapshot.segments) {
    if (isOver() || monotonicMs() >= endMs) break;
    ask(segment, phrase);
  }
  return isOver() ? [] : [...usualQuestions(events)];
}

interface Found {
  events: { objects: EventObject[] };
}

/**
 * The question about all events of a snapshot, which has segments. Undefined where it cannot be asked with the values
 * that it has.
 */
export function usualTask(
  { type, page = { offset: 0, size: 50 }, ...asked }: UsualQuestion,
  snapshot: Snapshot,
  control: SharedArrayBuffer,
): EncodedTask | undefined {
  const ts_from = Math.floor(Math.min(...snapshot.segments.map(({ minTime }) => minTime)) / 1e6);
  const ts_to = Math.floor(Math.max(...snapshot.segments.map(({ maxTime }) => maxTime)) / 1e6) + 1;
  try {
    const params = { time_range: { ts_from, ts_to }, ...asked };
    const question = parseQuery({ type, params }, { timezone: "UTC", now: ts_to });
    return { ...question, baseTime: ts_to, hosts: [], page, snapshot, control, links: undefined };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

/** The segments of a rehearsal that usual questions are asked about: the largest, and others up to `rehearsedRows`. */
export function askedSegments({ snapshot }: RehearsalTask): SegmentHandle[] {
  let rows = 0;
  return snapshot.segments.filter((segment, index) => {
    rows += segment.rows;
    return index < 2 || rows <= rehearsedRows;
  });
}
