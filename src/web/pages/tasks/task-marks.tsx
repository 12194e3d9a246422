import { IconCalendar, IconCalendarExclamation, IconLink, IconMessage } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Task } from "../../../tasks/task-view.ts";
import { peopleSource } from "../../people/people-source.ts";
import { nameOf, usePeople } from "../../people/use-people.ts";
import { shortTime } from "../../time/format-time.ts";
import { useZone } from "../../time/zone.ts";
import { writeNumber } from "../../words/formats.ts";
import { words } from "../../words/words.ts";
import classes from "./task-marks.module.css";

/** The line below a card's title: due date, assignee, number of events and comments. */
export function TaskMarks({ task }: { task: Task }) {
  return (
    <span className={classes.marks}>
      <Due task={task} />
      {task.comments_count > 0 && (
        <span className={classes.mark} title={words.tasks.commentsCount(task.comments_count)}>
          <IconMessage size={13} aria-hidden /> {writeNumber(task.comments_count)}
        </span>
      )}
      {task.event_ids.length > 0 && (
        <span className={classes.mark} title={words.tasks.eventsCount(task.event_ids.length)}>
          <IconLink size={13} aria-hidden /> {writeNumber(task.event_ids.length)}
        </span>
      )}
      <span className={classes.who}>
        <Assignee task={task} />
      </span>
    </span>
  );
}

export function Due({ task: { due, is_overdue } }: { task: Task }) {
  const zone = useZone();
  if (due === null) return null;
  const Icon = is_overdue ? IconCalendarExclamation : IconCalendar;
  return (
    <span className={classes.mark} data-overdue={is_overdue} title={is_overdue ? words.tasks.overdue : words.tasks.due}>
      <Icon size={13} aria-hidden /> {shortTime(due - (due % 60), zone)}
      {is_overdue && <span className={classes.hidden}>, {words.tasks.overdue}</span>}
    </span>
  );
}

export function Assignee({ task: { assigned_to } }: { task: Task }) {
  const people = usePeople();
  if (assigned_to === null) return null;
  const person = people.data?.find(({ id }) => id === assigned_to);
  if (person !== undefined) return <>{nameOf(person)}</>;
  return people.data === undefined ? null : <FarAssignee id={assigned_to} />;
}

/** A service may have more people than the page knows at once. */
function FarAssignee({ id }: { id: number }) {
  const found = useQuery({
    queryKey: [peopleSource.key, "choice", String(id)],
    queryFn: ({ signal }) => peopleSource.get(String(id), signal),
    staleTime: 60_000,
  });
  return <>{found.data?.label ?? words.parts.unknownUser(id)}</>;
}
