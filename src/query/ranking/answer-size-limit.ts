import { AppError } from "../../lib/errors.ts";
import { pageBytesMax } from "../limits.ts";
import type { NamedCount } from "./rank.ts";

/**
 * Counts the entries of a ranking while it is assembled: each bound of a question is small, but steps times values, or
 * values times subfields, can make an answer of gigabytes. Throws AppError `too_large` when its text would not fit.
 */
export class AnswerSizeLimit {
  #left = pageBytesMax;

  take<Value extends NamedCount>(values: Value[]): Value[] {
    for (const { name } of values) this.#left -= name.length + charactersAround;
    if (this.#left < 0) throw tooLarge();
    return values;
  }
}

/** `{"name":"","count":123},` */
const charactersAround = 24;

function tooLarge(): AppError {
  const sizeMb = pageBytesMax / 1024 / 1024;
  return new AppError(
    "too_large",
    `The answer is more than ${sizeMb} MB of text. Ask for fewer values or subfields, longer steps or a shorter time range.`,
  );
}
