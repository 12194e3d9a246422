import { Link } from "wouter";
import { may, useUser } from "../api/session.ts";
import type { LogEvent } from "../events/log-event.ts";
import { EmptyState } from "../states/empty-state.tsx";
import { exactTime, shortTime } from "../time/format-time.ts";
import { useZone } from "../time/zone.ts";
import { words } from "../words/words.ts";
import classes from "./event-drawer.module.css";

/** Lists the triggers that fired for the event, with the marks and notes they left. */
export function FiredTriggers({ event }: { event: LogEvent }) {
  const zone = useZone();
  const user = useUser();
  if (event.triggers_fired_count === 0) return <EmptyState title={words.event.noTrigger} />;
  return (
    <ul className={classes.triggers}>
      {event.triggers_fired_data.map(({ id, name, mark_actionable, mark_known, note_text, fired_at }) => (
        <li key={`${id} ${fired_at}`}>
          {may(user, "manage_triggers") ? <Link href={`/triggers/${id}`}>{name}</Link> : <b>{name}</b>}{" "}
          <time className={classes.faint} title={exactTime(fired_at, zone)}>
            {shortTime(Math.floor(fired_at), zone)}
          </time>
          {mark_actionable && <p>{words.event.actionable}</p>}
          {mark_known && !mark_actionable && <p>{words.event.known}</p>}
          {note_text !== "" && <p className={classes.note}>{note_text}</p>}
        </li>
      ))}
    </ul>
  );
}
