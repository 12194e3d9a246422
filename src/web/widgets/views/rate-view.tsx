import { TimeChart } from "../../charts/time-chart.tsx";
import { writeNumber } from "../../charts/write-number.ts";
import { words } from "../../words/words.ts";
import { configOf } from "../board-widget.ts";
import type { RateResult } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import { Badge } from "./badge.tsx";
import classes from "./views.module.css";

/** Events over time, or their number in all. */
export function RateView({ widget, results, zone, actions }: WidgetViewProps<RateResult>) {
  const said = words.widgets.rate;
  const { totals, details } = results;
  const config = configOf(widget);
  const figures = (
    [
      ["show_last", said.last, totals.last],
      ["show_min", said.min, totals.min],
      ["show_avg", said.avg, totals.avg],
      ["show_max", said.max, totals.max],
    ] as const
  ).filter(([flag]) => config[flag] === true);
  const shown = figures.map(([, name, value]) => ({ name, text: writeNumber(value) }));
  if (config.view_type === "badge")
    return <Badge value={totals.sum} counts={details.map(({ count }) => count)} figures={shown} />;
  return (
    <>
      <TimeChart
        steps={details.map(({ ts_from, ts_to }) => ({ from: ts_from, to: ts_to }))}
        series={[{ name: words.widgets.events, color: "var(--series-0)", values: details.map(({ count }) => count) }]}
        kind={config.view_type === "time_chart_splines" ? "lines" : "bars"}
        zone={zone}
        label={words.widgets.overTime(widget.title)}
        onZoom={actions.onZoom}
      />
      {shown.length > 0 && (
        <dl className={classes.figures}>
          {shown.map(({ name, text }) => (
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
