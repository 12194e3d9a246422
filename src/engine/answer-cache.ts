import type { FileSegment, SegmentHandle, Snapshot } from "../eventstore/snapshot.ts";
import type { DamageFound } from "../query/answer/damage.ts";
import type { EncodedAnswer } from "../query/answer/encode-answer.ts";
import type { QueryTask } from "../query/execution/task.ts";
import { spanOf } from "../query/parse/parse-query.ts";
import type { CommonParams } from "../query/query-kind.ts";
import { resolveTimeRange } from "../query/time/time-range.ts";
import { answerCacheBytesMax, cachedAnswerBytesMax } from "./limits.ts";

/** The parts of a request, besides the question, that determine an answer. */
export interface AnswerForm {
  actionsHint: boolean;
  addTriggerData: boolean;
}

/**
 * Gives answers again without a thread: to the same question about the same range, whoever asks, over the very same
 * segments, repeats and missing days. Every caller brings a current snapshot, which is compared with that of the cached
 * answer. So a commit, a seal, a merge, a late repeat or a removed day inside the range leads to a new answer; changes
 * outside do not. Main thread.
 */
export class AnswerCache {
  /** Longest unused first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  readonly #maxBytes: number;

  constructor(maxBytes = answerCacheBytesMax) {
    this.#maxBytes = maxBytes;
  }

  /** The cached answer, or what `evaluate` finds. Stopped answers and damage are not cached. */
  async answer(
    task: QueryTask,
    form: AnswerForm,
    evaluate: () => Promise<EncodedAnswer | DamageFound>,
  ): Promise<EncodedAnswer | DamageFound> {
    const key = keyOf(task, form);
    const known = this.#take(key);
    if (known !== undefined && isOf(known, task.snapshot)) {
      this.#put(key, known);
      return known.answer;
    }
    const answer = await evaluate();
    if (!("damaged" in answer || answer.stopped || task.snapshot.later)) this.#keep(key, task.snapshot, answer);
    return answer;
  }

  #keep(key: string, { segments, warnings }: Snapshot, answer: EncodedAnswer): void {
    const sizeBytes = answer.results.byteLength + 2 * key.length + segments.length * segmentBytes;
    this.#take(key);
    if (sizeBytes > cachedAnswerBytesMax) return;
    this.#put(key, { answer, sizeBytes, segments: segments.map(identityOf), warnings: JSON.stringify(warnings) });
    for (const [oldest] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#take(oldest);
    }
  }

  #take(key: string): Entry | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#bytes -= entry.sizeBytes;
    return entry;
  }

  #put(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    this.#bytes += entry.sizeBytes;
  }
}

interface Entry {
  answer: EncodedAnswer;
  sizeBytes: number;
  segments: readonly SegmentIdentity[];
  /** JSON text. */
  warnings: string;
}

/**
 * Identifies a segment and the repeats beside it. Events are never removed from a segment, ids are never reused, and
 * repeats are only added: equal ends, rows and occurrences mean the same events.
 */
type SegmentIdentity = Pick<
  SegmentHandle,
  "place" | "rows" | "minId" | "maxId" | "minTime" | "maxTime" | "occurrences"
> &
  Pick<FileSegment, "day" | "segmentId"> & { repeats: number };

/** Approximate memory of an identity. */
const segmentBytes = 120;

function identityOf(handle: SegmentHandle): SegmentIdentity {
  const { place, rows, minId, maxId, minTime, maxTime, occurrences } = handle;
  const { day, segmentId } = handle.place === "file" ? handle : { day: "", segmentId: 0 };
  const repeats = handle.repeats?.ids.length ?? 0;
  return { place, rows, minId, maxId, minTime, maxTime, occurrences, day, segmentId, repeats };
}

function isOf(entry: Entry, { segments, warnings, later }: Snapshot): boolean {
  if (later !== undefined || segments.length !== entry.segments.length) return false;
  return (
    entry.segments.every((identity, index) => isSame(identity, identityOf(segments[index]!))) &&
    entry.warnings === JSON.stringify(warnings)
  );
}

function isSame(a: SegmentIdentity, b: SegmentIdentity): boolean {
  return (
    a.maxId === b.maxId &&
    a.minId === b.minId &&
    a.rows === b.rows &&
    a.occurrences === b.occurrences &&
    a.repeats === b.repeats &&
    a.minTime === b.minTime &&
    a.maxTime === b.maxTime &&
    a.place === b.place &&
    a.segmentId === b.segmentId &&
    a.day === b.day
  );
}

/** The base time counts only as far as it moves the range. */
function keyOf(
  { type, params, baseTime, hosts, page }: QueryTask,
  { actionsHint, addTriggerData }: AnswerForm,
): string {
  const { from, to } = resolveTimeRange((params as unknown as CommonParams).time_range, baseTime);
  // A base range moves with the clock, too.
  const span = spanOf(type, params, baseTime);
  return JSON.stringify([
    type,
    params,
    from,
    to,
    span.from,
    span.to,
    hosts,
    page?.offset,
    page?.size,
    actionsHint,
    addTriggerData,
  ]);
}
