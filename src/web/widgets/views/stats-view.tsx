import { writeNumber } from "../../charts/write-number.ts";
import { words } from "../../words/words.ts";
import { configOf } from "../board-widget.ts";
import type { StatsResult } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import { Nothing } from "./nothing.tsx";
import { Scrolled } from "./scrolled.tsx";
import classes from "./views.module.css";

/** Figures of a field, for each combination of others. */
export function StatsView({ widget, results }: WidgetViewProps<StatsResult>) {
  const { by, functions = ["count"], field } = configOf(widget);
  const { values } = results.totals;
  if (values.length === 0) return <Nothing text={words.widgets.noEvent} />;
  const names = Array.isArray(by) ? by : Object.keys(values[0]!.by);
  return (
    <Scrolled label={widget.title}>
      <table className={classes.table}>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {functions.map((name) => (
              <th key={name} scope="col" className={classes.figure}>
                {name === "count" || field === undefined ? name : words.widgets.figureOf(name, field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {values.map((value) => (
            <tr key={JSON.stringify(value.by)}>
              {names.map((name) => (
                <td key={name} className={classes.cell}>
                  {value.by[name]}
                </td>
              ))}
              {functions.map((name) => (
                <td key={name} className={classes.figure}>
                  {typeof value[name] === "number" ? writeNumber(value[name]) : "–"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
