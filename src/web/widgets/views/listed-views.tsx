import { UnstyledButton } from "@mantine/core";
import { exactTime, shortTime } from "../../time/format-time.ts";
import { words } from "../../words/words.ts";
import type { ListedNotification, ListedTask } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import { Nothing } from "./nothing.tsx";
import classes from "./views.module.css";

/** What people have to do. */
export function TasksView({ results, zone }: WidgetViewProps<ListedTask[]>) {
  const said = words.widgets.tasks;
  if (results.length === 0) return <Nothing text={said.none} />;
  return (
    <ul className={classes.list}>
      {results.map(({ id, title, status, due, is_overdue }) => (
        <li key={id} className={classes.entry}>
          <span className={classes.grow}>
            {title} <span className={classes.faint}>#{id}</span>
          </span>
          {due !== null && (
            <time className={is_overdue ? classes.late : classes.faint} title={exactTime(due, zone)}>
              {(is_overdue ? said.wasDue : said.due)(shortTime(due, zone))}
            </time>
          )}
          <span className={classes.status}>{said.statuses[status] ?? status}</span>
        </li>
      ))}
    </ul>
  );
}

/** What triggers told. */
export function NotificationsView({ results, zone, actions }: WidgetViewProps<ListedNotification[]>) {
  if (results.length === 0) return <Nothing text={words.widgets.noNotification} />;
  return (
    <ul className={classes.list}>
      {results.map(({ id, title, text, event_id, created_at }) => (
        <li key={id} className={classes.entry}>
          <UnstyledButton
            className={classes.grow}
            disabled={event_id === null}
            onClick={() => event_id !== null && actions.onEvent?.(event_id)}
          >
            <b>{title}</b> <span className={classes.faint}>{text}</span>
          </UnstyledButton>
          <time className={classes.faint} title={exactTime(created_at, zone)}>
            {shortTime(created_at, zone)}
          </time>
        </li>
      ))}
    </ul>
  );
}
