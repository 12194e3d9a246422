import { writeFound } from "../../engine/answer-envelope.ts";
import type { QueryEngine } from "../../engine/evaluation.ts";
import { StoredQuery } from "../../engine/stored-query.ts";
import type { Principal } from "../../http/access/principal.ts";
import { AppError } from "../../lib/errors.ts";
import type { CheckedQuestion } from "../../query/parse/parse-query.ts";
import { answerMsMax, linkQuestionsMax, questionsPerLinkMax } from "./limits.ts";

interface Asked {
  linkId: number;
  answer: Promise<Uint8Array<ArrayBuffer>>;
}

/** Answers for viewers of links; concurrent viewers of the same widget share the work. */
export class SharedAnswers {
  readonly #asked = new Map<string, Asked>();
  readonly #engine: QueryEngine;

  constructor(engine: QueryEngine) {
    this.#engine = engine;
  }

  /** JSON text of the results. Throws `too_many`, and `unavailable` when it takes too long. */
  ask(linkId: number, question: CheckedQuestion, maker: Principal): Promise<Uint8Array<ArrayBuffer>> {
    const { isSuperuser, permissions, hosts } = maker;
    const key = JSON.stringify([linkId, question.type, question.params, isSuperuser, permissions, hosts]);
    const known = this.#asked.get(key);
    if (known !== undefined) return known.answer;
    this.#requireRoom(linkId);
    const answer = this.#answer(question, maker).finally(() => this.#asked.delete(key));
    this.#asked.set(key, { linkId, answer });
    return answer;
  }

  #requireRoom(linkId: number): void {
    const ofLink = [...this.#asked.values()].filter((asked) => asked.linkId === linkId).length;
    if (ofLink < questionsPerLinkMax && this.#asked.size < linkQuestionsMax) return;
    throw new AppError("too_many", "Too many questions through links at the moment. Try again shortly.", soon);
  }

  async #answer(question: CheckedQuestion, { userId, hosts }: Principal): Promise<Uint8Array<ArrayBuffer>> {
    const definition = { ...question, ownerId: userId, qid: "", isWatched: true };
    const query = new StoredQuery(definition, hosts, this.#engine);
    const { promise: tooLate, resolve } = Promise.withResolvers<"too late">();
    const alarm = setTimeout(() => resolve("too late"), answerMsMax);
    try {
      const { run } = query.view;
      if ((await Promise.race([run.settled, tooLate])) === "too late")
        throw new AppError("unavailable", `It was not answered within ${answerMsMax / 1000} seconds.`, soon);
      return writeFound(query.view);
    } finally {
      clearTimeout(alarm);
      query.close();
    }
  }
}

const soon = { headers: { "Retry-After": "2" } };
