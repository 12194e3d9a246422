import type { DictionaryColumn, NumberColumn } from "../../eventstore/segment.ts";
import type { TextTest } from "../condition/template-verdict.ts";
import type { ValueTest } from "../condition/value-test.ts";
import { RowSet } from "../rows/row-set.ts";
import type { Selection } from "../rows/selection.ts";
import { applyVerdicts } from "./apply-verdicts.ts";
import { rowsCompared } from "./compare-numbers.ts";
import { rowsListed } from "./select-listed.ts";
import { eachMatch } from "./select-texts.ts";

/**
 * Removes every row from the selection for whose value the test returns `negated`. Parameters: called for each segment
 * and condition; an object a call would only rename them.
 */
export function selectColumn(
  column: DictionaryColumn | NumberColumn,
  test: ValueTest,
  negated: boolean,
  rows: number,
  selection: Selection,
  tick: () => void,
): void {
  if (test.isPresence) selectPresent(column, negated, rows, selection, tick);
  else if (column.encoding === "dictionary") selectDictionary(column, test, negated, rows, selection, tick);
  else selectNumbers(column, test, negated, rows, selection, tick);
}

/** Rows that have a value at all, or those that have none: no value is asked. */
function selectPresent(
  column: DictionaryColumn | NumberColumn,
  isAbsent: boolean,
  rows: number,
  selection: Selection,
  tick: () => void,
): void {
  if (column.encoding === "dictionary") {
    const verdicts = new Uint8Array(column.valueCount).fill(isAbsent ? 0 : 1);
    verdicts[0] = isAbsent ? 1 : 0;
    keepVerdicts(column, verdicts, rows, selection, tick);
    return;
  }
  const { present } = column;
  if (present) {
    const there = RowSet.ofFlags(present);
    selection.keepOnly(isAbsent ? RowSet.all(rows).without(there) : there);
  } else if (isAbsent) selection.clear();
}

/** Up to this many, all values of a column are tested first, and then no row is. */
const fewValues = 1_024;

/** Up to this many, rows are tested one by one. */
const fewRows = 256;

const unknown = 0;
const leave = 1;
const take = 2;

/**
 * Tests each distinct value that occurs once. Parameters: called for each segment and condition; an object a call would
 * only rename them.
 */
function selectDictionary(
  column: DictionaryColumn,
  test: ValueTest,
  negated: boolean,
  rows: number,
  selection: Selection,
  tick: () => void,
): void {
  const verdicts = new Uint8Array(column.valueCount);
  if (verdicts.length <= 2 && decideAll(column, test, negated, selection)) return;
  if (column.listed || (column.valueCount <= fewValues && selection.end - selection.start > column.valueCount)) {
    for (let id = 0; id < verdicts.length; id++) verdicts[id] = test.text(column.value(id), tick) === negated ? 0 : 1;
    keepVerdicts(column, verdicts, rows, selection, tick);
    return;
  }
  if (test.scan && selection.count >= verdicts.length) {
    keepVerdicts(column, scannedVerdicts(column, test, negated, tick), rows, selection, tick);
    return;
  }
  const { ids } = column;
  const flags = selection.writable(rows);
  let asked = 0;
  for (let row = selection.start; row < selection.end; row++) {
    if ((row & 0x3fff) === 0) tick();
    if (flags[row] === 0) continue;
    const id = ids[row]!;
    let verdict = verdicts[id]!;
    if (verdict === unknown) {
      if ((++asked & 0xff) === 0) tick();
      verdict = test.text(column.value(id), tick) === negated ? leave : take;
      verdicts[id] = verdict;
    }
    if (verdict === leave) flags[row] = 0;
  }
}

/** Verdicts on all values, most of which are not even looked at. `test`: one with a scan. */
export function scannedVerdicts(
  column: DictionaryColumn,
  test: TextTest,
  negated: boolean,
  tick: () => void,
): Uint8Array {
  const verdicts = new Uint8Array(column.valueCount).fill(negated ? 1 : 0);
  verdicts[0] = test.text("") === negated ? 0 : 1;
  const { bytes, offsets } = column.texts;
  const values = { firstRow: 1, rows: column.valueCount - 1, bytes, offsets };
  const visit = (id: number) => {
    verdicts[id] = negated ? 0 : 1;
  };
  eachMatch(values, test, test.scan!, { isChosen: () => true, visit }, tick);
  return verdicts;
}

/** Parameters: as for `selectDictionary`. */
function keepVerdicts(
  column: DictionaryColumn,
  verdicts: Uint8Array,
  rows: number,
  selection: Selection,
  tick: () => void,
): void {
  const met = column.listed && rowsListed(column.listed(), verdicts, rows, tick);
  if (met) selection.keepOnly(met);
  else applyVerdicts(column.ids, verdicts, rows, selection, tick);
}

/** With one value besides the absent one, both may have the same verdict; then no row is read. */
function decideAll({ values }: DictionaryColumn, test: ValueTest, negated: boolean, selection: Selection): boolean {
  const verdicts = new Set(values.map((value) => test.text(value) !== negated));
  if (verdicts.size !== 1) return false;
  if (verdicts.has(false)) selection.clear();
  return true;
}

/** Parameters: called for each segment and condition; an object a call would only rename them. */
function selectNumbers(
  column: NumberColumn,
  test: ValueTest,
  negated: boolean,
  rows: number,
  selection: Selection,
  tick: () => void,
): void {
  const passes = test.number ?? ((value: number) => test.text(String(value)));
  if (column.listed) {
    const verdicts = Uint8Array.from(column.uses!, ([value]) => (passes(value) === negated ? 0 : 1));
    const met = rowsListed(column.listed(), verdicts, rows, tick);
    if (met) {
      selection.keepOnly(met);
      return;
    }
  }
  const { values, scale, present } = column;
  const holds = scale === 1 ? passes : (unit: number) => passes(unit / scale);
  const most = Math.round(column.max * scale);
  const absent = test.text("") !== negated;
  if (test.compared && selection.end - selection.start > fewRows) {
    const met = rowsCompared(column, { tests: test.compared, absent: test.text("") }, rows, selection, tick);
    if (met) {
      selection.keepOnly(negated ? RowSet.all(rows).without(met) : met);
      return;
    }
  }
  if (values instanceof Uint8Array && present === undefined && selection.end - selection.start > fewRows) {
    const verdicts = Uint8Array.from({ length: most + 1 }, (_, value) => (holds(value) === negated ? 0 : 1));
    applyVerdicts(values, verdicts, rows, selection, tick);
    return;
  }
  const flags = selection.writable(rows);
  const verdicts = values instanceof Uint8Array || values instanceof Uint16Array ? new Uint8Array(most + 1) : undefined;
  for (let row = selection.start; row < selection.end; row++) {
    if ((row & 0xfff) === 0) tick();
    if (flags[row] === 0) continue;
    if (present !== undefined && present[row] === 0) {
      if (!absent) flags[row] = 0;
      continue;
    }
    const value = values[row]!;
    let verdict = verdicts === undefined ? unknown : verdicts[value]!;
    if (verdict === unknown) {
      verdict = holds(value) === negated ? leave : take;
      if (verdicts !== undefined) verdicts[value] = verdict;
    }
    if (verdict === leave) flags[row] = 0;
  }
}
