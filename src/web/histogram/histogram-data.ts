import { type Answer, ask } from "../api/ask.ts";
import { severityNumber } from "../theme/severity.ts";
import type { ApiTimeRange } from "../time/time-range.ts";

export interface HistogramStep {
  from: number;
  to: number;
  /** Occurrences by severity, 0 to 7. */
  counts: readonly number[];
  total: number;
}

export interface HistogramData {
  steps: readonly HistogramStep[];
  /** Of the whole range, by severity, 0 to 7. */
  totals: readonly number[];
  total: number;
  /** False while parts of a large range are still loading. */
  isWhole: boolean;
}

/** Twin: `topN` in src/query/parse/result-schemas.ts. */
interface SeverityPeriods {
  details: { ts_from: number; ts_to: number; total_values: { name: string; count: number }[] }[];
}

/** Occurrences by severity in each step of the range. `step` is in its seconds. */
export async function askHistogram(
  q: string,
  range: ApiTimeRange,
  signal: AbortSignal,
  onProgress?: (percent: number) => void,
): Promise<HistogramData> {
  const params = { q, time_range: range, field: "severity_name", limit: 8, with_subperiods: true };
  const answer: Answer<SeverityPeriods> = await ask("TopN", params, { signal, onProgress });
  const steps = answer.results.details.map(({ ts_from, ts_to, total_values }): HistogramStep => {
    const counts = noCounts();
    for (const { name, count } of total_values) {
      const severity = severityNumber(name);
      if (severity >= 0) counts[severity]! += count;
    }
    return { from: ts_from, to: ts_to, counts, total: sum(counts) };
  });
  return withTotals(steps, true);
}

/** Steps in the order of time, with their sums. */
function withTotals(steps: readonly HistogramStep[], isWhole: boolean): HistogramData {
  const totals = noCounts();
  for (const { counts } of steps) for (const [severity, count] of counts.entries()) totals[severity]! += count;
  return { steps, totals, total: sum(totals), isWhole };
}

function noCounts(): number[] {
  return new Array<number>(8).fill(0);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
