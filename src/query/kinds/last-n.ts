import { firstAtOrAfter } from "../../eventstore/format/number-arrays.ts";
import type { TimeTable } from "../../eventstore/segment.ts";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { type CompiledCondition, sameValue } from "../../filter/condition/compile-condition.ts";
import { type Field, findConditionField, findField } from "../../filter/condition/fields.ts";
import { isInside } from "../../filter/rows/select-times.ts";
import { selectRows } from "../../filter/select/select-rows.ts";
import { precomputedTotals } from "../counting/precomputed-counts.ts";
import { eachRowBatch } from "../counting/row-batches.ts";
import { groupBatches } from "../groups/group-batches.ts";
import { cachedGroups, fieldKey, wantedOf } from "../groups/group-cache.ts";
import { GroupSums } from "../groups/group-sums.ts";
import { batchRows } from "../limits.ts";
import { fieldSchema, limitSchema } from "../parameters.ts";
import { type Accumulation, type ChosenRows, type OpenQuestion, queryKind } from "../query-kind.ts";
import { pickTop } from "../ranking/pick-top.ts";
import { groupsOf } from "../ranking/rank.ts";
import { ValueTable } from "../values/value-table.ts";

/** The values of a field that were seen last. Events without the field do not count. */
export const lastN = queryKind({
  type: "LastN",
  parameters: { field: fieldSchema.default("host"), limit: limitSchema },
  withSteps: false,
  begin: findLast,
});

function findLast(question: OpenQuestion<{ field: string; limit: number }>): Accumulation {
  const { params, span, distinctBytes, tables, tick } = question;
  const field = findField(params.field);
  const table = tables?.of(params.field, distinctBytes) ?? new ValueTable(params.field, distinctBytes);
  const counts = new GroupSums();
  const lastSeen = new GroupSums();
  const groups = new Uint32Array(batchRows);
  const countRows = (
    chosen: Pick<ChosenRows, "segment" | "selection">,
    see?: (rows: Uint32Array, length: number) => void,
  ) => {
    const toGroups = groupBatches(chosen.segment, field, table, tick);
    eachRowBatch(chosen, span, tick, ({ rows, length, counts: added }) => {
      toGroups(rows, length, groups);
      for (let i = 0; i < length; i++) counts.add(groups[i]!, added[i]!);
      see?.(rows, length);
    });
  };
  /** That the field has one of the last values, once they are known: they only remain to be counted. */
  let known: CompiledCondition | undefined;
  return {
    counted: params.field,
    passes: 1,
    wants: () => true,
    add(chosen) {
      if (addReady(chosen, field, span, table, { counts, lastSeen })) return;
      known ??= isName(field) ? knownLast(question, chosen, table, lastSeen) : undefined;
      if (known) {
        const { segment, conditions } = chosen;
        const selection = selectRows(segment, { conditions: [...conditions, known] }, span, tick);
        countRows({ segment, selection });
        return;
      }
      const lastOf = isInOrder(chosen, span) ? undefined : lastInside(chosen, span);
      const lastRows = new GroupSums();
      countRows(chosen, (rows, length) => {
        if (lastOf) for (let i = 0; i < length; i++) lastSeen.raise(groups[i]!, lastOf(rows[i]!));
        else for (let i = 0; i < length; i++) lastRows.raise(groups[i]!, rows[i]! + 1);
      });
      if (!lastOf) raiseByRow(chosen, lastRows, lastSeen, params.limit, tick);
    },
    endPass: () => false,
    share: {
      // The thread that answers looks up only the last values, once it knows them, and a helper all.
      isOfUse: () => !isName(field) || table.size < manyValues,
      handOver: () => {
        const all = counts.groups();
        return [...table.pack(all), counts.pick(all), lastSeen.pick(all)];
      },
      takeOver: ([bytes, offsets, seen, last]) => {
        for (const [i, group] of table.merge(bytes as Uint8Array, offsets as Uint32Array, tick).entries()) {
          counts.add(group, seen![i]!);
          lastSeen.raise(group, last![i]!);
        }
      },
    },
    results: () => ({
      totals: {
        ts_from: span.from / 1e6,
        ts_to: span.to / 1e6,
        values: rankLast(table, groupsOf(table, true), lastSeen, params.limit).map((group) => ({
          name: table.nameOf(group),
          count: counts.of(group),
          last_seen: lastSeen.of(group) / 1e6,
        })),
      },
    }),
  };
}

/** To look up more takes longer than to read their rows. */
const manyValues = 65_536;

/** Its values are one text each, and not those of messages, which conditions would put together. */
function isName(field: Field): boolean {
  return field.kind === "tag" || (field.kind === "text" && field.column !== "message");
}

/**
 * That the field has one of the last values, when these were all seen later than anything in this segment and those
 * after it, which others may be reading.
 */
