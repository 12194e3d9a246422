import { type Answer, ask } from "../api/ask.ts";
import { severities, severityNumber } from "../theme/severity.ts";
import type { ApiTimeRange } from "../time/time-range.ts";

export interface HistogramStep {
  from: number;
  to: number;
  /** Occurrences by value, in the order of `values`. */
  counts: readonly number[];
  total: number;
}

export interface HistogramData {
  /** The field that tells the colours of a bar apart. */
  field: string;
  /** What is counted apart: severities 0 to 7, or the most frequent values; `undefined` stands for all others. */
  values: readonly (string | undefined)[];
  steps: readonly HistogramStep[];
  /** Occurrences in the whole range, in the order of `values`. */
  totals: readonly number[];
  total: number;
  /** False while parts of a large range are still loading. */
  isWhole: boolean;
}

/** Twin: `topN` in src/query/parse/result-schemas.ts. */
interface SeverityPeriods {
  details: { ts_from: number; ts_to: number; total_values: { name: string; count: number }[] }[];
}

/** Twin: `topN` in src/query/parse/result-schemas.ts. */
interface ValuePeriods extends SeverityPeriods {
  totals: { values: { name: string }[] };
}

export const severityField = "severity_name";
const severityNames = severities.map(({ name }) => name);

/** Values that get a colour of their own: more cannot be told apart in a thin bar. */
export const valuesMax = 6;

/** After this long the whole is no longer waited for. */
const patienceMs = 700;

/** Parts that a slow histogram is asked in; the newest comes first. */
const partsMax = 8;

/**
 * Asks for occurrences by severity in each step of `step` seconds: a TopN with steps, answered by
 * `query/kinds/top-n.ts`. A question that takes long is stopped and asked again in parts, each shown by `onPart` as it
 * comes. A part reads only its own time, so nothing is read twice.
 */
export async function askHistogram(
  q: string,
  range: ApiTimeRange & { step: number },
  signal: AbortSignal,
  onPart: (data: HistogramData) => void,
): Promise<HistogramData> {
  const patience = new AbortController();
  const startedMs = performance.now();
  const onUnfinished = () => performance.now() - startedMs > patienceMs && patience.abort();
  try {
    return bySeverity(await askSteps(q, range, AbortSignal.any([signal, patience.signal]), onUnfinished), true);
  } catch (error) {
    if (signal.aborted || !patience.signal.aborted) throw error;
    return await askParts(q, range, signal, onPart);
  }
}

async function askParts(
  q: string,
  range: ApiTimeRange & { step: number },
  signal: AbortSignal,
  onPart: (data: HistogramData) => void,
): Promise<HistogramData> {
  const bounds = await stepBounds(range, signal);
  const { timezone, step } = range;
  let steps = bounds.map(({ from, to }): HistogramStep => ({ from, to, counts: noCounts(), total: 0 }));
  const size = Math.ceil(bounds.length / partsMax);
  for (let end = bounds.length; end > 0; end -= size) {
    const start = Math.max(0, end - size);
    const part = { ts_from: bounds[start]!.from, ts_to: bounds[end - 1]!.to, step, timezone };
    const found = await askSteps(q, part, signal);
    // The last one may lie in the future by then, where the service has no step.
    const byStart = new Map(found.map((one) => [one.from, one]));
    steps = steps.map((one) => byStart.get(one.from) ?? one);
    onPart(bySeverity(steps, start === 0));
  }
  return bySeverity(steps, true);
}

/**
 * Asks for occurrences by the most frequent values of a field in each step. Which these are, only the whole range says,
 * so it does not come in parts. Events without the field count as the value "".
 */
export async function askHistogramByField(
  q: string,
  field: string,
  range: ApiTimeRange & { step: number },
  signal: AbortSignal,
): Promise<HistogramData> {
  const wanted = { field, limit: valuesMax, with_subperiods: true, show_other: true, ignore_empty: false };
  const { results } = await ask<ValuePeriods>("TopN", { q, time_range: range, ...wanted }, { signal });
  const values = results.totals.values.map(({ name }, index) => (index < valuesMax ? name : undefined));
  const steps = results.details.map(({ ts_from, ts_to, total_values }): HistogramStep => {
    const counts = values.map((_, index) => total_values[index]?.count ?? 0);
    return { from: ts_from, to: ts_to, counts, total: sum(counts) };
  });
  return withTotals(field, values, steps, true);
}

/** The steps of the range, from the question about all events, which is known without reading them. */
async function stepBounds(range: ApiTimeRange, signal: AbortSignal): Promise<{ from: number; to: number }[]> {
  const params = { time_range: range };
  const { results } = await ask<Pick<SeverityPeriods, "details">>("EventRate", params, { signal });
  return results.details.map(({ ts_from, ts_to }) => ({ from: ts_from, to: ts_to }));
}

async function askSteps(
  q: string,
  range: ApiTimeRange,
  signal: AbortSignal,
  onProgress?: () => void,
): Promise<HistogramStep[]> {
  const params = { q, time_range: range, field: severityField, limit: severities.length, with_subperiods: true };
  const answer: Answer<SeverityPeriods> = await ask("TopN", params, { signal, onProgress });
  return answer.results.details.map(({ ts_from, ts_to, total_values }): HistogramStep => {
    const counts = noCounts();
    for (const { name, count } of total_values) {
      const severity = severityNumber(name);
      if (severity >= 0) counts[severity]! += count;
    }
    return { from: ts_from, to: ts_to, counts, total: sum(counts) };
  });
}

function bySeverity(steps: readonly HistogramStep[], isWhole: boolean): HistogramData {
  return withTotals(severityField, severityNames, steps, isWhole);
}

/** Steps in the order of time, with their sums. */
function withTotals(
  field: string,
  values: HistogramData["values"],
  steps: readonly HistogramStep[],
  isWhole: boolean,
): HistogramData {
  const totals = values.map((_, index) => steps.reduce((all, { counts }) => all + counts[index]!, 0));
  return { field, values, steps, totals, total: sum(totals), isWhole };
}

function noCounts(): number[] {
  return severities.map(() => 0);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
