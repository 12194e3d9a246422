import { UnstyledButton } from "@mantine/core";
import type { DifferencesResult } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import { Nothing } from "./nothing.tsx";
import { PatternText } from "./pattern-text.tsx";
import { Scrolled } from "./scrolled.tsx";
import classes from "./views.module.css";

/** What distinguishes some events from the rest. */
export function DifferencesView({ widget, results, actions }: WidgetViewProps<DifferencesResult>) {
  const { values, count } = results.totals;
  if (values.length === 0)
    return <Nothing text={count === 0 ? "No such event in this time." : "Nothing distinguishes them from the rest."} />;
  return (
    <Scrolled label={widget.title}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Value</th>
            <th scope="col" className={classes.figure}>
              Of these
            </th>
            <th scope="col" className={classes.figure}>
              Of the rest
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
                  {text === undefined ? name || "(none)" : <PatternText text={text} />}
                </UnstyledButton>
              </td>
              <td className={classes.figure}>{(share * 100).toFixed(1)} %</td>
              <td className={classes.figure}>{(rest_share * 100).toFixed(1)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
