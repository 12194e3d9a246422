import { type ColumnEntry, FormatError, type PartSource } from "../../format/segment-format.ts";
import type { Column, StoredRun, TakeBytes } from "../../segment.ts";
import type { SingleRows } from "../few-rows.ts";
import { sameKind, type Words } from "../row-arrays.ts";
import { type RowMemory, told } from "../row-memory.ts";
import { takeScratch } from "../scratch-memory.ts";
import { type LoadWords, type StoredWords, spreadColumn } from "../sparse/sparse-column.ts";
import type { BlockCache } from "../stored-text-column.ts";
import type { TemplatesHaving } from "./hole-counts.ts";
import { countRowsHaving, placeOf, placesToRows, type SliceOrder } from "./slice-order.ts";

/** The rows of a view, which is a segment or one slice of it, in the order of their templates. */
export interface RowsByTemplate {
  readonly rows: number;
  /** In each slice but the last. */
  readonly sliceRows: number;
  /** `slice` counts within the view. */
  order(slice: number): SliceOrder;
  /** The id of a row's template. */
  templateOf(row: number): number;
  /** The templates that have the hole. */
  having(): TemplatesHaving;
}

/** Which rows of a segment a view has. */
export interface ViewedRows {
  readonly allRows: number;
  /** The slice that it begins with. */
  readonly slice: number;
}

/**
 * The column of a hole that stores the values of the rows that have it, slice by slice in the order of their templates
 * (slice-order.ts), as one of all rows.
 */
export function decodeGrouped(
  source: PartSource,
  entry: ColumnEntry,
  { rows, viewed }: { rows: RowsByTemplate; viewed: ViewedRows },
  blocks: Pick<BlockCache, "texts" | "filterPart">,
  memory: RowMemory,
): Column {
  const { count } = entry;
  // Rows of a slice are counted in 16 bits, and a view that is not all of a segment is one of its slices.
  const isSlice = rows.rows < viewed.allRows;
  if (!(rows.sliceRows >= 1 && rows.sliceRows <= 65_536) || (isSlice && rows.rows > rows.sliceRows))
    throw new FormatError(`A column cannot stand by templates in slices of ${rows.sliceRows} rows.`);
  const grouped = new GroupedWords(source, count, rows, viewed);
  return spreadColumn(source, entry, blocks, {
    spread: (load) =>
      told(isSlice ? grouped.some(load, 0, rows.rows, memory.take) : grouped.all(load, memory.take), memory),
    ...(isSlice && { single: (load) => grouped.single(load, memory) }),
    ...(source.slice && {
      some: (load) => ({
        spread: (from, to, take) => grouped.some(load, from, to, take),
        runs: (from, to) => grouped.runs(load, from, to),
      }),
    }),
    has(row) {
      const { counts, index } = rows.having();
      return counts[rows.templateOf(row)]! > index;
    },
    isEverywhere: count === viewed.allRows,
  });
}

class GroupedWords {
  readonly #source: PartSource;
  readonly #count: number;
  readonly #rows: RowsByTemplate;
  readonly #viewed: ViewedRows;

  /** `count`: rows of the segment that have the hole. */
  constructor(source: PartSource, count: number, rows: RowsByTemplate, viewed: ViewedRows) {
    this.#source = source;
    this.#count = count;
    this.#rows = rows;
    this.#viewed = viewed;
  }

