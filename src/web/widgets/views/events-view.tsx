import { UnstyledButton } from "@mantine/core";
import { titleOfColumn } from "../../events/columns.ts";
import { fieldText, type LogEvent } from "../../events/log-event.ts";
import { severities } from "../../theme/severity.ts";
import { clockTime, dayAndClock, exactTime } from "../../time/format-time.ts";
import { words } from "../../words/words.ts";
import { configOf } from "../board-widget.ts";
import type { EventsResult } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import { Nothing } from "./nothing.tsx";
import { Scrolled } from "./scrolled.tsx";
import classes from "./views.module.css";

const usualColumns = ["host", "program"];
const day = 86_400;

/** Events below each other; one click opens one. */
export function EventsView({ widget, results, zone, actions }: WidgetViewProps<EventsResult>) {
  const { columns = usualColumns } = configOf(widget);
  const { objects } = results.events;
  if (objects.length === 0) return <Nothing text={words.widgets.noEvent} />;
  const withDays = results.totals.ts_to - results.totals.ts_from > day / 2;
  const fields = columns.filter(
    (field) => !["message", "last_occurrence", "severity", "severity_name"].includes(field),
  );
  return (
    <Scrolled label={widget.title}>
      <table className={classes.events}>
        <thead>
          <tr>
            <th scope="col">{words.widgets.time}</th>
            <th scope="col">{words.widgets.level}</th>
            {fields.map((field) => (
              <th key={field} scope="col">
                {titleOfColumn(field)}
              </th>
            ))}
            <th scope="col">{words.widgets.message}</th>
          </tr>
        </thead>
        <tbody>
          {objects.map((event) => (
            <Row
              key={event.id}
              event={event}
              fields={fields}
              zone={zone}
              withDays={withDays}
              onOpen={actions.onEvent}
            />
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

interface RowProps {
  event: LogEvent;
  fields: readonly string[];
  zone: string;
  withDays: boolean;
  onOpen: ((id: string) => void) | undefined;
}

function Row({ event, fields, zone, withDays, onOpen }: RowProps) {
  return (
    <tr data-severity={event.severity}>
      <td className={classes.time} title={exactTime(event.last_occurrence, zone)}>
        {(withDays ? dayAndClock : clockTime)(event.last_occurrence, zone)}
      </td>
      <td className={classes.level} style={{ color: `var(--severity-${event.severity})` }}>
        {severities[event.severity]?.short}
      </td>
      {fields.map((field) => (
        <td key={field} className={classes.cell}>
          {fieldText(event, field)}
        </td>
      ))}
      <td className={classes.message}>
        <UnstyledButton className={classes.open} disabled={onOpen === undefined} onClick={() => onOpen?.(event.id)}>
          {event.message.split("\n", 1)[0]}
        </UnstyledButton>
      </td>
    </tr>
  );
}
