import type { Column, DictionaryColumn, TemplateTexts, TextColumn } from "../../eventstore/segment.ts";
import type { HoleTest, Need, TextTest } from "../condition/template-verdict.ts";
import type { ValueTest } from "../condition/value-test.ts";
import { Selection } from "../rows/selection.ts";
import { applyEither, applyVerdicts, rowsWith } from "./apply-verdicts.ts";
import { selectColumn } from "./select-column.ts";
import { selectTexts } from "./select-texts.ts";
import { verdictOf } from "./verdict-of.ts";

/**
 * Takes the rows out of the selection whose text the test says `negated` of. Asks each template once; only where the
 * answer depends on what fills its holes, these are looked at, and only when that does not decide, the text is put
 * together.
 * Parameters: called for each segment and condition; an object a call would only rename them.
 */
export function selectTemplates(
  column: TextColumn,
  templates: TemplateTexts,
  test: ValueTest,
  negated: boolean,
  rows: number,
  selection: Selection,
  tick: () => void,
): void {
  const rowTests = new RowTests(column, templates, test, rows, selection, tick);
  const { ids, valueCount } = templates.ids;
  const verdicts = new Uint8Array(valueCount);
  const open: (RowTest | undefined)[] = [];
  const byNumber = new Map<NumberTest, Uint8Array>();
  for (let id = 0; id < valueCount; id++) {
    if ((id & 0x3f) === 0) tick();
    const verdict = rowTests.ofTemplate(id);
    verdicts[id] = verdict !== negated ? 1 : 0;
    if (typeof verdict === "function") open[id] = verdict;
    else if (typeof verdict === "object") {
      const asked = byNumber.get(verdict) ?? new Uint8Array(valueCount);
      asked[id] = 1;
      byNumber.set(verdict, asked);
    }
  }
  applyVerdicts(ids, verdicts, rows, selection, tick);
  for (const [numberTest, asked] of byNumber) applyNumbers(ids, asked, numberTest, negated, rows, selection, tick);
  if (open.length === 0) return;
  const isOpen = Uint8Array.from({ length: valueCount }, (_, id) => (open[id] ? 1 : 0));
  selection.keepWhere(rowsWith(ids, isOpen, rows, selection, tick), tick, (row) => open[ids[row]!]!(row) !== negated);
}

const leave = 1;
const take = 2;

type RowTest = (row: number) => boolean;

/** A test of one hole alone, filled with small numbers. */
interface NumberTest {
  values: Uint8Array | Uint16Array;
  test: TextTest;
}

/**
 * The same for all rows whose template is `asked` of. Each number that occurs is asked once.
 * Parameters: called for each block of rows.
 */
function applyNumbers(
  ids: DictionaryColumn["ids"],
  asked: Uint8Array,
  { values, test }: NumberTest,
  negated: boolean,
  rows: number,
  selection: Selection,
  tick: () => void,
): void {
  const known = numberVerdicts(test);
  const { start, end } = selection;
  const met = new Uint8Array(known.length);
  for (let row = start; row < end; row++) {
    if ((row & 0x3fff) === 0) tick();
    met[values[row]!] = 1;
  }
  const holds = new Uint8Array(known.length);
  for (let value = 0; value < met.length; value++) {
    if (met[value] === 0) continue;
    if ((value & 0x3ff) === 0) tick();
    if (known[value] === 0) known[value] = test.text(String(value)) ? take : leave;
    holds[value] = (known[value] === take) === negated ? 0 : 1;
  }
  applyEither([ids, values], [asked.map((isAsked) => 1 - isAsked), holds], rows, selection, tick);
}

/** Verdicts on small numbers; the same for all segments. */
function numberVerdicts(test: TextTest): Uint8Array {
  let verdicts = verdictCache.get(test);
  if (!verdicts) {
    verdicts = new Uint8Array(2 ** 16);
    verdictCache.set(test, verdicts);
  }
  return verdicts;
}

const verdictCache = new WeakMap<TextTest, Uint8Array>();

/** Tests of single rows, which know what they have been asked before. */
class RowTests {
  readonly #numberTests: (NumberTest & { key: string })[] = [];
  readonly #byHole = new Map<string, Map<TextTest, RowTest>>();