  /** Those of all rows of the segment, 0 where there is none. */
  all<T extends Words>(load: LoadWords<T>, take: TakeBytes): T {
    const { rows, sliceRows } = this.#rows;
    const count = this.#count;
    const words = load({ count, words: (part, see) => see(this.#source.part(part, takeScratch), count) });
    const all = sameKind(words, rows, take);
    let used = 0;
    for (let slice = 0; slice * sliceRows < rows; slice++)
      used += this.#spread(words, used, slice, all, slice * sliceRows);
    if (used !== words.length) throw wrongCount(used, words.length);
    return all;
  }

  /** Those of the rows from `from` to before `to`. Only of files, which have slices. */
  some<T extends Words>(load: LoadWords<T>, from: number, to: number, take?: TakeBytes): T {
    const { rows, sliceRows } = this.#rows;
    const some = sameKind(load(noWords), to - from, take);
    for (let slice = Math.floor(from / sliceRows); slice * sliceRows < to; slice++) {
      const first = slice * sliceRows;
      const end = Math.min(rows, first + sliceRows);
      const words = load(this.#ofSlice(slice));
      const isWhole = from <= first && end <= to;
      const into = isWhole ? some : sameKind(words, end - first);
      this.#spread(words, 0, slice, into, isWhole ? first - from : 0);
      if (!isWhole) {
        const begin = Math.max(from, first);
        some.set(into.subarray(begin - first, Math.min(to, end) - first), begin - from);
      }
    }
    return some;
  }

  /** A run for each slice. Only of files. */
  *runs<T extends Words>(load: LoadWords<T>, from: number, to: number): Generator<StoredRun<T>> {
    const { sliceRows } = this.#rows;
    let used = 0;
    for (let slice = Math.floor(from / sliceRows); slice * sliceRows < to; slice++) {
      const order = this.#rows.order(slice);
      const having = this.#rows.having();
      const values = load(this.#ofSlice(slice));
      used += values.length;
      yield {
        values,
        placesToRows: (places, count) => placesToRows(order, having, slice * sliceRows, places, count),
      };
    }
    const areAll = from === 0 && to === this.#viewed.allRows;
    if (areAll && used !== this.#count) throw wrongCount(used, this.#count);
  }

  /** Of the only slice that the view has. */
  single<T extends Words>(load: LoadWords<T>, memory: RowMemory): SingleRows<T> {
    const { templateOf } = this.#rows;
    return {
      // It may lie in memory that the next part is read into.
      load: () => told(load(this.#ofSlice(0)).slice() as T, memory),
      of: (stored, row) => stored[placeOf(row, templateOf(row), this.#rows.order(0), this.#rows.having())]!,
    };
  }

  #ofSlice(slice: number): StoredWords {
    const count = countRowsHaving(this.#rows.order(slice), this.#rows.having());
    const stored = this.#viewed.slice + slice;
    return { count, words: (part, see) => see(this.#source.slice!(part, stored, takeScratch), count) };
  }

  /** Gives how many words it took. `into`: zeros. */
  #spread<T extends Words>(words: T, at: number, slice: number, into: T, first: number): number {
    const { templates, ends, rows } = this.#rows.order(slice);
    const { counts, index } = this.#rows.having();
    const move = moverOf(words);
    let used = at;
    for (let i = 0, from = 0; i < templates.length; i++) {
      const end = ends[i]!;
      if (counts[templates[i]!]! > index) {
        if (used + end - from > words.length) throw wrongCount(used + end - from, words.length);
        move(words, used, { rows, from, end }, into, first);
        used += end - from;
      }
      from = end;
    }
    return used - at;
  }
}

/** Tells of which kind words are. */
const noWords: StoredWords = { count: 0, words: (_part, see) => see(new Uint8Array(0), 0) };

/** Some rows of a slice, in the order of templates. */
interface Run {
  readonly rows: Uint16Array;
  readonly from: number;
  readonly end: number;
}

/** Moves the words from `at` on to the rows of a run. */
type Move<T extends Words> = (words: T, at: number, run: Run, into: T, first: number) => void;

/** Each kind of array has a loop of its own, since one that meets several kinds takes ten times as long. */
function moverOf<T extends Words>(words: T): Move<T> {
  const move =
    words instanceof Uint8Array
      ? moveBytes
      : words instanceof Uint16Array
        ? moveHalves
        : words instanceof Uint32Array
          ? moveWords
          : moveNumbers;
  return move as unknown as Move<T>;
}

function moveBytes(words: Uint8Array, at: number, { rows, from, end }: Run, into: Uint8Array, first: number): void {
  for (let i = from, next = at; i < end; i++) into[first + rows[i]!] = words[next++]!;
}

function moveHalves(words: Uint16Array, at: number, { rows, from, end }: Run, into: Uint16Array, first: number): void {
  for (let i = from, next = at; i < end; i++) into[first + rows[i]!] = words[next++]!;
}

function moveWords(words: Uint32Array, at: number, { rows, from, end }: Run, into: Uint32Array, first: number): void {
  for (let i = from, next = at; i < end; i++) into[first + rows[i]!] = words[next++]!;
}

function moveNumbers(words: Float64Array, at: number, { rows, from, end }: Run, into: Float64Array, first: number) {
  for (let i = from, next = at; i < end; i++) into[first + rows[i]!] = words[next++]!;
}

function wrongCount(wanted: number, found: number): FormatError {
  return new FormatError(`The templates have ${wanted} holes of which ${found} are filled.`);
}
