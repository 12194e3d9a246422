import { AppError } from "../lib/errors.ts";
import { percentile, rounded } from "./percentiles.ts";
import { type RunControl, Workload } from "./workload.ts";

export interface DashboardToMeasure {
  id: number;
  title: string;
  widgets: readonly WidgetToMeasure[];
}

export interface WidgetToMeasure {
  id: number;
  title: string;
  type: string;
  /** Asks what the widget asks. Throws AppError when it cannot be answered, and soon after the run is told to stop. */
  ask(): Promise<{ rowsRead: number }>;
}

interface Times {
  /** Null when there is no time to tell: no answer, or no widget. */
  p50_ms: number | null;
  p95_ms: number | null;
  max_ms: number | null;
  rows_read: number;
  status: "SUCCESS" | "FAILURE";
}

export interface DashboardsResult {
  repeat: number;
  dashboards: DashboardTimes[];
}

/** Times of a dashboard are of all its widgets, one after the other. */
interface DashboardTimes extends Times {
  id: number;
  title: string;
  widgets: WidgetTimes[];
}

interface WidgetTimes extends Times {
  id: number;
  title: string;
  type: string;
  /** The first time, when its data may not have been in memory. */
  first_ms: number | null;
  error: string | null;
}

/** Asks what each widget asks, `repeat` times, one at a time. Slowest first, dashboards and their widgets. */
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
  times: number[];
  rowsRead: number;
  error: string | null;
}

/** A widget that cannot be answered is not asked again. */
async function measureWidget(widget: WidgetToMeasure, repeat: number, workload: Workload): Promise<Series> {
  const series: Series = { widget, times: [], rowsRead: 0, error: null };
  try {
    while (series.times.length < repeat) {
      const { value, ms } = await workload.measure(() => widget.ask());
      series.times.push(ms);
      series.rowsRead = value.rowsRead;
    }
  } catch (error) {
    workload.check();
    if (!(error instanceof AppError)) throw error;
    series.error = error.message;
  }
  return series;
}

function toWidgetTimes({ widget: { id, title, type }, times, rowsRead, error }: Series): WidgetTimes {
  const first = times[0];
  return {
    ...{ id, title, type, ...timesOf(times) },
    first_ms: first === undefined ? null : rounded(first),
    rows_read: rowsRead,
    status: error === null ? "SUCCESS" : "FAILURE",
    error,
  };
}

function timesOfAll(series: readonly Series[], repeat: number): Times {
  const answered = series.filter(({ error }) => error === null);
  const rounds = Array.from({ length: answered.length === 0 ? 0 : repeat }, (_, round) =>
    answered.reduce((sum, { times }) => sum + times[round]!, 0),
  );
  return {
    ...timesOf(rounds),
    rows_read: series.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
    status: answered.length === series.length ? "SUCCESS" : "FAILURE",
  };
}

function timesOf(times: readonly number[]): Pick<Times, "p50_ms" | "p95_ms" | "max_ms"> {
  const at = (share: number) => (times.length === 0 ? null : rounded(percentile(times, share)));
  return { p50_ms: at(0.5), p95_ms: at(0.95), max_ms: at(1) };
}

/** What failed comes before all: nothing is slower than no answer. */
function slowestFirst<Item extends Times>(items: Item[]): Item[] {
  const slowness = ({ status, p50_ms }: Item) => (status === "FAILURE" ? Number.POSITIVE_INFINITY : (p50_ms ?? -1));
  return items.toSorted((a, b) => (slowness(a) === slowness(b) ? 0 : slowness(b) - slowness(a)));
}
