import { ActionIcon, Button, TextInput, Tooltip } from "@mantine/core";
import { IconUnlink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useState } from "react";
import { Link } from "wouter";
import type { LinkedEvent } from "../../../../api/tasks/linked-schema.ts";
import type { Task } from "../../../../tasks/task-view.ts";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { may, useUser } from "../../../api/session.ts";
import type { LogEvent } from "../../../events/log-event.ts";
import { FailedState } from "../../../states/failed-state.tsx";
import { LoadingState } from "../../../states/loading-state.tsx";
import { exactTime, shortTime } from "../../../time/format-time.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import { words } from "../../../words/words.ts";
import { useLinkedEvents, useTaskChange, useTaskRole } from "../task-data.ts";
import classes from "./task-drawer.module.css";

/** At most this many links are drawn; a query finds the others. */
const shownMax = 50;

/** The events a task is about: what each was when it was linked, and what has become of it. */
export function TaskEvents({ task }: { task: Task }) {
  const linked = useLinkedEvents(task);
  const change = useTaskChange();
  const isKeeper = useTaskRole(task) === "keeper";
  const set = (event_ids: string[]) => change.mutate({ task, changes: { event_ids } });
  const unlink = (id: string) => {
    set(task.event_ids.filter((known) => known !== id));
    toast(words.tasks.unlinked, { action: { label: words.parts.undo, run: () => set(task.event_ids) } });
  };
  return (
    <>
      {task.event_ids.length === 0 && <p className={classes.none}>{words.tasks.noEvents}</p>}
      {linked.error && <FailedState error={linked.error} onRetry={() => void linked.refetch()} />}
      {linked.isLoading && <LoadingState lines={3} />}
      <ul className={classes.events}>
        {linked.data?.objects.slice(0, shownMax).map((event) => (
          <Linked key={event.event_id} linked={event} onUnlink={isKeeper ? unlink : undefined} />
        ))}
      </ul>
      {task.event_ids.length > shownMax && (
        <p className={classes.none}>{words.tasks.moreEvents(task.event_ids.length - shownMax)}</p>
      )}
      {isKeeper && <LinkForm onLink={(id) => set([...task.event_ids, id])} />}
    </>
  );
}

interface LinkedProps {
  linked: LinkedEvent;
  onUnlink?: (id: string) => void;
}

function Linked({ linked: { event_id, linked_at, as_linked: then }, onUnlink }: LinkedProps) {
  const zone = useZone();
  const user = useUser();
  const now = useQuery({
    queryKey: ["event", event_id, "now"],
    queryFn: ({ signal }) => call<LogEvent>("GET", `/api/events/${event_id}`, { signal }),
    enabled: may(user, "search_events"),
  });
  const shown = then ?? now.data;
  const color = shown && ({ "--bar": `var(--bar-${shown.severity})` } as CSSProperties);
  return (
    <li className={classes.event} style={color}>
      <div className={classes.line}>
        {shown && (
          <time title={exactTime(shown.last_occurrence, zone)}>
            {shortTime(Math.floor(shown.last_occurrence), zone)}
          </time>
        )}
        <span className={classes.grow}>{shown && `${shown.host} ${shown.program}`}</span>
        {onUnlink && (
          <Tooltip label={words.tasks.unlink(event_id)}>
            <ActionIcon size={24} aria-label={words.tasks.unlink(event_id)} onClick={() => onUnlink(event_id)}>
              <IconUnlink size={14} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {shown && <p className={classes.message}>{shown.message}</p>}
      <p className={classes.hint}>{sentenceOf(then, now.data, now.error)}</p>
      <div className={classes.line}>
        <span className={classes.grow}>{linked_at !== null && words.tasks.linkedAt(shortTime(linked_at, zone))}</span>
        {now.data && <Link href={addressOf(now.data)}>{words.tasks.showEvent(event_id)}</Link>}
      </div>
    </li>
  );
}

/** Compares the event when it was linked with the event now. */
function sentenceOf(then: LinkedEvent["as_linked"], now: LogEvent | undefined, error: Error | null): string {
  if (then === null) return words.tasks.notKnown;
  if (error instanceof ApiError && error.status === 404) return words.tasks.isGone;
  if (then.counter === null) return "";
  if (now === undefined || now.counter === then.counter) return words.tasks.cameThen(then.counter);
  return words.tasks.thenAndNow(then.counter, now.counter);
}

function addressOf({ id, first_occurrence, last_occurrence }: LogEvent): string {
  return `/search?t=${Math.floor(first_occurrence) - 300}..${Math.ceil(last_occurrence) + 300}&event=${id}`;
}

function LinkForm({ onLink }: { onLink: (id: string) => void }) {
  const [id, setId] = useState("");
  const isNumber = /^(?:0|[1-9]\d{0,15})$/.test(id.trim());
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onLink(id.trim());
        setId("");
      }}
    >
      <TextInput
        aria-label={words.tasks.eventId}
        placeholder={words.tasks.eventId}
        inputMode="numeric"
        value={id}
        error={id.trim() !== "" && !isNumber && words.tasks.notAnEvent}
        onChange={({ target }) => setId(target.value)}
      />
      <Button type="submit" variant="default" h={36} disabled={!isNumber}>
        {words.tasks.link}
      </Button>
    </form>
  );
}
