import { TimeChart } from "../../charts/time-chart.tsx";
import { writeNumber } from "../../charts/write-number.ts";
import type { IntakeResult } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import classes from "./views.module.css";

const parts = [
  { key: "new", name: "new", color: "var(--series-0)" },
  { key: "duplicates", name: "repeats", color: "var(--series-6)" },
  { key: "out_of_time", name: "out of time", color: "var(--bar-4)" },
  { key: "dropped", name: "dropped", color: "var(--bar-3)" },
] as const;

/** What came in and what became of it. */
export function IntakeView({ widget, results, zone, actions }: WidgetViewProps<IntakeResult>) {
  const { totals, details } = results;
  return (
    <>
      <TimeChart
        steps={details.map(({ ts_from, ts_to }) => ({ from: ts_from, to: ts_to }))}
        series={parts.map(({ key, name, color }) => ({ name, color, values: details.map((step) => step[key]) }))}
        kind="bars"
        zone={zone}
        label={`${widget.title}, over time`}
        onZoom={actions.onZoom}
      />
      <dl className={classes.figures}>
        {parts.map(({ key, name }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{writeNumber(totals[key])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
