import { seriesColor } from "../../charts/series-colors.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { type Unit, writeNumber } from "../../charts/write-number.ts";
import { words } from "../../words/words.ts";
import { kindOf } from "../board-widget.ts";
import type { SystemResult } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import { Nothing } from "./nothing.tsx";
import classes from "./views.module.css";

type Metric = keyof typeof words.widgets.system.metrics;

/** The metrics of each kind that people look at; the others have another unit or say the same. */
const shown: Record<string, { unit: Unit; metrics: readonly Metric[] }> = {
  System_CPU: { unit: "percent", metrics: ["user", "system", "iowait"] },
  System_Memory: { unit: "bytes", metrics: ["used", "cached", "swap_used"] },
  System_DF: { unit: "bytes", metrics: ["used", "total"] },
  System_IOPS: { unit: "bytes/s", metrics: ["read_bytes", "written_bytes"] },
  System_Network: { unit: "bytes/s", metrics: ["received_bytes", "sent_bytes"] },
};

/** Metrics of the host. */
export function SystemView({ widget, results, zone, actions }: WidgetViewProps<SystemResult>) {
  const { unit, metrics } = shown[kindOf(widget)]!;
  const { details, totals } = results;
  const said = words.widgets.system;
  const names = metrics
    .filter((metric) => totals[metric] !== undefined)
    .map((metric) => [metric, said.metrics[metric]] as const);
  if (names.length === 0) return <Nothing text={said.nothing} />;
  return (
    <>
      <TimeChart
        steps={details.map(({ ts_from, ts_to }) => ({ from: ts_from, to: ts_to }))}
        series={names.map(([metric, name], index) => ({
          name,
          color: seriesColor(index, name),
          values: details.map((step) => step[metric] ?? null),
        }))}
        kind="lines"
        unit={unit}
        zone={zone}
        label={words.widgets.overTime(widget.title)}
        onZoom={actions.onZoom}
      />
      <dl className={classes.figures}>
        {names.map(([metric, name]) => (
          <div key={metric}>
            <dt>{said.now(name)}</dt>
            <dd>{totals[metric]?.last == null ? "–" : writeNumber(totals[metric].last, unit)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
