/**
 * A text does not follow a language. The message says the column, counted from 1 in UTF-16 units, and what was
 * expected.
 */
export class LanguageError extends Error {
  override readonly name = "LanguageError";

  constructor(
    readonly column: number,
    readonly expected: string,
  ) {
    super(`Column ${column}: ${expected}.`);
  }
}
