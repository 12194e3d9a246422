import { AppError } from "../lib/errors.ts";
import { distinctValuesMax } from "./limits.ts";

/** The distinct values of one field that a question met, numbered in the order of meeting. */
export class ValueTable {
  readonly names: string[] = [];
  readonly #ids = new Map<string, number>();

  constructor(private readonly field: string) {}

  get size(): number {
    return this.names.length;
  }

  /** The number of a value, a new one when need be. Throws AppError when there are too many. */
  idOf(name: string): number {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = this.names.length;
    if (id >= distinctValuesMax)
      throw new AppError(
        "too_large",
        `The field "${this.field}" has more than ${distinctValuesMax} different values here. Ask for a shorter time range or a narrower filter.`,
      );
    this.names.push(name);
    this.#ids.set(name, id);
    return id;
  }
}
