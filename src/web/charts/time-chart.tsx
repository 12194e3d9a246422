import { spanText } from "../time/format-time.ts";
import { leftOfTick, timeTicks } from "../time/time-ticks.ts";
import { words } from "../words/words.ts";
import { type Point, smoothPath } from "./curve.ts";
import classes from "./time-chart.module.css";
import { useBrush } from "./use-brush.ts";
import { numberTicks, type Unit, writeNumber } from "./write-number.ts";

export interface ChartStep {
  from: number;
  to: number;
}

export interface ChartSeries {
  name: string;
  color: string;
  /** One for each step; null where nothing is known. */
  values: readonly (number | null)[];
}

interface TimeChartProps {
  steps: readonly ChartStep[];
  series: readonly ChartSeries[];
  /** Bars are stacked; lines are not. */
  kind: "bars" | "lines";
  unit?: Unit;
  zone: string;
  /** What it shows, for screen readers. */
  label: string;
  /** Called with the part the reader selected; absent where zooming makes no sense. */
  onZoom?: (from: number, to: number) => void;
}

/** Units of the drawing, which is stretched to its place. */
const height = 100;

/** Numbers over time. Drag over a part to zoom into it; with keys: ← → and Shift, then Enter. */
export function TimeChart({ steps, series, kind, unit, zone, label, onZoom }: TimeChartProps) {
  const brush = useBrush(steps.length, (a, b) => onZoom?.(steps[a]!.from, steps[b]!.to));
  const most = mostOf(steps.length, series, kind);
  const ticks = numberTicks(most, unit);
  const top = ticks.at(-1)! || 1;
  if (steps.length === 0) return null;
  const chosen = brush.cursor === undefined ? undefined : steps[brush.cursor];
  return (
    <div className={classes.chart}>
      <div className={classes.scale} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
            {writeNumber(tick, unit)}
          </span>
        ))}
      </div>
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-label={onZoom ? words.frame.chart.zooms(label) : words.frame.chart.moves(label)}
        aria-valuemin={0}
        aria-valuemax={steps.length - 1}
        aria-valuenow={brush.cursor ?? steps.length - 1}
        aria-valuetext={describe(steps, series, brush.cursor ?? steps.length - 1, zone, unit)}
        {...brush.handlers}
      >
        {ticks.map((tick) => (
          <i key={tick} className={classes.line} style={{ bottom: `${(tick / top) * 100}%` }} />
        ))}
        <svg viewBox={`0 0 ${steps.length} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {kind === "bars" ? <Bars series={series} top={top} /> : <Lines series={series} top={top} />}
        </svg>
        <Mark anchor={brush.anchor} cursor={brush.cursor} count={steps.length} />
        {chosen && (
          <div className={classes.reading} style={beside((brush.cursor! + 0.5) / steps.length)} aria-hidden>
            <div className={classes.span}>{spanText(chosen.from, chosen.to, zone)}</div>
            {series.slice(0, readMax).map(({ name, color, values }) => (
              <div key={name} className={classes.entry}>
                <i style={{ background: color }} />
                <span>{name}</span>
                <b>{values[brush.cursor!] == null ? "–" : writeNumber(values[brush.cursor!]!, unit)}</b>
              </div>
            ))}
          </div>
        )}
      </div>
      <div className={classes.axis} aria-hidden>
        {timeTicks(steps[0]!.from, steps.at(-1)!.to, zone, 5).map((tick) => (
          <span key={tick.place} className={classes.tick} style={{ left: leftOfTick(tick) }}>
            {tick.label}
          </span>
        ))}
      </div>
      {series.length > 1 && (
        <ul className={classes.legend}>
          {series.map(({ name, color }) => (
            <li key={name}>
              <i style={{ background: color }} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** No more fit beside the pointer. */
const readMax = 12;

function mostOf(count: number, series: readonly ChartSeries[], kind: "bars" | "lines"): number {
  let most = 0;
  for (let step = 0; step < count; step++) {
    const values = series.map(({ values: all }) => all[step] ?? 0);
    most = Math.max(most, kind === "bars" ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values));
  }
  return most;
}

function Bars({ series, top }: { series: readonly ChartSeries[]; top: number }) {
  const below = new Map<number, number>();
  return series.map(({ name, color, values }) => {
    const path = values.map((value, step) => {
      if (value === null || value === 0) return "";
      const bottom = below.get(step) ?? 0;
      below.set(step, bottom + value);
      const [from, to] = [bottom, bottom + value].map((at) => (height * (1 - at / top)).toFixed(2));
      return `M${step + 0.1} ${from}V${to}h.8V${from}z`;
    });
    return <path key={name} d={path.join("")} fill={color} />;
  });
}

function Lines({ series, top }: { series: readonly ChartSeries[]; top: number }) {
  return series.map(({ name, color, values }) => (
    <path key={name} className={classes.curve} d={runsOf(values, top).map(smoothPath).join("")} stroke={color} />
  ));
}

/** A line breaks off where nothing is known. */
function runsOf(values: readonly (number | null)[], top: number): Point[][] {
  const runs: Point[][] = [[]];
  for (const [step, value] of values.entries())
    if (value === null) runs.push([]);
    else runs.at(-1)!.push([step + 0.5, height * (1 - value / top)]);
  return runs.filter((run) => run.length > 0);
}

function Mark({ anchor, cursor, count }: { anchor?: number; cursor?: number; count: number }) {
  if (cursor === undefined) return null;
  const [from, to] = [Math.min(anchor ?? cursor, cursor), Math.max(anchor ?? cursor, cursor) + 1];
  const style = { left: `${(from / count) * 100}%`, width: `${((to - from) / count) * 100}%` };
  return <div className={anchor === undefined ? classes.cursor : classes.brush} style={style} />;
}

function beside(place: number) {
  return place < 0.5 ? { left: `calc(${place * 100}% + 12px)` } : { right: `calc(${(1 - place) * 100}% + 12px)` };
}

function describe(
  steps: readonly ChartStep[],
  series: readonly ChartSeries[],
  at: number,
  zone: string,
  unit: Unit | undefined,
): string {
  const { from, to } = steps[at]!;
  const said = series.slice(0, readMax).map(({ name, values }) => `${name} ${writeNumber(values[at] ?? 0, unit)}`);
  return `${spanText(from, to, zone)}: ${said.join(", ")}`;
}
