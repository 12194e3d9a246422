import { isDeepStrictEqual } from "node:util";
import { knownQuestionCharactersMax, knownQuestionsMax } from "../limits.ts";

/** What the reading of a body hangs on besides the body. */
export interface QuestionOptions {
  /** The service's, for questions that name none. */
  timezone: string;
  /** Epoch seconds. */
  now: number;
}

/**
 * What was read of bodies that were found to be right, so that who asks the same again need not have it checked again.
 * Of a range that moves with the clock it is looked at each time whether it can still be asked for. Any thread.
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
    if (text === undefined || text.length > knownQuestionCharactersMax) return;
    if (this.#entries.size >= knownQuestionsMax) this.#entries.delete(this.#entries.keys().next().value!);
    this.#entries.set(text, { body, timezone, question, fits });
  }
}

interface Entry<Question> {
  body: unknown;
  timezone: string;
  question: Question;
  fits(now: number): boolean;
}

/** Undefined of what is no JSON. */
function textOf(body: unknown): string | undefined {
  return typeof body === "object" ? JSON.stringify(body) : undefined;
}
