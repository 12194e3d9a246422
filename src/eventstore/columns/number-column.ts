import { freeArrays } from "../../runtime/free-arrays.ts";
import type { ListedRows, NumberColumn, StoredRun, TakeBytes } from "../segment.ts";
import { FewRows, type SingleRows } from "./few-rows.ts";

export type ScaledNumbers = Pick<NumberColumn, "values" | "scale">;

/** Numbers of some rows that can be read without those of the others. */
export interface SomeNumbers extends Pick<NumberColumn, "scale"> {
  /** Of the rows from `from` to before `to`. */
  read(from: number, to: number, take?: TakeBytes): NumberColumn["values"];
}

/** What is known of the rows of numbers without those of all. */
interface NumberRows {
  some?: SomeNumbers | undefined;
  /** Only with `some`. */
  single?: SingleRows<NumberColumn["values"]> | undefined;
  /** See `StoredRun`. Only with `some`. */
  runs?: ((from: number, to: number) => Iterable<StoredRun<NumberColumn["values"]>>) | undefined;
  /** Whether a row has a number. */
  has?: ((row: number) => boolean) | undefined;
  listed?: (() => ListedRows) | undefined;
}

/** Numbers whose rows are unpacked when first asked for: the counts of an entry may say enough. */
export class StoredNumbers implements NumberColumn {
  readonly encoding = "number";
  readonly min: number;
  readonly max: number;
  readonly uses: NumberColumn["uses"];
  readonly listed: NumberColumn["listed"];
  #numbers: ScaledNumbers | undefined;
  #present: Uint8Array | undefined;

  readonly #loadNumbers: () => ScaledNumbers;
  readonly #loadPresent: (() => Uint8Array) | undefined;
  readonly #some: SomeNumbers | undefined;
  readonly #runs: NumberRows["runs"];
  readonly #few: FewRows<NumberColumn["values"]> | undefined;
  readonly #hasRow: NumberRows["has"];

  constructor(
    loadNumbers: () => ScaledNumbers,
    loadPresent: (() => Uint8Array) | undefined,
    { min, max, uses }: Pick<NumberColumn, "min" | "max" | "uses">,
    { some, single, runs, has, listed }: NumberRows = {},
  ) {
    this.#few = single && new FewRows(single);
    this.#loadNumbers = loadNumbers;
    this.#loadPresent = loadPresent;
    this.#some = some;
    this.#runs = runs;
    this.#hasRow = has;
    this.listed = listed;
    this.min = min;
    this.max = max;
    this.uses = uses;
  }

  get values(): NumberColumn["values"] {
    this.#numbers ??= this.#loadNumbers();
    return this.#numbers.values;
  }

  someValues(from: number, to: number, take?: TakeBytes): NumberColumn["values"] {
    return this.#numbers === undefined && this.#some ? this.#some.read(from, to, take) : this.values.subarray(from, to);
  }

  storedRuns(from: number, to: number): Iterable<StoredRun<NumberColumn["values"]>> | undefined {
    return this.#numbers === undefined ? this.#runs?.(from, to) : undefined;
  }

  get scale(): NumberColumn["scale"] {
    if (this.#numbers === undefined && this.#some) return this.#some.scale;
    this.#numbers ??= this.#loadNumbers();
    return this.#numbers.scale;
  }

  get present(): Uint8Array | undefined {
    this.#present ??= this.#loadPresent?.();
    return this.#present;
  }

  /** Rows are unpacked anew when they are asked for again. */
  forgetRows(): void {
    this.#numbers = this.#present = undefined;
    this.#few?.forget();
  }

  /** Frees what was unpacked once a merge is done with it. Only for columns that are not cached. */
  free(): void {
    freeArrays([this.#numbers?.values, this.#present]);
  }

  /** An arrow function, since it is also used apart from its column. */
  readonly text = (row: number): string => (this.#has(row) ? String(this.#valueOf(row) / this.scale) : "");

  #valueOf(row: number): number {
    return this.#numbers?.values[row] ?? this.#few?.valueOf(row) ?? this.values[row]!;
  }

  #has(row: number): boolean {
    return this.#hasRow && !this.#present ? this.#hasRow(row) : this.present?.[row] !== 0;
  }
}
