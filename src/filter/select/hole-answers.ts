import { hashWord } from "../../eventstore/format/word-hash.ts";
import type { Column, DictionaryColumn, NumberColumn, TemplateTexts } from "../../eventstore/segment.ts";
import type { HoleTest, TextTest } from "../condition/template-verdict.ts";
import { RowBits, RowSet } from "../rows/row-set.ts";
import { Selection } from "../rows/selection.ts";
import { selectColumn } from "./select-column.ts";
import { selectTexts } from "./select-texts.ts";

export type RowTest = (row: number) => boolean;

/** What is known of the rows whose hole meets a test. */
export interface HoleAnswer {
  readonly holds: RowTest;
  /** Empty: no row meets it; undefined: rows are tested one by one. */
  readonly rows: RowSet | undefined;
}

/** Tests the columns of holes, each test once, for the rows of a selection. */
export class HoleAnswers {
  readonly #byHole = new Map<string, Map<TextTest, HoleAnswer>>();
  readonly #templates: TemplateTexts;
  readonly #rows: number;
  readonly #selection: Selection;
  readonly #tick: () => void;

  constructor(templates: TemplateTexts, rows: number, selection: Selection, tick: () => void) {
    this.#templates = templates;
    this.#rows = rows;
    this.#selection = selection;
    this.#tick = tick;
  }

  of({ hole, test }: HoleTest): HoleAnswer {
    const name = `${hole.kind} ${hole.index}`;
    let known = this.#byHole.get(name);
    if (!known) {
      known = new Map();
      this.#byHole.set(name, known);
    }
    let answer = known.get(test);
    if (!answer) {
      answer = this.ofColumn(this.#templates.hole(hole), test);
      known.set(test, answer);
    }
    return answer;
  }

  ofColumn(column: Column, test: TextTest): HoleAnswer {
    if (column.encoding === "text") return this.#selected(column, test);
    if (column.encoding === "number") return this.#ofNumbers(column, test);
    if (column.mayHold?.(Int32Array.from(test.scan?.words ?? [], hashWord)) === false) return this.#never();
    if (!mayHaveValue(column.texts.bytes, test)) return this.#never();
    const { ids } = column;
    const holds = cached(
      column.valueCount,
      (row) => ids[row]!,
      (id) => holdsOf(column, id, test),
    );
    return { holds, rows: undefined };
  }

  #ofNumbers(column: NumberColumn, test: TextTest): HoleAnswer {
    if (!mayHaveNumber(column, test)) return this.#never();
    const { values } = column;
    const text = (value: number) => test.text(String(value));
    // Every row that is tested has its hole filled.
    if (values instanceof Uint8Array || values instanceof Uint16Array)
      return { holds: cached(column.max + 1, (row) => values[row]!, text), rows: undefined };
    const wanted = numbersOf(test);
    return wanted ? this.#equal(values, wanted) : { holds: (row) => text(values[row]!), rows: undefined };
  }

  /** Rows that have one of a few numbers. */
  #equal(values: ArrayLike<number>, wanted: readonly number[]): HoleAnswer {
    const found = new RowBits(this.#rows);
    const { start, end } = this.#selection;
    for (const number of wanted)
      for (let row = start; row < end; row++) {
        if ((row & 0xffff) === 0) this.#tick();
        if (values[row] === number) found.add(row);
      }
    const rows = found.toSet();
    return { holds: (row) => rows.has(row), rows };
  }

  /** For columns that are best searched as a whole. */
  #selected(column: Column, test: TextTest): HoleAnswer {
    const { start, end } = this.#selection;
    const chosen = new Selection(start, end);
    if (column.encoding === "text") selectTexts(column, test, false, this.#rows, chosen, this.#tick);
    else selectColumn(column, test, false, this.#rows, chosen, this.#tick);
    return { holds: (row) => chosen.has(row), rows: chosen.toSet(this.#rows) };
  }

  #never(): HoleAnswer {
    return { holds: () => false, rows: RowSet.ofList(this.#rows, new Uint32Array(0)) };
  }
}

function holdsOf(column: DictionaryColumn, id: number, test: TextTest): boolean {
  if (id === 0 || !test.bytes) return test.text(column.value(id));
  const { bytes, offsets } = column.texts;
  return test.bytes(bytes, offsets[id - 1]!, offsets[id]! - 1);
}

/** False: none of the joined texts meets the test. */
function mayHaveValue({ buffer, byteOffset, byteLength }: Uint8Array, { scan }: TextTest): boolean {
  if (!scan) return true;
  scan.pattern.lastIndex = 0;
  return scan.pattern.test(Buffer.from(buffer, byteOffset, byteLength).toString("latin1"));
}

/** False: no number between the least and the greatest of the column meets the test. Reads no rows. */
export function mayHaveNumber({ min, max }: Pick<NumberColumn, "min" | "max">, test: TextTest): boolean {
  return numbersOf(test)?.some((number) => number >= min && number <= max) ?? true;
}

/** The numbers whose text meets the test, where these are known. */
function numbersOf({ exact }: TextTest): number[] | undefined {
  return exact?.values.map(Number).filter((number, i) => String(number) === exact.values[i]);
}

/** Asks once for each value. */
function cached(values: number, read: (row: number) => number, ask: (value: number) => boolean): RowTest {
  const verdicts = new Uint8Array(values);
  return (row) => {
    const value = read(row);
    let verdict = verdicts[value]!;
    if (verdict === 0) {
      verdict = ask(value) ? take : leave;
      verdicts[value] = verdict;
    }
    return verdict === take;
  };
}

const leave = 1;
const take = 2;