function knownLast(
  { params: { field, limit }, span, segments, isHelper }: OpenQuestion<{ field: string; limit: number }>,
  { index }: ChosenRows,
  table: ValueTable,
  lastSeen: GroupSums,
): CompiledCondition | undefined {
  if (isHelper || index === 0) return undefined;
  // Segments come newest first.
  const newest = Math.min(span.to, segments[index]!.maxTime);
  if (lastSeen.countAbove(newest) < limit) return undefined;
  const late = groupsOf(table, true).filter((group) => lastSeen.of(group) > newest);
  if (late.length < limit) return undefined;
  const last = rankLast(table, late, lastSeen, limit);
  const names = last.map((group) => table.nameOf(group));
  return { ...sameValue(field, findConditionField(field), names), isPassing: true };
}

const nothing = { bytes: new Uint8Array(0), offsets: new Uint32Array(0) };

interface Seen {
  counts: GroupSums;
  lastSeen: GroupSums;
}

function addReady(chosen: ChosenRows, field: Field, span: TimeSpan, table: ValueTable, seen: Seen): boolean {
  const ready = precomputedTotals(chosen, field, span);
  if (ready === undefined) return false;
  const last = ready.last();
  const groups = cachedGroups(chosen.segment, fieldKey(field), table, ready.texts, wantedOf(chosen));
  const { bytes, offsets } = groups ? nothing : ready.texts();
  for (let text = 0; text < last.length; text++) {
    if (!ready.passes(text)) continue;
    const group = groups?.[text] ?? table.idOfBytes(bytes, offsets[text]!, offsets[text + 1]! - 1);
    seen.counts.add(group, ready.occurrences[text]!);
    seen.lastSeen.raise(group, last[text]!);
  }
  return true;
}

/** Each row happened once, within the span, and no later one before an earlier one. */
function isInOrder({ segment }: ChosenRows, span: TimeSpan): boolean {
  return segment.slices !== undefined && isInside(segment, span) && segment.occurrences === segment.rows;
}

/**
 * When the last row of each group happened, which mostly stands in one of the last slices. Newer segments come first,
 * so most groups were seen later than a whole slice, whose times are then not read. Nor are those of slices before that
 * of the row that is `limit`th among the last ones: groups that end there are among the last `limit` of no segment.
 * `lastRows`: one more.
 * Parameters: called for each segment.
 */
function raiseByRow(
  { segment }: ChosenRows,
  lastRows: GroupSums,
  lastSeen: GroupSums,
  limit: number,
  tick: () => void,
): void {
  const slices = segment.slices!;
  const sliceRows = slices.firstRow(1);
  const sliceOf = (row: number) => Math.floor(row / sliceRows);
  const rowOf = (group: number) => lastRows.of(group) - 1;
  const groups = lastRows.groups();
  const rows = Uint32Array.from(groups, rowOf).sort();
  // One of them may be that of events without the field.
  let first = rows.length > limit ? sliceOf(rows[rows.length - limit - 1]!) : 0;
  // What happened at the same time is ranked by name.
  while (first > 0 && slices.maxTime(first - 1) >= slices.minTime(first)) first--;
  const late = groups.filter((group) => sliceOf(rowOf(group)) >= first);
  for (const group of late.sort((a, b) => rowOf(a) - rowOf(b))) {
    tick();
    const slice = sliceOf(rowOf(group));
    if (lastSeen.of(group) < slices.maxTime(slice))
      lastSeen.raise(group, slices.open(slice).times().last[rowOf(group) - slice * sliceRows]!);
  }
}

/** The latest occurrence of a row inside the span, to be asked for rising rows. */
function lastInside(chosen: ChosenRows, span: TimeSpan): (row: number) => number {
  const timesOf = timesByRow(chosen);
  return (row) => {
    const { times, first } = timesOf(row);
    const last = times.last[row - first]!;
    if (last < span.to) return last;
    const all = times.of(row - first);
    return all[firstAtOrAfter(all, span.to) - 1]!;
  };
}

/** Times of a row and its neighbours from `first` on. Where few rows are chosen, slices without one stay unread. */
function timesByRow({ segment, selection }: ChosenRows): (row: number) => { times: TimeTable; first: number } {
  const slices = segment.slices && selection.count < segment.slices.count ? segment.slices : undefined;
  const sliceRows = slices?.firstRow(1) ?? segment.rows;
  let open: { times: TimeTable; first: number } | undefined;
  return (row) => {
    if (open && row >= open.first && row < open.first + sliceRows) return open;
    const at = Math.floor(row / sliceRows);
    open = { times: slices ? slices.open(at).times() : segment.times(), first: at * sliceRows };
    return open;
  };
}

function rankLast(table: ValueTable, groups: Uint32Array, lastSeen: GroupSums, limit: number): number[] {
  const seen = groups.filter((group) => lastSeen.of(group) > 0);
  const order = (a: number, b: number) => lastSeen.of(b) - lastSeen.of(a) || table.compare(a, b);
  return pickTop(seen.length, limit, (a, b) => order(seen[a]!, seen[b]!)).map((index) => seen[index]!);
}
