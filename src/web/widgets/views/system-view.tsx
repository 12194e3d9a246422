import { seriesColor } from "../../charts/series-colors.ts";
import { TimeChart } from "../../charts/time-chart.tsx";
import { type Unit, writeNumber } from "../../charts/write-number.ts";
import { kindOf } from "../board-widget.ts";
import type { SystemResult } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import { Nothing } from "./nothing.tsx";
import classes from "./views.module.css";

/** Of each kind the metrics that people look at; the others have another unit or say the same. */
const shown: Record<string, { unit: Unit; metrics: Record<string, string> }> = {
  System_CPU: { unit: "percent", metrics: { user: "programs", system: "system", iowait: "waits for disks" } },
  System_Memory: { unit: "bytes", metrics: { used: "used", cached: "cached", swap_used: "swap used" } },
  System_DF: { unit: "bytes", metrics: { used: "used", total: "total" } },
  System_IOPS: { unit: "bytes/s", metrics: { read_bytes: "read", written_bytes: "written" } },
  System_Network: { unit: "bytes/s", metrics: { received_bytes: "received", sent_bytes: "sent" } },
};

/** How the host does. */
export function SystemView({ widget, results, zone, actions }: WidgetViewProps<SystemResult>) {
  const { unit, metrics } = shown[kindOf(widget)]!;
  const { details, totals } = results;
  const names = Object.entries(metrics).filter(([metric]) => totals[metric] !== undefined);
  if (names.length === 0) return <Nothing text="Nothing was measured in this time." />;
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
        label={`${widget.title}, over time`}
        onZoom={actions.onZoom}
      />
      <dl className={classes.figures}>
        {names.map(([metric, name]) => (
          <div key={metric}>
            <dt>{name} now</dt>
            <dd>{totals[metric]?.last == null ? "–" : writeNumber(totals[metric].last, unit)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
