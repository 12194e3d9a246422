import { type MetricGroup, metricGroups, wholeOf } from "./metric-groups.ts";
import type { SampleRow } from "./sample-store.ts";

/** Over all samples of the range; min, max and last are null without any. */
export interface MetricTotals {
  count: number;
  sum: number;
  min: number | null;
  max: number | null;
  avg: number | null;
  last: number | null;
  /** Epoch seconds. */
  last_ts: number | null;
}

/** One step: averages by metric, null without a sample. */
export type MetricStep = { ts_from: number; ts_to: number } & Record<string, number | null>;

export interface HostSummary {
  totals: Record<string, MetricTotals>;
  details: MetricStep[];
  /** The parts that were measured recently, the whole first: the valid choices. */
  parts: string[];
}

/**
 * Sums up samples of one part of the host over steps. `bounds`: beginning of each and the end of the last, epoch
 * seconds.
 */
export class Summary {
  readonly #metrics: readonly string[];
  readonly #part: string;
  readonly #totals: MetricTotals[];
  /** By step and metric. */
  readonly #sums: Float64Array;
  readonly #counts: Uint32Array;
  #step = 0;
  #parts = "[]";
  #index = -1;

  readonly #bounds: readonly number[];

  constructor(group: MetricGroup, part: string | undefined, bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#metrics = metricGroups[group];
    this.#part = part ?? wholeOf[group];
    this.#totals = this.#metrics.map(() => noTotals());
    this.#sums = new Float64Array((bounds.length - 1) * this.#metrics.length);
    this.#counts = new Uint32Array(this.#sums.length);
  }

  /** In order of time. */
  add({ ts, parts, values }: SampleRow): void {
    if (parts !== this.#parts) {
      this.#parts = parts;
      this.#index = (JSON.parse(parts) as string[]).indexOf(this.#part);
    }
    if (this.#index < 0) return;
    while (ts >= this.#bounds[this.#step + 1]!) this.#step++;
    const width = this.#metrics.length;
    for (let i = 0; i < width; i++) {
      const value = values[this.#index * width + i]!;
      if (Number.isNaN(value)) continue;
      addTo(this.#totals[i]!, value, ts);
      this.#sums[this.#step * width + i]! += value;
      this.#counts[this.#step * width + i]! += 1;
    }
  }

  results(): HostSummary {
    const width = this.#metrics.length;
    const averageOf = (at: number) => (this.#counts[at] === 0 ? null : this.#sums[at]! / this.#counts[at]!);
    const details = this.#bounds.slice(1).map((ts_to, step): MetricStep => {
      const averages = this.#metrics.map((metric, i) => [metric, averageOf(step * width + i)]);
      return { ts_from: this.#bounds[step]!, ts_to, ...Object.fromEntries(averages) };
    });
    for (const totals of this.#totals) totals.avg = totals.count === 0 ? null : totals.sum / totals.count;
    return {
      totals: Object.fromEntries(this.#metrics.map((metric, i) => [metric, this.#totals[i]!])),
      details,
      parts: JSON.parse(this.#parts) as string[],
    };
  }
}

function noTotals(): MetricTotals {
  return { count: 0, sum: 0, min: null, max: null, avg: null, last: null, last_ts: null };
}

function addTo(totals: MetricTotals, value: number, ts: number): void {
  totals.count += 1;
  totals.sum += value;
  totals.min = Math.min(totals.min ?? value, value);
  totals.max = Math.max(totals.max ?? value, value);
  totals.last = value;
  totals.last_ts = ts;
}
