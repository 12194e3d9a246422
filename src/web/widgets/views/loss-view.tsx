import { type ValueBar, ValueBars } from "../../charts/value-bars.tsx";
import { writeNumber } from "../../charts/write-number.ts";
import { words } from "../../words/words.ts";
import type { LossResult } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import { Nothing } from "./nothing.tsx";
import classes from "./views.module.css";

/** What was received since the first start: what was lost of it and why, and else who sent it. */
export function LossView({ results: { totals } }: WidgetViewProps<LossResult>) {
  const said = words.system;
  if (totals.received === 0) return <Nothing text={said.noSender} />;
  const causes = Object.entries(totals.loss).filter(([, count]) => count > 0);
  const bars = causes.length > 0 ? causes.map(barOfCause(totals.received)) : totals.values.map(barOfSender);
  return (
    <>
      <p className={classes.summary}>
        {totals.lost === 0 ? said.ledgerNone : said.ledgerSome(totals.lost, totals.received)}
      </p>
      <ValueBars bars={bars} />
    </>
  );
}

const barOfCause =
  (received: number) =>
  ([cause, count]: [string, number]): ValueBar => ({
    key: cause,
    name: words.system.causes[cause] ?? cause,
    share: count / received,
    figure: writeNumber(count),
  });

function barOfSender(
  { protocol, source, token, received }: LossResult["totals"]["values"][number],
  _: number,
  [most]: LossResult["totals"]["values"],
): ValueBar {
  return {
    key: `${protocol} ${source} ${token}`,
    name: source,
    more: protocol,
    share: received / Math.max(1, most?.received ?? 1),
    figure: writeNumber(received),
  };
}
