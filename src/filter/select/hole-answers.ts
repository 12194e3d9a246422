import { windowRows } from "../../eventstore/columns/templates/column-window.ts";
import { hashWord } from "../../eventstore/format/word-hash.ts";
import type {
  Column,
  DictionaryColumn,
  NumberColumn,
  QuadSlices,
  RowWindow,
  TemplateTexts,
  TextColumn,
} from "../../eventstore/segment.ts";
import { type Hole, type HoleKind, wholeNumberOf } from "../../eventstore/template.ts";
import { quadOfWay } from "../condition/quad-of-way.ts";
import { ScanHits } from "../condition/scan-hits.ts";
import type { HoleTest, TextTest } from "../condition/template-verdict.ts";
import { RowBits, RowSet } from "../rows/row-set.ts";
import { Selection } from "../rows/selection.ts";
import { Digits, digitVerdicts, hasDigits, leastWith, smallNumbers } from "./number-digits.ts";
import { type FindPlaces, placesWhere, placesWith, rowsWhere } from "./rows-where.ts";
import { scannedVerdicts, selectColumn } from "./select-column.ts";
import { bufferOf, selectTexts, textHolds } from "./select-texts.ts";

/** What is known of the rows whose hole meets a test. */
export interface HoleAnswer {
  /** May name rows that were not chosen. Empty: no row meets it; undefined: rows are tested one by one. */
  readonly rows: RowSet | undefined;
  /**
   * Keeps those of the first `count` of these rising rows whose hole meets the test, at the start of the list, and
   * returns their number. Only for rows that have the hole, all in one window.
   */
  keep(list: Uint32Array, count: number): number;
}

/** Slices of a segment that may have a quad; `set`: their rows. */
interface SomeSlices extends QuadSlices {
  readonly set: RowSet;
}

/** What is known of a hole and a test so far. */
interface Known {
  cannot?: boolean;
  answer?: HoleAnswer;
}

/** Tests the columns of holes, each test once, for the rows of a selection. */
export class HoleAnswers {
  readonly #known: Record<HoleKind, Map<TextTest, Known>[]> = { number: [], word: [], any: [] };
  /** By the hash of a quad. */
  readonly #slices = new Map<number, SomeSlices | undefined>();
  readonly #templates: TemplateTexts;
  readonly #rows: number;
  readonly #selection: Selection;
  #set: RowSet | undefined;
  readonly #tick: () => void;
  /**
   * So few rows are chosen that it is quicker to test each; a window is unpacked whole, however few of its rows are
   * asked.
   */
  readonly areFew: boolean;

  constructor(templates: TemplateTexts, rows: number, selection: Selection, tick: () => void) {
    this.#templates = templates;
    this.#rows = rows;
    this.#selection = selection;
    this.#tick = tick;
    const windows = Math.ceil(rows / windowRows);
    this.areFew = selection.count * rowsForEach < rows && windowsWith(selection) * 2 <= Math.max(2, windows);
  }