  readonly #column: TextColumn;
  readonly #templates: TemplateTexts;
  readonly #test: ValueTest;
  readonly #rows: number;
  readonly #selection: Selection;
  readonly #tick: () => void;

  /** Parameters: called for each segment and condition. */
  constructor(
    column: TextColumn,
    templates: TemplateTexts,
    test: ValueTest,
    rows: number,
    selection: Selection,
    tick: () => void,
  ) {
    this.#column = column;
    this.#templates = templates;
    this.#test = test;
    this.#rows = rows;
    this.#selection = selection;
    this.#tick = tick;
  }

  ofTemplate(id: number): boolean | RowTest | NumberTest {
    if (id === this.#templates.wholeId) return this.#whole();
    const verdict = verdictOf(this.#test, this.#templates, id);
    if (typeof verdict === "boolean") return verdict;
    const only = verdict.isExact ? onlyHole(verdict.needs) : undefined;
    return (only && this.#ofNumbers(only)) ?? this.#of(verdict.needs, verdict.isExact);
  }

  #of(needs: readonly Need[], isExact: boolean): RowTest {
    const tests = needs.map((need) => anyOf(need.map((way) => allOf(way.map((hole) => this.#ofHole(hole))))));
    if (!isExact) tests.push((row) => this.#test.text(this.#column.text(row)));
    return allOf(tests);
  }

  /** Undefined when the hole is not filled with small numbers only. Every row that has its template has it filled. */
  #ofNumbers({ hole, test }: HoleTest): NumberTest | undefined {
    const key = `${hole.kind} ${hole.index}`;
    const known = this.#numberTests.find((other) => other.key === key && other.test === test);
    if (known) return known;
    const column = this.#templates.hole(hole);
    if (column.encoding !== "number") return undefined;
    const { values } = column;
    if (!(values instanceof Uint8Array || values instanceof Uint16Array)) return undefined;
    const added = { key, test, values };
    this.#numberTests.push(added);
    return added;
  }

  /** Of texts that are kept whole, all at once. */
  #whole(): RowTest {
    const whole = this.#templates.whole();
    return whole ? this.#selected(whole, this.#test) : () => false;
  }

  #ofHole({ hole, test }: HoleTest): RowTest {
    const name = `${hole.kind} ${hole.index}`;
    let known = this.#byHole.get(name);
    if (!known) {
      known = new Map();
      this.#byHole.set(name, known);
    }
    let rowTest = known.get(test);
    if (!rowTest) {
      rowTest = this.#ofColumn(this.#templates.hole(hole), test);
      known.set(test, rowTest);
    }
    return rowTest;
  }

  #ofColumn(column: Column, test: TextTest): RowTest {
    if (column.encoding === "dictionary") {
      const { ids } = column;
      return cached(
        column.valueCount,
        (row) => ids[row]!,
        (id) => test.text(column.value(id)),
      );
    }
    if (column.encoding === "text") return this.#selected(column, test);
    const { values } = column;
    const text = (value: number) => test.text(String(value));
    // Every row that is asked has its hole filled.
    return values instanceof Uint8Array || values instanceof Uint16Array
      ? cached(column.max + 1, (row) => values[row]!, text)
      : (row) => text(values[row]!);
  }

  /** For columns that are best searched as a whole. */
  #selected(column: Column, test: TextTest): RowTest {
    const { start, end } = this.#selection;
    const chosen = new Selection(start, end);
    if (column.encoding === "text") selectTexts(column, test, false, this.#rows, chosen, this.#tick);
    else selectColumn(column, test, false, this.#rows, chosen, this.#tick);
    return (row) => chosen.has(row);
  }
}

function onlyHole(needs: readonly Need[]): HoleTest | undefined {
  const [need, ...otherNeeds] = needs;
  const [way, ...otherWays] = need ?? [];
  return otherNeeds.length === 0 && otherWays.length === 0 && way?.length === 1 ? way[0] : undefined;
}

function allOf(tests: readonly RowTest[]): RowTest {
  const [first] = tests;
  return tests.length === 1 ? first! : (row) => tests.every((holds) => holds(row));
}

function anyOf(tests: readonly RowTest[]): RowTest {
  const [first] = tests;
  return tests.length === 1 ? first! : (row) => tests.some((holds) => holds(row));
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
