import type { Column, Segment } from "../../eventstore/segment.ts";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import type { CompiledCondition } from "../condition/compile-condition.ts";
import { type CompiledElement, isGroup } from "../condition/compile-element.ts";
import type { ConditionField } from "../condition/fields.ts";
import { testByCode } from "../condition/value-test.ts";
import { RowSet } from "../rows/row-set.ts";
import { isInside, selectTimes } from "../rows/select-times.ts";
import { Selection } from "../rows/selection.ts";
import type { CompiledFilter } from "./compile-filter.ts";
import { selectKnown } from "./count-known.ts";
import { fieldColumn } from "./field-column.ts";
import { RowCache } from "./row-cache.ts";
import { selectColumn } from "./select-column.ts";
import { asksHoles, selectTemplates } from "./select-templates.ts";
import { selectTexts } from "./select-texts.ts";

/**
 * The rows of a segment that have an occurrence inside the span and meet every condition. The cheapest conditions go
 * first and each looks only at rows that are left, so a block of text without such rows is never unpacked. `tick` is
 * called at least every few milliseconds and may throw to end the work. Any thread.
 */
export function selectRows(segment: Segment, filter: CompiledFilter, span: TimeSpan, tick: () => void): Selection {
  const known = selectKnown(segment, filter.conditions, span, tick);
  if (known) return known;
  const rowCache = new RowCache(segment, filter);
  const all = rowCache.ofFilter();
  if (all) return inside(segment, span, all);
  const selection = selectTimes(segment, span);
  const isWhole = isInside(segment, span);
  narrowAll({ segment, rowCache, tick }, filter.conditions, selection);
  if (isWhole) rowCache.keepFilter(selection);
  return selection;
}

/** The same where all of it is cached; else undefined. */
export function recallSelection(segment: Segment, filter: CompiledFilter, span: TimeSpan): Selection | undefined {
  const all = new RowCache(segment, filter).ofFilter();
  return all && inside(segment, span, all);
}

function inside(segment: Segment, span: TimeSpan, chosen: RowSet): Selection {
  const selection = selectTimes(segment, span);
  selection.keepOnly(chosen);
  return selection;
}

/**
 * Whether to test a condition on all rows, so that its result can be cached, though other conditions, or the span, have
 * left only some. For texts that is at most twice the work.
 */
function isWorthAll(cost: number, selection: Selection, rows: number): boolean {
  return selection.count * (cost <= columnCost ? columnShare : textShare) >= rows;
}

/** Rows for each one left up to which asking a column of all rows is as quick as asking those that are left. */
const columnShare = 16;
const textShare = 2;

/** Everything that testing conditions on one segment needs. */
interface Work {
  segment: Segment;
  rowCache: RowCache;
  tick: () => void;
}

/** Keeps the rows that meet each element. */
function narrowAll(work: Work, elements: readonly CompiledElement[], selection: Selection): void {
  const { segment, rowCache, tick } = work;
  const open = elements.filter((element) => {
    const set = rowCache.of(element);
    if (set) selection.keepOnly(set);
    return set === undefined;
  });
  if (!selection.hasAny(0, segment.rows)) return;
  for (const step of byCost(work, open)) {
    if (!selection.hasAny(0, segment.rows)) break;
    tick();
    const { element, cost } = step;
    if (rowCache.keeps(element) && isWorthAll(cost, selection, segment.rows)) {
      const chosen = new Selection(0, segment.rows);
      narrow(work, step, chosen);
      selection.keepOnly(rowCache.keep(element, chosen.toSet(segment.rows)));
    } else narrow(work, step, selection);
  }
}

function narrow(work: Work, { element, source }: Step, selection: Selection): void {
  if (!isGroup(element)) narrowByValues(source, element, work.segment.rows, selection, work.tick);
  else if (element.kind === "all") narrowAll(work, element.parts, selection);
  else narrowAny(work, element.parts, selection);
}

