import { ValueBars } from "../../charts/value-bars.tsx";
import { duration, exactTime } from "../../time/format-time.ts";
import { writeNumber } from "../../words/formats.ts";
import { words } from "../../words/words.ts";
import { configOf } from "../board-widget.ts";
import type { LastResult } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import { Nothing } from "./nothing.tsx";

/** The values of a field that were seen last, and how long ago. */
export function LastView({ widget, results, zone, actions }: WidgetViewProps<LastResult>) {
  const { field = "host" } = configOf(widget);
  const { values } = results.totals;
  if (values.length === 0) return <Nothing text={words.widgets.noEventHas(field)} />;
  return (
    <ValueBars
      bars={values.map(({ name, count, last_seen }) => ({
        key: name,
        name,
        share: 0,
        figure: words.widgets.lastSeen(duration(Math.max(0, Date.now() / 1000 - last_seen))),
        more: <span title={exactTime(last_seen, zone)}>{writeNumber(count)}×</span>,
        onOpen: name === "" ? undefined : actions.onValue && (() => actions.onValue?.({ field, value: name })),
      }))}
    />
  );
}
