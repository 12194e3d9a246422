import { freeArrays } from "../../runtime/free-arrays.ts";
import type { NumberColumn } from "../segment.ts";

export type ScaledNumbers = Pick<NumberColumn, "values" | "scale">;

/** Numbers whose rows are unpacked when first asked for: the counts of an entry may say enough. */
export class StoredNumbers implements NumberColumn {
  readonly encoding = "number";
  readonly min: number;
  readonly max: number;
  readonly uses: NumberColumn["uses"];
  #numbers: ScaledNumbers | undefined;
  #present: Uint8Array | undefined;

  readonly #loadNumbers: () => ScaledNumbers;
  readonly #loadPresent: (() => Uint8Array) | undefined;

  constructor(
    loadNumbers: () => ScaledNumbers,
    loadPresent: (() => Uint8Array) | undefined,
    { min, max, uses }: Pick<NumberColumn, "min" | "max" | "uses">,
  ) {
    this.#loadNumbers = loadNumbers;
    this.#loadPresent = loadPresent;
    this.min = min;
    this.max = max;
    this.uses = uses;
  }

  get values(): NumberColumn["values"] {
    this.#numbers ??= this.#loadNumbers();
    return this.#numbers.values;
  }

  get scale(): NumberColumn["scale"] {
    this.#numbers ??= this.#loadNumbers();
    return this.#numbers.scale;
  }

  get present(): Uint8Array | undefined {
    this.#present ??= this.#loadPresent?.();
    return this.#present;
  }

  /** Frees what was unpacked once a merge is done with it. Only for columns that are not cached. */
  free(): void {
    freeArrays([this.#numbers?.values, this.#present]);
  }

  /** An arrow function, since it is also used apart from its column. */
  readonly text = (row: number): string => (this.present?.[row] === 0 ? "" : String(this.values[row]! / this.scale));
}
