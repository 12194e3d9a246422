import { minuteMicros } from "../../eventstore/occurrences/minute-counts.ts";
import type { DictionaryColumn, PackedTexts } from "../../eventstore/segment.ts";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import type { Field } from "../../filter/condition/fields.ts";
import { countOccurrences, isInside } from "../../filter/rows/select-times.ts";
import { fieldColumn } from "../../filter/select/field-column.ts";
import { cacheCounts } from "../counting/count-cache.ts";
import { eachPrecomputedStep, isSeverity, precomputedTotals, severityText } from "../counting/precomputed-counts.ts";
import { eachRowBatch } from "../counting/row-batches.ts";
import { eachRepeated, repeatedOf, spanPieces } from "../counting/span-pieces.ts";
import { cachedGroups, fieldKey, wantedOf } from "../groups/group-cache.ts";
import { groupRows, groupValues } from "../groups/group-rows.ts";
import type { GroupSums } from "../groups/group-sums.ts";
import type { ChosenRows } from "../query-kind.ts";
import type { ValueTable } from "../values/value-table.ts";

/**
 * Adds to `counts` how often each value of a field occurs among the chosen rows of a segment. Where the segment numbers
 * its values, rows are counted by that number, and each value that occurs is looked up once.
 */
export function countGroups(
  chosen: ChosenRows,
  field: Field,
  table: ValueTable,
  counts: GroupSums,
  { span, tick }: { span: TimeSpan; tick(): void },
): void {
  if (countReady(chosen, field, table, counts, span, tick)) return;
  const { segment } = chosen;
  // A name of a number is not what its column has.
  const column = field.kind === "code-name" ? undefined : fieldColumn(segment, field, tick);
  if (column?.encoding === "dictionary") {
    const perValue = cacheCounts(chosen, ["values", field], () => countIds(column, chosen, span, tick));
    addValues(chosen, field, table, counts, { column, perValue, tick });
    return;
  }
  const groupOf = groupRows(segment, field, table, tick);
  eachRowBatch(chosen, span, tick, (batch) => {
    for (let i = 0; i < batch.length; i++) counts.add(groupOf(batch.rows[i]!), batch.counts[i]!);
  });
}

/** Parameters: called for each segment; an object a call would only rename them. */
function countReady(
  chosen: ChosenRows,
  field: Field,
  table: ValueTable,
  counts: GroupSums,
  span: TimeSpan,
  tick: () => void,
): boolean {
  if (isSeverity(field) && isInside(chosen.segment, span)) return countSeverities(chosen, field, table, counts);
  const ready = precomputedTotals(chosen, field, span);
  if (ready === undefined) return false;
  const { occurrences } = ready;
  const groups = cachedGroups(chosen.segment, fieldKey(field), table, ready.texts, wantedOf(chosen));
  const groupOf = groups ? (text: number) => groups[text]! : lookUp(table, ready.texts());
  for (let text = 0; text < occurrences.length; text++) {
    if ((text & 0x3fff) === 0) tick();
    if (ready.passes(text)) counts.add(groupOf(text), occurrences[text]!);
  }
  if (ready.absent > 0 && ready.passesAbsent) counts.add(table.idOf(""), ready.absent);
  return true;
}

function lookUp(table: ValueTable, { bytes, offsets }: PackedTexts): (text: number) => number {
  return (text) => table.idOfBytes(bytes, offsets[text]!, offsets[text + 1]! - 1);
}

function countSeverities(chosen: ChosenRows, field: Field, table: ValueTable, counts: GroupSums): boolean {
  const minutes = chosen.segment.minutes();
  if (minutes === undefined) return false;
  const { begin, minutes: count } = minutes;
  const bounds = Float64Array.of(begin * minuteMicros, (begin + count) * minuteMicros);
  return eachPrecomputedStep(chosen, { bounds, count: 1, width: 0 }, (_step, severity, occurrences) =>
    counts.add(table.idOf(severityText(field, severity)), occurrences),
  );
}

/** `perValue`: occurrences by the column's own number of a value. */
function addValues(
  { segment }: ChosenRows,
  field: Field,
  table: ValueTable,
  counts: GroupSums,
  { column, perValue, tick }: { column: DictionaryColumn; perValue: Float64Array; tick: () => void },
): void {
  let met = 0;
  for (let id = 1; id < perValue.length; id++) if (perValue[id]! > 0) met++;
  const all = met === perValue.length - 1 ? "wanted" : met * valuesForEachMet >= perValue.length ? "spare" : "no";
  const groups = cachedGroups(segment, fieldKey(field), table, () => column.texts, all);
  const groupOf = groups ? (id: number) => groups[id - 1]! : groupValues(column, table);
  if (perValue[0]! > 0) counts.add(table.idOf(""), perValue[0]!);
  for (let id = 1; id < perValue.length; id++) {
    if ((id & 0x3fff) === 0) tick();
    if (perValue[id]! > 0) counts.add(groupOf(id), perValue[id]!);
  }
}

/** This many values may be looked up to learn one that occurs: the next question may need the others. */
const valuesForEachMet = 4;

/** Occurrences by number of the value. */
function countIds(
  { ids, valueCount }: DictionaryColumn,
  { segment, selection }: ChosenRows,
  span: TimeSpan,
  tick: () => void,
): Float64Array {
  const counts = new Float64Array(valueCount);
  const repeated = repeatedOf(segment);
  const rows = new Uint32Array(selection.isRange ? 0 : rowsAtOnce);
  for (const { from, to, times } of spanPieces(segment, selection, span))
    for (let begin = from; begin < to; begin += rowsAtOnce) {
      tick();
      const end = Math.min(to, begin + rowsAtOnce);
      if (times) {
        for (let row = selection.next(begin); row < end; row = selection.next(row + 1))
          counts[ids[row]!]! += countOccurrences(times, row - from, span);
        continue;
      }
      if (selection.isRange) for (let row = begin; row < end; row++) counts[ids[row]!]! += 1;
      else {
        const length = selection.list(begin, end, rows);
        for (let i = 0; i < length; i++) counts[ids[rows[i]!]!]! += 1;
      }
      if (repeated)
        eachRepeated(repeated, selection, begin, end, (row, more) => {
          counts[ids[row]!]! += more;
        });
    }
  return counts;
}

const rowsAtOnce = 65_536;
