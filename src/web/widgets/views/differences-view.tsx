import { UnstyledButton } from "@mantine/core";
import { writeShare } from "../../words/formats.ts";
import { words } from "../../words/words.ts";
import type { DifferencesResult } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import { Nothing } from "./nothing.tsx";
import { PatternText } from "./pattern-text.tsx";
import { Scrolled } from "./scrolled.tsx";
import classes from "./views.module.css";

/** Lists what distinguishes some events from the rest. */
export function DifferencesView({ widget, results, actions }: WidgetViewProps<DifferencesResult>) {
  const said = words.widgets.differences;
  const { values, count } = results.totals;
  if (values.length === 0) return <Nothing text={count === 0 ? words.widgets.noSuchEvent : said.nothing} />;
  return (
    <Scrolled label={widget.title}>
      <table className={classes.differences}>
        <thead>
          <tr>
            <th scope="col">{said.field}</th>
            <th scope="col">{said.value}</th>
            <th scope="col" className={classes.figure}>
              {said.ofThese}
            </th>
            <th scope="col" className={classes.figure}>
              {said.ofTheRest}
            </th>
          </tr>
        </thead>
        <tbody>
          {values.map(({ field, name, text, share, rest_share }) => (
            <tr key={`${field} ${name}`}>
              <td className={classes.faint}>{field}</td>
              <td className={classes.message}>
                <UnstyledButton
                  className={classes.open}
                  disabled={name === "" || actions.onValue === undefined}
                  onClick={() => actions.onValue?.({ field, value: name })}
                >
                  {text === undefined ? name || words.widgets.none : <PatternText text={text} />}
                </UnstyledButton>
              </td>
              <td className={classes.figure}>{writeShare(share)}</td>
              <td className={classes.figure}>{writeShare(rest_share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
