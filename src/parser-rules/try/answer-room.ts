import { testCharactersMax, unmatchedStepsMax } from "../limits.ts";
import type { RuleStep } from "./trace-rules.ts";

/** Keeps what a trial tells within bounds: hundreds of rules on as many samples could say hundreds of megabytes. */
export class AnswerRoom {
  #unmatched = unmatchedStepsMax;
  #characters = testCharactersMax;

  get isFull(): boolean {
    return this.#characters <= 0;
  }

  /** False: the step is to be left out. */
  hasRoomFor({ outcome, file, rule, error, changes }: RuleStep): boolean {
    if (outcome === "unmatched") return --this.#unmatched >= 0;
    if (this.isFull) return false;
    let length = file.length + rule.length + error.length;
    for (const { field, before, after } of changes) length += field.length + before.length + after.length;
    this.take(length);
    return true;
  }

  take(characters: number): void {
    this.#characters -= characters + keysLength;
  }
}

/** About as many characters of JSON stand around the texts of a step or an event. */
const keysLength = 150;
