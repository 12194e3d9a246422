import { minuteMicros } from "../eventstore/minute-counts.ts";
import type { Column, Segment } from "../eventstore/segment.ts";
import type { TimeSpan } from "../eventstore/snapshot.ts";
import type { Field } from "../filter/fields.ts";
import { isInside } from "../filter/select-times.ts";
import type { Selection } from "../filter/selection.ts";
import { eachBatch } from "./batches.ts";
import type { GroupNumbers } from "./group-numbers.ts";
import { groupRows, groupValues } from "./group-rows.ts";
import { batchRows } from "./limits.ts";
import type { SegmentPart } from "./query-kind.ts";
import { eachReadyStep, isSeverity, readyTotals, severityText } from "./ready-counts.ts";
import type { ValueTable } from "./value-table.ts";

/**
 * Adds to `counts` how often each value of a field occurs among the chosen rows of a segment. Where the segment numbers its values
 * itself, rows are counted by that number, and each value that occurs is looked up once.
 */
export function countGroups(
  part: SegmentPart,
  field: Field,
  table: ValueTable,
  counts: GroupNumbers,
  { span, tick }: { span: TimeSpan; tick(): void },
): void {
  if (countReady(part, field, table, counts, span, tick)) return;
  const { segment, selection } = part;
  const column = columnOf(segment, field);
  if (column?.encoding === "dictionary" && isInside(segment, span)) {
    const counter = segment.occurrences === segment.rows ? undefined : segment.counters();
    const perValue = countIds(column.ids, column.valueCount, selection, counter, tick);
    const groupOf = groupValues(column, table);
    for (let id = 0; id < perValue.length; id++) {
      if ((id & 0x3fff) === 0) tick();
      if (perValue[id]! > 0) counts.add(groupOf(id), perValue[id]!);
    }
    return;
  }
  const groupOf = groupRows(segment, field, table);
  eachBatch(part, span, tick, (batch) => {
    for (let i = 0; i < batch.length; i++) counts.add(groupOf(batch.rows[i]!), batch.counts[i]!);
  });
}

function countReady(
  part: SegmentPart,
  field: Field,
  table: ValueTable,
  counts: GroupNumbers,
  span: TimeSpan,
  tick: () => void,
): boolean {
  if (isSeverity(field) && isInside(part.segment, span)) return countSeverities(part, field, table, counts);
  const ready = readyTotals(part, field, span);
  if (ready === undefined) return false;
  const { bytes, offsets } = ready.texts;
  for (let text = 0; text < ready.occurrences.length; text++) {
    if ((text & 0x3fff) === 0) tick();
    if (!ready.passes(text)) continue;
    counts.add(table.idOfBytes(bytes, offsets[text]!, offsets[text + 1]! - 1), ready.occurrences[text]!);
  }
  if (ready.absent > 0 && ready.passesAbsent) counts.add(table.idOf(""), ready.absent);
  return true;
}

function countSeverities(part: SegmentPart, field: Field, table: ValueTable, counts: GroupNumbers): boolean {
  const minutes = part.segment.minutes();
  if (minutes === undefined) return false;
  const { begin, minutes: count } = minutes;
  const bounds = Float64Array.of(begin * minuteMicros, (begin + count) * minuteMicros);
  return eachReadyStep(part, { bounds, count: 1, width: 0 }, (_step, severity, occurrences) =>
    counts.add(table.idOf(severityText(field, severity)), occurrences),
  );
}

function columnOf(segment: Segment, field: Field): Column | undefined {
  if (field.kind === "text") return segment.base(field.column);
  return field.kind === "tag" ? segment.tag(field.name) : undefined;
}

function countIds(
  ids: Uint8Array | Uint16Array | Uint32Array,
  valueCount: number,
  { flags, start, end }: Selection,
  counter: Uint16Array | undefined,
  tick: () => void,
): Float64Array {
  const counts = new Float64Array(valueCount);
  for (let from = start; from < end; from += batchRows) {
    tick();
    const to = Math.min(end, from + batchRows);
    if (counter) {
      for (let row = from; row < to; row++)
        if (flags === undefined || flags[row] === 1) counts[ids[row]!]! += counter[row]!;
    } else if (flags) for (let row = from; row < to; row++) counts[ids[row]!]! += flags[row]!;
    else for (let row = from; row < to; row++) counts[ids[row]!]! += 1;
  }
  return counts;
}
