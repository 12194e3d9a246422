import { joinArrays } from "../../eventstore/format/number-arrays.ts";
import type { Column, DictionaryColumn, NumberColumn, Segment, TemplateTexts } from "../../eventstore/segment.ts";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { type CompiledElement, isGroup } from "../condition/compile-element.ts";
import { testByCode, type ValueTest } from "../condition/value-test.ts";
import { RowSet } from "../rows/row-set.ts";
import { isInside } from "../rows/select-times.ts";
import { Selection } from "../rows/selection.ts";
import { fieldColumn } from "./field-column.ts";
import { countTemplates } from "./select-templates.ts";
import { verdictsOf } from "./template-verdicts.ts";

/**
 * How many rows of a segment meet the conditions, when that is known without reading rows; else undefined. Texts that
 * are kept whole are read if they may be.
 */
export function countKnown(
  segment: Segment,
  conditions: readonly CompiledElement[],
  span: TimeSpan,
  tick: () => void,
  mayReadTexts = true,
): number | undefined {
  if (conditions.length === 0) return isInside(segment, span) ? segment.rows : undefined;
  const only = onlyColumn(segment, conditions, span, tick);
  if (!only) return undefined;
  const { column, test, negated } = only;
  if (column.encoding === "number") return countNumbers(column, test, negated, segment.rows);
  if (column.encoding === "text")
    return column.templates && countTemplates(column.templates, test, negated, segment.rows, tick, mayReadTexts);
  const found = matchingValues(column, test, negated, tick);
  const uses = found?.values.uses?.();
  return uses && found?.ids.reduce((count, id) => count + uses.rows[id]!, 0);
}

/** The rows that meet the conditions, when these ask for rare values whose rows are listed; else undefined. */
export function selectKnown(
  segment: Segment,
  conditions: readonly CompiledElement[],
  span: TimeSpan,
  tick: () => void,
): Selection | undefined {
  const only = onlyColumn(segment, conditions, span, tick);
  if (!only || only.column.encoding === "number") return undefined;
  const found = matchingValues(only.column, only.test, only.negated, tick);
  const uses = found?.values.uses?.();
  if (!found || !uses) return undefined;
  const lists: Uint32Array[] = [];
  for (const id of found.ids) {
    const rows = uses.rowsOf(id);
    if (!rows) return undefined;
    lists.push(rows);
  }
  return Selection.of(RowSet.ofList(segment.rows, joinedRows(lists)));
}

/** Each row has one value, so none is there twice. */
function joinedRows(lists: readonly Uint32Array[]): Uint32Array {
  return lists.length === 1 ? lists[0]! : joinArrays(Uint32Array, lists).sort();
}

interface OnlyColumn {
  column: Column;
  test: ValueTest;
  negated: boolean;
}

/** The column that alone decides; undefined when another condition also applies. */
function onlyColumn(
  segment: Segment,
  [condition, ...others]: readonly CompiledElement[],
  span: TimeSpan,
  tick: () => void,
): OnlyColumn | undefined {
  if (!condition || isGroup(condition) || others.length > 0 || !isInside(segment, span)) return undefined;
  const { field, test, negated } = condition;
  const column = fieldColumn(segment, field, tick);
  return column && { column, negated, test: field.kind === "code-name" ? testByCode(field.names, test) : test };
}

function countNumbers({ uses }: NumberColumn, test: ValueTest, negated: boolean, rows: number): number | undefined {
  if (!uses) return undefined;
  const holds = test.number ?? ((value: number) => test.text(String(value)));
  let count = 0;
  let absent = rows;
  for (const [value, ofValue] of uses) {
    absent -= ofValue;
    if (holds(value) !== negated) count += ofValue;
  }
  return test.text("") === negated ? count : count + absent;
}

/** The values, or templates, whose rows are chosen; undefined when rows have to be asked. */
function matchingValues(
  column: DictionaryColumn | Extract<Column, { encoding: "text" }>,
  test: ValueTest,
  negated: boolean,
  tick: () => void,
): { values: DictionaryColumn; ids: number[] } | undefined {
  if (column.encoding === "text") return column.templates && matchingTemplates(column.templates, test, negated, tick);
  // Row counts exist only for columns of few values.
  if (!column.uses?.()) return undefined;
  const ids: number[] = [];
  for (let id = 0; id < column.valueCount; id++) if (test.text(column.value(id), tick) !== negated) ids.push(id);
  return { values: column, ids };
}

function matchingTemplates(
  templates: TemplateTexts,
  test: ValueTest,
  negated: boolean,
  tick: () => void,
): { values: DictionaryColumn; ids: number[] } | undefined {
  const { ids: values, wholeId } = templates;
  if (!test.template || wholeId >= 0) return undefined;
  const { kinds, places } = verdictsOf(test, templates, tick);
  if (kinds.some((verdict) => typeof verdict !== "boolean")) return undefined;
  const ids: number[] = [];
  for (let id = 0; id < places.length; id++) if (kinds[places[id]!] !== negated) ids.push(id);
  return { values, ids };
}
