import { TimeChart } from "../../charts/time-chart.tsx";
import { writeNumber } from "../../charts/write-number.ts";
import { configOf } from "../board-widget.ts";
import type { RateResult } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import { Badge } from "./badge.tsx";
import classes from "./views.module.css";

/** How many events when, or how many in all. */
export function RateView({ widget, results, zone, actions }: WidgetViewProps<RateResult>) {
  const { totals, details } = results;
  const config = configOf(widget);
  const figures = (
    [
      ["show_last", "last", totals.last],
      ["show_min", "min", totals.min],
      ["show_avg", "avg", totals.avg],
      ["show_max", "max", totals.max],
    ] as const
  ).filter(([flag]) => config[flag] === true);
  const said = figures.map(([, name, value]) => ({ name, text: writeNumber(value) }));
  if (config.view_type === "badge")
    return <Badge value={totals.sum} counts={details.map(({ count }) => count)} figures={said} />;
  return (
    <>
      <TimeChart
        steps={details.map(({ ts_from, ts_to }) => ({ from: ts_from, to: ts_to }))}
        series={[{ name: "Events", color: "var(--series-0)", values: details.map(({ count }) => count) }]}
        kind={config.view_type === "time_chart_splines" ? "lines" : "bars"}
        zone={zone}
        label={`${widget.title}, over time`}
        onZoom={actions.onZoom}
      />
      {said.length > 0 && (
        <dl className={classes.figures}>
          {said.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
