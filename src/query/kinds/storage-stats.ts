import type { Segment } from "../../eventstore/segment.ts";
import { noCounts, sumCounts } from "../counting/intake-counts.ts";
import { eachStepBatch } from "../counting/row-batches.ts";
import { type Accumulation, type OpenQuestion, queryKind } from "../query-kind.ts";

/**
 * Counts what is stored, by the events' own times: `new` counts first occurrences, `duplicates` all others, `total`
 * both. `out_of_time` counts those stored under their arrival because their own time was out of bounds. Dropped events
 * are not stored, so `dropped` is 0; it keeps the shape of ProcessingStats, which counts by arrival.
 */
export const storageStats = queryKind({
  type: "StorageStats",
  parameters: {},
  withSteps: true,
  permission: "view_system",
  begin: countStored,
});

function countStored({ steps, tick }: OpenQuestion<object>): Accumulation {
  const { bounds, count } = steps!;
  const details = Array.from({ length: count }, (_, i) => noCounts(bounds[i]! / 1e6, bounds[i + 1]! / 1e6));
  return {
    passes: 1,
    wants: () => true,
    add(chosen) {
      const { first } = chosen.segment.times();
      const isOutOfTime = outOfTimeRows(chosen.segment);
      eachStepBatch(chosen, steps!, tick, (batch) => {
        for (let i = 0; i < batch.length; i++) {
          const at = batch.steps[i]!;
          const row = batch.rows[i]!;
          const begins = first[row]! >= bounds[at]! && first[row]! < bounds[at + 1]! ? 1 : 0;
          const step = details[at]!;
          step.new += begins;
          step.duplicates += batch.counts[i]! - begins;
          step.total += batch.counts[i]!;
          if (isOutOfTime(row)) step.out_of_time += batch.counts[i]!;
        }
      });
    },
    endPass: () => false,
    share: {
      handOver: () => countedNames.map((name) => Float64Array.from(details, (step) => step[name])),
      takeOver: (found) => {
        for (const [i, name] of countedNames.entries())
          for (const [at, step] of details.entries()) step[name] += found[i]![at]!;
      },
    },
    results: () => ({ totals: sumCounts(bounds[0]! / 1e6, bounds[count]! / 1e6, details), details }),
  };
}

const countedNames = ["new", "duplicates", "out_of_time", "total"] as const;

/**
 * Twin: ingest/event/finish-event.ts, which keeps the own time of an event in its extra fields when it could not be
 * used.
 */
function outOfTimeRows(segment: Segment): (row: number) => boolean {
  const column = segment.base("extra_fields");
  if (column.encoding !== "dictionary") return (row) => hasOriginalTime(column.text(row));
  const values = column.values.map(hasOriginalTime);
  return values.includes(true) ? (row) => values[column.ids[row]!]! : () => false;
}

function hasOriginalTime(extra: string): boolean {
  return extra.includes('"original_ts":') && Object.hasOwn(JSON.parse(extra) as object, "original_ts");
}
