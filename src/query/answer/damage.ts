import { DamagedSegmentError, faultOf } from "../../eventstore/errors.ts";
import { examineSegment } from "../../eventstore/merge/examine-segment.ts";
import type { SegmentReader } from "../../eventstore/read/segment-reader.ts";
import type { Damage, SegmentHandle } from "../../eventstore/snapshot.ts";
import { examineMs } from "../limits.ts";

/** Instead of an answer: something is damaged and has to be set aside, then the question asked again. */
export interface DamageFound {
  damaged: Damage;
}

/** The parts of the thread's reader that a question needs. */
export type QuestionReader = Pick<SegmentReader, "open" | "cache">;

/** The parts that finding damage needs, too. */
export type ExaminingReader = QuestionReader & Pick<SegmentReader, "examine">;

/**
 * Answers with a reader that keeps account of the segments opened. After an unforeseen failure these are examined,
 * since one of them may have been written wrongly. If none was, the failure is thrown. Errors lose their members on the
 * way between threads, so damage is an answer.
 */
export function answerOrDamage<Answer>(
  reader: ExaminingReader,
  answer: (reader: QuestionReader) => Answer,
): Answer | DamageFound {
  const watched = new WatchedReader(reader);
  try {
    return answer(watched);
  } catch (error) {
    return damageBehind(error, watched);
  }
}

/** Async variant of `answerOrDamage`. */
export async function awaitAnswerOrDamage<Answer>(
  reader: ExaminingReader,
  answer: (reader: QuestionReader) => Promise<Answer>,
): Promise<Answer | DamageFound> {
  const watched = new WatchedReader(reader);
  try {
    return await answer(watched);
  } catch (error) {
    return damageBehind(error, watched);
  }
}

function damageBehind(error: unknown, watched: WatchedReader): DamageFound {
  if (error instanceof DamagedSegmentError) return { damaged: error.damage };
  const damaged = isForeseen(error) || faultOf(error) !== "content" ? undefined : watched.findDamage();
  if (damaged === undefined) throw error;
  return { damaged };
}

/** Compared by name: an error may come from another thread entry's copy of the class. */
function isForeseen(error: unknown): boolean {
  return error instanceof Error && ["AppError", "StopRequested", "BudgetSpent"].includes(error.name);
}

class WatchedReader implements QuestionReader {
  /** By location, in the order in which they were last opened. */
  readonly #opened = new Map<string, { handle: SegmentHandle; eventsFolder: string }>();

  readonly #reader: ExaminingReader;

  constructor(reader: ExaminingReader) {
    this.#reader = reader;
  }

  open(handle: SegmentHandle, eventsFolder: string) {
    const name = handle.place === "memory" ? `${handle.minId}` : `${handle.day} ${handle.segmentId}`;
    this.#opened.delete(name);
    this.#opened.set(name, { handle, eventsFolder });
    return this.#reader.open(handle, eventsFolder);
  }

  cache(handle: SegmentHandle, eventsFolder: string) {
    return this.#reader.cache(handle, eventsFolder);
  }

  /** The last that were opened first, as long as there is time. */
  findDamage(): Damage | undefined {
    const end = performance.now() + examineMs;
    for (const { handle, eventsFolder } of [...this.#opened.values()].reverse()) {
      if (performance.now() >= end) return undefined;
      try {
        this.#reader.examine(handle, eventsFolder, examineSegment);
      } catch (error) {
        if (error instanceof DamagedSegmentError) return error.damage;
      }
    }
    return undefined;
  }
}
