import type { Column, TemplateTexts, TextColumn } from "../eventstore/segment.ts";
import { applyVerdicts } from "./apply-verdicts.ts";
import { selectColumn } from "./select-column.ts";
import { selectTexts } from "./select-texts.ts";
import { Selection } from "./selection.ts";
import type { HoleTest, Need, TextTest } from "./template-verdict.ts";
import type { ValueTest } from "./value-test.ts";
import { verdictOf } from "./verdict-of.ts";

/**
 * Takes the rows out of the selection whose text the test says `negated` of. Asks each template once; only where the answer
 * depends on what fills its holes, these are looked at, and only when that does not decide, the text is put together.
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
  for (let id = 0; id < valueCount; id++) {
    if ((id & 0x3f) === 0) tick();
    const verdict = rowTests.ofTemplate(id);
    if (typeof verdict === "function") open[id] = verdict;
    verdicts[id] = verdict !== negated ? 1 : 0;
  }
  applyVerdicts(ids, verdicts, rows, selection, tick);
  if (open.length === 0) return;
  const flags = selection.writable(rows);
  for (let row = selection.start; row < selection.end; row++) {
    if ((row & 0xfff) === 0) tick();
    if (flags[row] === 1 && open[ids[row]!]?.(row) === negated) flags[row] = 0;
  }
}

const leave = 1;
const take = 2;

type RowTest = (row: number) => boolean;

/** Tests of single rows, which know what they have been asked before. */
class RowTests {
  readonly #byHole = new Map<string, Map<TextTest, RowTest>>();

  constructor(
    private readonly column: TextColumn,
    private readonly templates: TemplateTexts,
    private readonly test: ValueTest,
    private readonly rows: number,
    private readonly selection: Selection,
    private readonly tick: () => void,
  ) {}

  ofTemplate(id: number): boolean | RowTest {
    if (id === this.templates.wholeId) return this.#whole();
    const verdict = verdictOf(this.test, this.templates, id);
    return typeof verdict === "boolean" ? verdict : this.#of(verdict.needs, verdict.isExact);
  }

  #of(needs: readonly Need[], isExact: boolean): RowTest {
    const tests = needs.map((need) => anyOf(need.map((way) => allOf(way.map((hole) => this.#ofHole(hole))))));
    if (!isExact) tests.push((row) => this.test.text(this.column.text(row)));
    return allOf(tests);
  }

  /** Of texts that are kept whole, all at once. */
  #whole(): RowTest {
    const whole = this.templates.whole();
    return whole ? this.#selected(whole, this.test) : () => false;
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
      rowTest = this.#ofColumn(this.templates.hole(hole), test);
      known.set(test, rowTest);
    }
    return rowTest;
  }

  #ofColumn(column: Column, test: TextTest): RowTest {
    if (column.encoding === "dictionary") {
      const { ids } = column;
      return remembering(
        column.valueCount,
        (row) => ids[row]!,
        (id) => test.text(column.value(id)),
      );
    }
    if (column.encoding === "text") return this.#selected(column, test);
    const { values, present } = column;
    const text = (value: number) => test.text(String(value));
    const holds =
      values instanceof Uint8Array || values instanceof Uint16Array
        ? remembering(column.max + 1, (row) => values[row]!, text)
        : (row: number) => text(values[row]!);
    return present ? (row) => present[row] !== 0 && holds(row) : holds;
  }

  /** For columns that are best searched as a whole. */
  #selected(column: Column, test: TextTest): RowTest {
    const { start, end } = this.selection;
    const chosen = new Selection(start, end);
    if (column.encoding === "text") selectTexts(column, test, false, this.rows, chosen, this.tick);
    else selectColumn(column, test, false, this.rows, chosen, this.tick);
    return (row) => chosen.has(row);
  }
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
function remembering(values: number, read: (row: number) => number, ask: (value: number) => boolean): RowTest {
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
