import { configOf } from "../board-widget.ts";
import { ChangesTable } from "../changes-table.tsx";
import type { ChangesResult } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import { Nothing } from "./nothing.tsx";
import classes from "./views.module.css";

/** What is new, gone, more or less than before. */
export function ChangesView({ widget, results, actions }: WidgetViewProps<ChangesResult>) {
  const by = configOf(widget).by;
  const field = typeof by === "string" ? by : "pattern";
  const { values, compared } = results.totals;
  if (values.length === 0)
    return <Nothing text={compared === 0 ? "No event in either time." : "Nothing changed beyond chance."} />;
  return (
    <div className={classes.scroll}>
      <ChangesTable values={values} field={field} onOpen={(value) => actions.onValue({ field, value })} />
    </div>
  );
}
