import type { DictionaryColumn, TemplateTexts, TextColumn } from "../../eventstore/segment.ts";
import type { HoleTest, Need, TextTest } from "../condition/template-verdict.ts";
import type { ValueTest } from "../condition/value-test.ts";
import { RowSet } from "../rows/row-set.ts";
import type { Selection } from "../rows/selection.ts";
import { applyEither, applyVerdicts, rowsWith } from "./apply-verdicts.ts";
import { type HoleAnswer, HoleAnswers, mayHaveNumber, type RowTest } from "./hole-answers.ts";
import { verdictOf } from "./verdict-of.ts";

/**
 * Removes every row from the selection for whose text the test returns `negated`. Tests each template once. Only where
 * the result depends on the holes, it looks at them, and only when they do not decide, it assembles the text.
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
  const { valueCount } = templates.ids;
  const verdicts = new Uint8Array(valueCount);
  const open: (RowTest | undefined)[] = [];
  const byNumber = new Map<NumberTest, Uint8Array>();
  let settled = 0;
  for (let id = 0; id < valueCount; id++) {
    if ((id & 0x3f) === 0) tick();
    const verdict = rowTests.ofTemplate(id);
    verdicts[id] = verdict !== negated ? 1 : 0;
    if (typeof verdict === "function") open[id] = verdict;
    else if (typeof verdict === "object") {
      const asked = byNumber.get(verdict) ?? new Uint8Array(valueCount);
      asked[id] = 1;
      byNumber.set(verdict, asked);
    } else settled += verdicts[id]!;
  }
  const candidates = negated || settled > 0 || byNumber.size > 0 ? undefined : rowTests.candidates;
  if (candidates) selection.keepOnly(candidates);
  if (candidates && !selection.hasAny(selection.start, selection.end)) return;
  const { ids } = templates.ids;
  if (candidates) {
    selection.keepWhere(candidates, tick, (row) => open[ids[row]!]?.(row) ?? false);
    return;
  }
  applyVerdicts(ids, verdicts, rows, selection, tick);
  for (const [numberTest, asked] of byNumber) applyNumbers(ids, asked, numberTest, negated, rows, selection, tick);
  if (open.length === 0) return;
  const isOpen = Uint8Array.from({ length: valueCount }, (_, id) => (open[id] ? 1 : 0));
  selection.keepWhere(rowsWith(ids, isOpen, rows, selection, tick), tick, (row) => open[ids[row]!]!(row) !== negated);
}

const leave = 1;
const take = 2;

/** A test of one hole alone, filled with small numbers. */
interface NumberTest {
  values: Uint8Array | Uint16Array;
  test: TextTest;
}

/**
 * The same for all rows whose template is in `asked`. Tests each number that occurs once. Parameters: called for each
 * block of rows.
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
  let verdicts = verdictsByTest.get(test);
  if (!verdicts) {
    verdicts = new Uint8Array(2 ** 16);
    verdictsByTest.set(test, verdicts);
  }
  return verdicts;
}

const verdictsByTest = new WeakMap<TextTest, Uint8Array>();

/** Tests of single rows, which remember earlier results. */
class RowTests {
  readonly #numberTests: (NumberTest & { key: string })[] = [];
  readonly #holes: HoleAnswers;
  /** The only rows that can match among templates decided row by row; undefined: unknown. */
  #candidates: Set<RowSet> | undefined = new Set();
  readonly #rows: number;

  readonly #column: TextColumn;
  readonly #templates: TemplateTexts;
  readonly #test: ValueTest;

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
    this.#holes = new HoleAnswers(templates, rows, selection, tick);
    this.#rows = rows;
  }

  /** Present when every test was about holes whose rows were looked up: no other row can match. */
  get candidates(): RowSet | undefined {
    const none = RowSet.ofList(this.#rows, new Uint32Array(0));
    return this.#candidates && [...this.#candidates].reduce((all, rows) => all.or(rows), none);
  }

  ofTemplate(id: number): boolean | RowTest | NumberTest {
    if (id === this.#templates.wholeId) return this.#whole();
    const verdict = verdictOf(this.#test, this.#templates, id);
    if (typeof verdict === "boolean") return verdict;
    const only = verdict.isExact ? onlyHole(verdict.needs) : undefined;
    return (only && this.#ofNumbers(only)) ?? this.#of(verdict.needs, verdict.isExact);
  }

  /** False where no row's holes meet one of the needs. */
  #of(needs: readonly Need[], isExact: boolean): boolean | RowTest {
    const tests: RowTest[] = [];
    let fewest: RowSet[] | undefined;
    for (const need of needs) {
      const ways = this.#waysOf(need);
      if (ways.length === 0) return false;
      tests.push(anyOf(ways.map(({ holds }) => holds)));
      const rows = rowsOfWays(ways);
      if (rows && (!fewest || countOf(rows) < countOf(fewest))) fewest = rows;
    }
    this.#addCandidates(fewest);
    if (!isExact) tests.push((row) => this.#test.text(this.#column.text(row)));
    return allOf(tests);
  }

  /** The ways that some row can satisfy. */
  #waysOf(need: Need): HoleAnswer[] {
    const ways: HoleAnswer[] = [];
    for (const way of need) {
      const answers = way.map((hole) => this.#holes.of(hole));
      if (answers.some(({ rows }) => rows?.count === 0)) continue;
      const rows = answers.find((answer) => answer.rows)?.rows;
      ways.push({ holds: allOf(answers.map(({ holds }) => holds)), rows });
    }
    return ways;
  }

  /** Undefined when the hole is not filled with small numbers only. Every row that has its template has it filled. */
  #ofNumbers({ hole, test }: HoleTest): false | NumberTest | undefined {
    const key = `${hole.kind} ${hole.index}`;
    const known = this.#numberTests.find((other) => other.key === key && other.test === test);
    if (known) return known;
    const column = this.#templates.hole(hole);
    if (column.encoding !== "number") return undefined;
    if (!mayHaveNumber(column, test)) return false;
    const { values } = column;
    if (!(values instanceof Uint8Array || values instanceof Uint16Array)) return undefined;
    const added = { key, test, values };
    this.#numberTests.push(added);
    return added;
  }

  /** Decides texts without a template, all at once. */
  #whole(): boolean | RowTest {
    const whole = this.#templates.whole();
    if (!whole) return false;
    const { holds, rows } = this.#holes.ofColumn(whole, this.#test);
    if (rows?.count === 0) return false;
    this.#addCandidates(rows && [rows]);
    return holds;
  }

  #addCandidates(sets: readonly RowSet[] | undefined): void {
    if (!sets) this.#candidates = undefined;
    else for (const rows of sets) this.#candidates?.add(rows);
  }
}

/** The rows that the ways apply to; undefined: unknown for one of them. */
function rowsOfWays(ways: readonly HoleAnswer[]): RowSet[] | undefined {
  const sets = ways.map(({ rows }) => rows).filter((rows) => rows !== undefined);
  return sets.length === ways.length ? sets : undefined;
}

function countOf(sets: readonly RowSet[]): number {
  return sets.reduce((sum, { count }) => sum + count, 0);
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
