import { ValueBars } from "../../charts/value-bars.tsx";
import { writeNumber, writeShare } from "../../words/formats.ts";
import { words } from "../../words/words.ts";
import type { PatternsResult } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import { Nothing } from "./nothing.tsx";

/** The kinds of messages there are. */
export function PatternsView({ results, actions }: WidgetViewProps<PatternsResult>) {
  const { values } = results.totals;
  if (values.length === 0) return <Nothing text={words.widgets.noEvent} />;
  const most = Math.max(...values.map(({ count }) => count));
  return (
    <ValueBars
      bars={values.map(({ id, text, count, share, is_new }) => ({
        key: id,
        name: text,
        share: count / most,
        more: is_new === true ? words.widgets.new : undefined,
        figure: `${writeNumber(count)} · ${writeShare(share)}`,
        onOpen: actions.onValue && (() => actions.onValue?.({ field: "pattern", value: id })),
      }))}
    />
  );
}
