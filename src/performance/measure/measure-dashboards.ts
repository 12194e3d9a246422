import { AppError } from "../../lib/errors.ts";
import type { DashboardsResult, DashboardTimes, WidgetTimes } from "../result-schemas.ts";
import { reasonOfWidget, type WidgetFacts } from "../widget-reason.ts";
import { type RunControl, Workload } from "../workload.ts";
import { percentile, rounded } from "./percentiles.ts";

export interface DashboardToMeasure {
  id: number;
  title: string;
  widgets: readonly WidgetToMeasure[];
}

export interface WidgetToMeasure {
  id: number;
  title: string;
  type: string;
  /** Asks a widget's question. Throws AppError when it cannot be answered, and soon after the run is told to stop. */
  ask(): Promise<{ rowsRead: number }>;
  /** The same with nothing of it in the memory of the service, and the facts known about the question. */
  askCold(): Promise<ColdAnswer>;
}

export type ColdAnswer = Omit<WidgetFacts, "warmMs" | "coldMs">;

/** Asks the question of each widget `repeat` times, one at a time. Slowest first, dashboards and their widgets. */
export async function measureDashboards(
  dashboards: readonly DashboardToMeasure[],
  repeat: number,
  control: RunControl,
): Promise<DashboardsResult> {
  const workload = new Workload(control);
  const total = dashboards.reduce((sum, { widgets }) => sum + widgets.length, 0);
  const measured: DashboardTimes[] = [];
  let done = 0;
  for (const { id, title, widgets } of dashboards) {
    const series: Series[] = [];
    for (const widget of widgets) {
      series.push(await measureWidget(widget, repeat, workload));
      control.progress = (99 * ++done) / total;
    }
    measured.push({ id, title, ...timesOfAll(series, repeat), widgets: slowestFirst(series.map(toWidgetTimes)) });
  }
  return { repeat, dashboards: slowestFirst(measured) };
}

interface Series {
  widget: WidgetToMeasure;
  coldMs: number;
  cold: ColdAnswer | undefined;
  /** Warm ones. */
  times: number[];
  error: string | null;
}

/** A widget that cannot be answered is not asked again. */
async function measureWidget(widget: WidgetToMeasure, repeat: number, workload: Workload): Promise<Series> {
  const series: Series = { widget, coldMs: 0, cold: undefined, times: [], error: null };
  try {
    const cold = await workload.measure(() => widget.askCold());
    series.cold = cold.value;
    series.coldMs = cold.ms;
    // Once unmeasured: all later ones find the same data in memory.
    await workload.measure(() => widget.ask());
    while (series.times.length < repeat) series.times.push((await workload.measure(() => widget.ask())).ms);
  } catch (error) {
    workload.check();
    if (!(error instanceof AppError)) throw error;
    series.error = error.message;
  }
  return series;
}

function toWidgetTimes({ widget: { id, title, type }, coldMs, cold, times, error }: Series): WidgetTimes {
  const isAnswered = error === null && cold !== undefined;
  return {
    ...{ id, title, type, ...timesOf(isAnswered ? times : []) },
    cold_ms: isAnswered ? rounded(coldMs) : null,
    rows_read: cold?.rowsRead ?? 0,
    bytes_read: cold?.bytesRead ?? 0,
    status: error === null ? "SUCCESS" : "FAILURE",
    error,
    reason: isAnswered ? reasonOfWidget({ ...cold, coldMs, warmMs: percentile(times, 0.5) }) : null,
  };
}

function timesOfAll(series: readonly Series[], repeat: number): Omit<DashboardTimes, "id" | "title" | "widgets"> {
  const answered = series.filter(({ error }) => error === null);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const rounds = Array.from({ length: answered.length === 0 ? 0 : repeat }, (_, round) =>
    sum(answered.map(({ times }) => times[round]!)),
  );
  return {
    ...timesOf(rounds),
    cold_ms: answered.length === 0 ? null : rounded(sum(answered.map(({ coldMs }) => coldMs))),
    rows_read: sum(series.map(({ cold }) => cold?.rowsRead ?? 0)),
    bytes_read: sum(series.map(({ cold }) => cold?.bytesRead ?? 0)),
    status: answered.length === series.length ? "SUCCESS" : "FAILURE",
  };
}

function timesOf(times: readonly number[]): Pick<WidgetTimes, "p50_ms" | "p95_ms" | "max_ms"> {
  const at = (share: number) => (times.length === 0 ? null : rounded(percentile(times, share)));
  return { p50_ms: at(0.5), p95_ms: at(0.95), max_ms: at(1) };
}

/** Failures come before all: nothing is slower than no answer. */
function slowestFirst<Item extends Pick<WidgetTimes, "status" | "p50_ms">>(items: Item[]): Item[] {
  const slowness = ({ status, p50_ms }: Item) => (status === "FAILURE" ? Number.POSITIVE_INFINITY : (p50_ms ?? -1));
  return items.toSorted((a, b) => (slowness(a) === slowness(b) ? 0 : slowness(b) - slowness(a)));
}
