import { freeArrays } from "../../runtime/free-arrays.ts";
import { textEnd } from "../format/write-text.ts";
import type { DictionaryColumn, ListedRows, PackedTexts, StoredRun, TakeBytes, ValueUses } from "../segment.ts";
import { arraysOf, DelimitedTexts, type DictionaryValues, isAscii } from "./dictionary-values.ts";
import { FewRows, type SingleRows } from "./few-rows.ts";
import { type RowMemory, told } from "./row-memory.ts";

/** What is known of the rows of a dictionary without the ids of all. */
interface DictionaryRows {
  uses?: (() => ValueUses) | undefined;
  /** The rows of each value, given how many these are. */
  listed?: ((counts: ArrayLike<number>) => ListedRows) | undefined;
  /** Whether a row has a value. */
  has?: ((row: number) => boolean) | undefined;
  single?: SingleRows<DictionaryColumn["ids"]> | undefined;
  /** The ids of the rows from `from` to before `to`. */
  some?: ((from: number, to: number, take?: TakeBytes) => DictionaryColumn["ids"]) | undefined;
  /** Of the same rows, see `StoredRun`. */
  runs?: ((from: number, to: number) => Iterable<StoredRun<DictionaryColumn["ids"]>>) | undefined;
}

/**
 * A dictionary over the bytes of its values, as the writer laid them out: strings are only made when they are asked
 * for.
 */
export class StoredDictionary implements DictionaryColumn {
  readonly encoding = "dictionary";
  readonly valueCount: number;
  readonly listed: (() => ListedRows) | undefined;
  #texts: PackedTexts | undefined;
  #buffer: Buffer | undefined;
  /** Values, and those of them that were read without all others. */
  #asked = 0;
  #askedAlone = 0;
  /** Only of few values; many strings would cost more than what asks for them. */
  #few: readonly string[] | undefined;

  #ids: DictionaryColumn["ids"] | undefined;
  #uses: ValueUses | undefined;

  readonly #loadIds: () => DictionaryColumn["ids"];
  readonly #dictionary: DictionaryValues;
  readonly #loadUses: (() => ValueUses) | undefined;
  readonly #has: ((row: number) => boolean) | undefined;
  readonly #some: DictionaryRows["some"];
  readonly #runs: DictionaryRows["runs"];
  readonly #fewRows: FewRows<DictionaryColumn["ids"]> | undefined;

  constructor(
    loadIds: () => DictionaryColumn["ids"],
    dictionary: DictionaryValues,
    { uses, listed, has, some, single, runs }: DictionaryRows = {},
  ) {
    this.#loadIds = loadIds;
    this.#dictionary = dictionary;
    this.#loadUses = uses;
    this.listed = listed && (() => listed(this.uses()!.rows));
    this.#has = has;
    this.#some = some;
    this.#runs = runs;
    this.#fewRows = single && new FewRows(single);
    this.valueCount = dictionary.size + 1;
  }

  get texts(): PackedTexts {
    this.#texts ??= this.#dictionary.all();
    return this.#texts;
  }

  get ids(): DictionaryColumn["ids"] {
    this.#ids ??= this.#loadIds();
    return this.#ids;
  }

  someIds(from: number, to: number, take?: TakeBytes): DictionaryColumn["ids"] {
    return this.#ids === undefined && this.#some ? this.#some(from, to, take) : this.ids.subarray(from, to);
  }

  storedRuns(from: number, to: number): Iterable<StoredRun<DictionaryColumn["ids"]>> | undefined {
    return this.#ids === undefined ? this.#runs?.(from, to) : undefined;
  }

  uses(): ValueUses | undefined {
    this.#uses ??= this.#loadUses?.();
    return this.#uses;
  }

  mayHold(wordHashes: ArrayLike<number>): boolean {
    return wordHashes.length === 0 || (this.#dictionary.mayHold?.(wordHashes) ?? true);
  }

  get values(): readonly string[] {
    if (this.valueCount > fewValues) return this.#decode();
    this.#few ??= this.#decode();
    return this.#few;
  }

  value(id: number): string {
    const isKnown = this.#few !== undefined || (this.valueCount <= fewValues && this.#asked++ >= aloneMax);
    return isKnown ? this.values[id]! : this.#decodeOne(id);
  }

  text(row: number): string {
    return this.#ids === undefined && this.#has?.(row) === false ? "" : this.value(this.#idOf(row));
  }

  #idOf(row: number): number {
    return this.#ids?.[row] ?? this.#fewRows?.valueOf(row) ?? this.ids[row]!;
  }

  /** Rows are unpacked anew when they are asked for again. */
  forgetRows(): void {
    this.#ids = undefined;
    this.#fewRows?.forget();
  }

  /** Frees what was unpacked once a merge is done with it. Only for columns that are not cached. */
  free(): void {
    freeArrays([this.#ids, ...(this.#texts ? arraysOf(this.#texts) : [])]);
    this.#ids = this.#texts = this.#buffer = undefined;
  }

  #decode(): readonly string[] {
    const { bytes } = this.texts;
    const length = bytes.length - 1;
    if (length > 0 && isAscii(bytes)) {
      const all = Buffer.from(bytes.buffer, bytes.byteOffset, length).toString("latin1");
      return ["", ...all.split("\u00ff")];
    }
    return Array.from({ length: this.valueCount }, (_, id) => this.#decodeOne(id));
  }

  #decodeOne(id: number): string {
    if (id === 0) return "";
    const { one } = this.#dictionary;
    if (one && !this.#texts && this.#askedAlone++ < aloneMax) return one(id);
    const { bytes, offsets } = this.texts;
    this.#buffer ??= Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return this.#buffer.toString("utf8", offsets[id - 1]!, offsets[id]! - 1);
  }
}

const fewValues = 1_024;
/** Values that are read without all others: a page shows a few, a filter asks for each. */
const aloneMax = 256;

/** Each row has the same text. */
export function constantColumn(value: string, rows: number, memory: RowMemory): StoredDictionary {
  if (value === "") return new StoredDictionary(() => told(memory.take(rows).fill(0), memory), constantValues(""));
  return new StoredDictionary(() => told(memory.take(rows).fill(1), memory), constantValues(value), {
    uses: () => ({ rows: Uint32Array.of(0, rows), rowsOf: () => undefined }),
  });
}

/** One value; none when it is "". */
export function constantValues(value: string): DictionaryValues {
  const size = value === "" ? 0 : 1;
  const texts = new DelimitedTexts(size === 0 ? new Uint8Array(0) : endedText(value), size);
  return { size, all: () => texts };
}

function endedText(value: string): Uint8Array {
  return Buffer.concat([Buffer.from(value), Buffer.of(textEnd)]);
}
