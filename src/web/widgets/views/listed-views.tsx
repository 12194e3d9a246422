import { UnstyledButton } from "@mantine/core";
import { Link } from "wouter";
import { wordsOf } from "../../api/notifications.ts";
import { exactTime, shortTime } from "../../time/format-time.ts";
import { words } from "../../words/words.ts";
import type { ListedNotification, ListedTask } from "../results.ts";
import type { WidgetViewProps } from "../widget-view-props.ts";
import { Nothing } from "./nothing.tsx";
import { Scrolled } from "./scrolled.tsx";
import classes from "./views.module.css";

/** Tasks of people. */
export function TasksView({ widget, results, zone }: WidgetViewProps<ListedTask[]>) {
  const said = words.widgets.tasks;
  if (results.length === 0) return <Nothing text={said.none} />;
  return (
    <Scrolled label={widget.title}>
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
    </Scrolled>
  );
}

/** Notifications of triggers and of the service itself. */
export function NotificationsView({ widget, results, zone, actions }: WidgetViewProps<ListedNotification[]>) {
  if (results.length === 0) return <Nothing text={words.widgets.noNotification} />;
  return (
    <Scrolled label={widget.title}>
      <ul className={classes.list}>
        {results.map((note) => (
          <li key={note.id} className={classes.entry}>
            <Told note={note} onEvent={actions.onEvent} />
            <time className={classes.faint} title={exactTime(note.created_at, zone)}>
              {shortTime(note.created_at, zone)}
            </time>
          </li>
        ))}
      </ul>
    </Scrolled>
  );
}

function Told({ note, onEvent }: { note: ListedNotification; onEvent: ((id: string) => void) | undefined }) {
  const { event_id, link } = note;
  const { title, text } = wordsOf(note);
  const content = (
    <>
      <b>{title}</b> <span className={classes.faint}>{text}</span>
    </>
  );
  if (link !== null)
    return (
      <Link className={classes.grow} href={link}>
        {content}
      </Link>
    );
  const open = event_id === null ? undefined : () => onEvent?.(event_id);
  return (
    <UnstyledButton className={classes.grow} disabled={open === undefined} onClick={open}>
      {content}
    </UnstyledButton>
  );
}
