import { words } from "../../words/words.ts";
import { configOf } from "../board-widget.ts";
import { ChangesTable } from "../changes-table.tsx";
import type { ChangesResult } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import { Nothing } from "./nothing.tsx";
import { Scrolled } from "./scrolled.tsx";

/** Values that are new, gone, more or less frequent than before. */
export function ChangesView({ widget, results, actions }: WidgetViewProps<ChangesResult>) {
  const by = configOf(widget).by;
  const field = typeof by === "string" ? by : "pattern";
  const { values, compared } = results.totals;
  if (values.length === 0)
    return <Nothing text={compared === 0 ? words.widgets.changes.neither : words.widgets.changes.nothing} />;
  return (
    <Scrolled label={widget.title}>
      <ChangesTable
        values={values}
        field={field}
        onOpen={actions.onValue && ((value) => actions.onValue?.({ field, value }))}
      />
    </Scrolled>
  );
}
