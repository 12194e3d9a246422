import { isDeepStrictEqual } from "node:util";
import { cachedQuestionCharactersMax, cachedQuestionsMax } from "../limits.ts";

/** The values besides the body that reading it depends on. */
export interface QuestionOptions {
  /** The service's, for questions that name none. */
  timezone: string;
  /** Epoch seconds. */
  now: number;
}

/**
 * Bodies that were found valid, and what was read from them, so that asking the same again skips the check. A range
 * that moves with the clock is checked each time. Any thread.
 */
export class QuestionCache<Question> {
  /** By the JSON text of the body; the longest unused first. */
  readonly #entries = new Map<string, Entry<Question>>();

  find(body: unknown, { timezone, now }: QuestionOptions): Question | undefined {
    const text = textOf(body);
    const entry = text === undefined ? undefined : this.#entries.get(text);
    // Different bodies can have one text: it has no infinite numbers.
    if (entry?.timezone !== timezone || !entry.fits(now) || !isDeepStrictEqual(entry.body, body)) return undefined;
    this.#entries.delete(text!);
    this.#entries.set(text!, entry);
    return entry.question;
  }

  /**
   * Neither body nor question may be changed afterwards. `fits` tells whether it can be asked at that time, epoch
   * seconds.
   */
  keep(body: unknown, { timezone }: QuestionOptions, question: Question, fits: (now: number) => boolean): void {
    const text = textOf(body);
    if (text === undefined || text.length > cachedQuestionCharactersMax) return;
    if (this.#entries.size >= cachedQuestionsMax) this.#entries.delete(this.#entries.keys().next().value!);
    this.#entries.set(text, { body, timezone, question, fits });
  }
}

interface Entry<Question> {
  body: unknown;
  timezone: string;
  question: Question;
  fits(now: number): boolean;
}

/** Undefined for values that are no JSON. */
function textOf(body: unknown): string | undefined {
  return typeof body === "object" ? JSON.stringify(body) : undefined;
}
