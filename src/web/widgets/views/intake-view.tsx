import { TimeChart } from "../../charts/time-chart.tsx";
import { writeNumber } from "../../charts/write-number.ts";
import { words } from "../../words/words.ts";
import type { IntakeResult } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import classes from "./views.module.css";

const parts = [
  { key: "new", color: "var(--series-0)" },
  { key: "duplicates", color: "var(--series-6)" },
  { key: "out_of_time", color: "var(--bar-4)" },
  { key: "dropped", color: "var(--bar-3)" },
] as const;

/** Events that came in, and what became of them. */
export function IntakeView({ widget, results, zone, actions }: WidgetViewProps<IntakeResult>) {
  const { totals, details } = results;
  return (
    <>
      <TimeChart
        steps={details.map(({ ts_from, ts_to }) => ({ from: ts_from, to: ts_to }))}
        series={parts.map(({ key, color }) => ({
          name: words.widgets.intake[key],
          color,
          values: details.map((step) => step[key]),
        }))}
        kind="bars"
        zone={zone}
        label={words.widgets.overTime(widget.title)}
        onZoom={actions.onZoom}
      />
      <dl className={classes.figures}>
        {parts.map(({ key }) => (
          <div key={key}>
            <dt>{words.widgets.intake[key]}</dt>
            <dd>{writeNumber(totals[key])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