/** Keeps the rows that meet one of the elements; each is tested on the rows that met none before it. */
function narrowAny(work: Work, elements: readonly CompiledElement[], selection: Selection): void {
  const { rows } = work.segment;
  let left = selection.toSet(rows);
  let chosen = RowSet.none(rows);
  for (const { element } of byCost(work, elements)) {
    const some = Selection.of(left);
    narrowAll(work, [element], some);
    const found = some.toSet(rows);
    chosen = chosen.or(found);
    left = left.without(found);
    if (left.count === 0) break;
  }
  selection.keepOnly(chosen);
}

/** Source of a field's values: a column, a list of numbers, or none. */
type Source = Column | { encoding: "derived"; numbers: ArrayLike<number>; divisor: number } | undefined;

function narrowByValues(
  source: Source,
  { field, test, negated }: CompiledCondition,
  rows: number,
  selection: Selection,
  tick: () => void,
): void {
  if (source === undefined) {
    if (test.text("") === negated) selection.clear();
  } else if (source.encoding === "derived") {
    const { numbers, divisor } = source;
    const holds = test.number ?? ((value: number) => test.text(String(value)));
    const flags = selection.writable(rows);
    for (let row = selection.start; row < selection.end; row++) {
      if ((row & 0xfff) === 0) tick();
      if (flags[row] === 1 && holds(numbers[row]! / divisor) === negated) flags[row] = 0;
    }
  } else {
    const columnTest = field.kind === "code-name" ? testByCode(field.names, test) : test;
    if (source.encoding === "text" && source.templates)
      selectTemplates(source.templates, columnTest, negated, rows, selection, tick);
    else if (source.encoding === "text") selectTexts(source, columnTest, negated, rows, selection, tick);
    else selectColumn(source, columnTest, negated, rows, selection, tick);
  }
}

interface Step {
  element: CompiledElement;
  /** Undefined for a group, too. */
  source: Source;
  cost: number;
}

function byCost(work: Work, elements: readonly CompiledElement[]): Step[] {
  return elements.map((element) => stepOf(work, element)).sort((a, b) => a.cost - b.cost);
}

function stepOf(work: Work, element: CompiledElement): Step {
  if (isGroup(element)) {
    const cost = Math.max(...element.parts.map((part) => stepOf(work, part).cost));
    return { element, source: undefined, cost };
  }
  const source = sourceOf(work.segment, element.field, work.tick);
  return { element, source, cost: costOf(source, element, work.tick) };
}

/** For a column that lists the rows of each value. */
const listCost = 0.5;
/** For one of numbers, or one that numbers its values. */
const columnCost = 1;
/** For texts that are compared as words of digits. */
const digitsCost = 1.5;
/** For templates that decide, and for a slow test of each value. */
const templatesCost = 2;
/** For texts with something to look for. */
const scanCost = 3;
/** For templates of which holes decide. */
const holesCost = 3.5;
const textCost = 4;
/** Added for a slow test of each text. */
const slowCost = 2;

function costOf(source: Source, { isSlow, test }: CompiledCondition, tick: () => void): number {
  if (source === undefined) return 0;
  if (source.encoding === "derived") return isSlow ? templatesCost : columnCost;
  if (source.encoding !== "text") return isSlow ? templatesCost : source.listed ? listCost : columnCost;
  // Says which rows it has without its texts.
  if (test.isPresence && source.sparse) return listCost;
  if (source.digits && (test.exact || test.start)) return digitsCost;
  if (source.templates && test.template) {
    // To test all templates takes longer than those of a few rows.
    if (isSlow) return holesCost + slowCost;
    return asksHoles(source.templates, test, tick) ? holesCost : templatesCost;
  }
  return (test.scan ? scanCost : textCost) + (isSlow ? slowCost : 0);
}

function sourceOf(segment: Segment, field: ConditionField, tick: () => void): Source {
  switch (field.kind) {
    case "counter":
      return { encoding: "derived", numbers: segment.times().counter, divisor: 1 };
    case "time":
      return { encoding: "derived", numbers: segment.times()[field.edge], divisor: 1e6 };
    case "id":
      return { encoding: "derived", numbers: segment.ids(), divisor: 1 };
    case "trigger-ids":
      return segment.triggerIds();
    default:
      return fieldColumn(segment, field, tick);
  }
}