  of({ hole, test }: HoleTest): HoleAnswer {
    const known = this.#knownOf(hole, test);
    known.answer ??= this.cannot({ hole, test })
      ? amongRows(RowSet.none(this.#rows))
      : this.#ofHole(this.#templates.hole(hole), test);
    return known.answer;
  }

  #knownOf({ kind, index }: Hole, test: TextTest): Known {
    this.#known[kind][index] ??= new Map();
    const byTest = this.#known[kind][index];
    let known = byTest.get(test);
    if (!known) {
      known = {};
      byTest.set(test, known);
    }
    return known;
  }

  /** The same, by testing row after row, unless all of them have been tested, or a column is searched as a whole. */
  ofEach({ hole, test }: HoleTest): HoleAnswer {
    const { answer } = this.#knownOf(hole, test);
    if (answer) return answer;
    const column = this.#templates.hole(hole);
    const holds = column.encoding === "number" && testOfNumber(test);
    if (holds) return eachNumber(this.#templates.window(column), holds);
    return column.encoding === "text" && !column.sparse ? this.#ofTexts(column, test) : this.of({ hole, test });
  }

  /** True: no row meets the test, which is known without rows and in no time. */
  cannot({ hole, test }: HoleTest): boolean {
    const known = this.#knownOf(hole, test);
    known.cannot ??= this.#isImpossible(hole, test);
    return known.cannot;
  }

  #isImpossible(hole: Hole, test: TextTest): boolean {
    if (!this.#mayFill(hole, test)) return true;
    const column = this.#templates.hole(hole);
    if (column.encoding === "number") return !mayHaveNumber(column, test);
    if (!test.scan) return false;
    const words = wordsOf(test);
    if (column.encoding === "text") return !mayHoldAny(column, words);
    if (column.mayHold?.(words) === false) return true;
    return column.valueCount <= fewValues && !mayHaveValue(column.texts.bytes, test);
  }

  /** False where some of the holes of a way cannot meet it, which is known without rows. */
  mayMeet(way: readonly HoleTest[]): boolean {
    return !way.some((asked) => this.cannot(asked)) && this.slicesOf(way)?.set.count !== 0;
  }

  /** Those whose rows may have the quad that a way asks for. Undefined: it asks for none, or nearly all may. */
  slicesOf(way: readonly HoleTest[]): SomeSlices | undefined {
    const hash = quadOfWay(way);
    if (hash === undefined) return undefined;
    if (this.#slices.has(hash)) return this.#slices.get(hash);
    const all = this.#templates.quadSlices(hash);
    const slices = all && someOf(all, this.#rows);
    this.#slices.set(hash, slices);
    return slices;
  }

  /** By testing row after row in these slices; no other row meets the way that it is for. */
  inSlices(asked: HoleTest, { sliceRows, mayHave, set }: SomeSlices): HoleAnswer {
    const each = this.ofEach(asked);
    return {
      rows: each.rows && each.rows.count < set.count ? each.rows : set,
      keep(list, count) {
        let used = 0;
        for (let i = 0; i < count; i++) if (mayHave[Math.floor(list[i]! / sliceRows)] === 1) list[used++] = list[i]!;
        return used === 0 ? 0 : each.keep(list, used);
      },
    };
  }

  /** For a column that is best searched as a whole. */
  ofColumn(column: Column, test: TextTest): HoleAnswer {
    this.#set ??= this.#selection.toSet(this.#rows);
    const chosen = Selection.of(this.#set);
    if (column.encoding === "text") selectTexts(column, test, false, this.#rows, chosen, this.#tick);
    else selectColumn(column, test, false, this.#rows, chosen, this.#tick);
    return amongRows(chosen.toSet(this.#rows));
  }

  #mayFill(hole: Hole, { scan }: TextTest): boolean {
    return !scan || scan.literals.some((literal) => this.#templates.mayFill(hole, literal));
  }

  #ofHole(column: Column, test: TextTest): HoleAnswer {
    if (column.encoding === "number") return this.#ofNumbers(column, test);
    if (column.encoding === "text")
      return test.scan || column.sparse ? this.ofColumn(column, test) : this.#ofTexts(column, test);
    if (column.valueCount > fewValues && !mayHaveValue(column.texts.bytes, test))
      return amongRows(RowSet.none(this.#rows));
    if (test.bytes && test.scan && !this.areFew)
      return this.#rowsOf(this.#templates.window(column), placesWith(scannedVerdicts(column, test, false, this.#tick)));
    const verdicts = new Uint8Array(column.valueCount);
    const ask = (id: number) => holdsOf(column, id, test, this.#tick);
    return this.#byValue(this.#templates.window(column), verdicts, this.#watched(test, ask));
  }

  #ofNumbers(column: NumberColumn, test: TextTest): HoleAnswer {
    const { max } = column;
    const window = this.#templates.window(column);
    if (test.digits) return this.#rowsOf(window, placesWith(digitVerdicts(test, test.digits), hasDigits(test.digits)));
    const wanted = max < 2 ** 16 ? undefined : numbersOf(test);
    if (wanted) return this.#rowsOf(window, placesWhere(oneOf(wanted)));
    const digits = test.bytes && new Digits(test.bytes);
    const holds = this.#watched(test, (value) => digits?.hold(value) ?? test.text(String(value)));
    return max < 2 ** 32 ? this.#byValue(window, smallNumberVerdicts(test, max), holds) : eachNumber(window, holds);
  }

  /** Asks each value once. */
  #byValue(window: RowWindow, verdicts: Uint8Array, ask: (id: number) => boolean): HoleAnswer {
    return {
      rows: undefined,
      keep(list, count) {
        const { values, first } = window.openOn(list[0]!);
        return rowsWhere.value(list, count, values, first, { verdicts, ask });
      },
    };
  }

  #ofTexts(column: TextColumn, test: TextTest): HoleAnswer {
    const tick = this.#watched(test, () => true);
    const lookAtClock = this.#tick;
    return {
      rows: undefined,
      keep(list, count) {
        let used = 0;
        for (let i = 0; i < count; ) {
          const block = column.block(column.blockOf(list[i]!));
          const { firstRow, offsets } = block;
          const bytes = bufferOf(block);
          const end = firstRow + block.rows;
          for (; i < count && list[i]! < end; i++) {
            const row = list[i]!;
            const from = offsets[row - firstRow]!;
            const to = offsets[row - firstRow + 1]! - 1;
            tick(0);
            if (textHolds(bytes, from, to, test, lookAtClock)) list[used++] = row;
          }
        }
        return used;
      },
    };
  }

  /** All rows whose value `find` takes. A run may lie in scratch memory: no look at the clock before it is done. */
  #rowsOf(window: RowWindow, find: FindPlaces): HoleAnswer {
    const found = new RowBits(this.#rows);
    for (const { values, placesToRows } of window.runs(this.#selection.start, this.#selection.end)) {
      for (let from = 0; from < values.length; from += windowRows) {
        const count = find(values, from, Math.min(values.length, from + windowRows), places);
        placesToRows(places, count);
        for (let i = 0; i < count; i++) found.add(places[i]!);
      }
      this.#tick();
    }
    return amongRows(found.toSet());
  }

  /** With a look at the clock now and then where a test takes its time. */
  #watched(test: TextTest, ask: (value: number) => boolean): (value: number) => boolean {
    const often = test.bytes ? 0xfff : 0x3f;
    let asked = 0;
    return (value) => {
      if ((++asked & often) === 0) this.#tick();
      return ask(value);
    };
  }
}

function eachNumber(window: RowWindow, holds: (value: number) => boolean): HoleAnswer {
  return {
    rows: undefined,
    keep(list, count) {
      const { values, first } = window.openOn(list[0]!);
      return rowsWhere.number(list, count, values, first, holds);
    },
  };
}

/** Undefined where nearly all may: to look through whole columns is quicker. */
function someOf(slices: QuadSlices, rows: number): SomeSlices | undefined {
  const { sliceRows, mayHave } = slices;
  const count = mayHave.reduce((sum, may) => sum + may, 0);
  if (count * 4 > mayHave.length * 3) return undefined;
  const flags = new Uint8Array(rows);
  for (const [slice, may] of mayHave.entries()) flags.fill(may, slice * sliceRows, (slice + 1) * sliceRows);
  return { ...slices, set: RowSet.ofFlags(flags) };
}

function amongRows(rows: RowSet): HoleAnswer {
  return {
    rows,
    keep(list, count) {
      const used = rows.places(list.subarray(0, count), 0, places);
      for (let i = 0; i < used; i++) list[i] = list[places[i]!]!;
      return used;
    },
  };
}

function holdsOf(column: DictionaryColumn, id: number, test: TextTest, tick: () => void): boolean {
  if (id === 0 || !test.bytes) return test.text(column.value(id), tick);
  const { bytes, offsets } = column.texts;
  return test.bytes(bytes, offsets[id - 1]!, offsets[id]! - 1);
}

/** Undefined: only the text of a number tells. */
function testOfNumber(test: TextTest): ((value: number) => boolean) | undefined {
  if (test.digits) return hasDigits(test.digits);
  const wanted = numbersOf(test);
  return wanted && oneOf(wanted);
}

function oneOf(wanted: readonly number[]): (value: number) => boolean {
  const [first] = wanted;
  if (wanted.length === 1) return (value) => value === first;
  const all = new Set(wanted);
  return (value) => all.has(value);
}

function wordsOf({ scan }: TextTest): Int32Array {
  return Int32Array.from(scan?.words ?? [], hashWord);
}

function mayHoldAny(column: TextColumn, words: Int32Array): boolean {
  if (column.mayHoldAny) return column.mayHoldAny(words);
  for (let index = 0; index < column.blockCount; index++) if (column.mayHold(index, words)) return true;
  return false;
}

/** How many windows have a chosen row. */
function windowsWith(selection: Selection): number {
  let count = 0;
  for (let row = selection.next(selection.start); row < selection.end; count++)
    row = selection.next(row - (row % windowRows) + windowRows);
  return count;
}

/** Of a window; nothing looks at the clock while they are in use. */
const places = new Uint32Array(windowRows);
/** So many rows are tested at once while one is looked at alone. */
const rowsForEach = 32;
/** So many are looked through at once. */
const fewValues = 1_024;

/** False: none of the joined texts meets the test. */
function mayHaveValue(bytes: Uint8Array, { scan }: TextTest): boolean {
  return !scan || new ScanHits(scan, bytes).find(0);
}

/** False: no number between the least and the greatest of the column meets the test. Reads no rows. */
function mayHaveNumber({ min, max }: Pick<NumberColumn, "min" | "max">, test: TextTest): boolean {
  if (test.digits && max < leastWith(test.digits)) return false;
  return numbersOf(test)?.some((number) => number >= min && number <= max) ?? true;
}

/** The numbers whose text meets the test, where these are known. */
function numbersOf({ exact }: TextTest): number[] | undefined {
  return exact?.values.map(wholeNumberOf).filter((number) => !Number.isNaN(number));
}

/**
 * Verdicts on numbers up to `max`, or on small ones; the same for all segments where it takes long to ask. Of tests
 * that are quick, an expression has hundreds for each hole.
 */
function smallNumberVerdicts(test: TextTest, max: number): Uint8Array {
  if (test.bytes) return new Uint8Array(Math.min(max + 1, smallNumbers));
  let verdicts = numbersCache.get(test);
  const wanted = max < 2 ** 8 ? 2 ** 8 : 2 ** 16;
  if (!verdicts || verdicts.length < wanted) {
    const grown = new Uint8Array(wanted);
    if (verdicts) grown.set(verdicts);
    verdicts = grown;
    numbersCache.set(test, verdicts);
  }
  return verdicts;
}

const numbersCache = new WeakMap<TextTest, Uint8Array>();
