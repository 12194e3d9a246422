import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "../../db/open-database.ts";
import { type SeenEvent, tasks } from "../../db/schema/tasks.ts";
import type { TriggerRow } from "../../db/schema/triggers.ts";
import { users } from "../../db/schema/users.ts";
import type { StoredEvent } from "../../eventstore/event/event.ts";
import type { NamedEvent } from "../../eventstore/event/event-template.ts";
import { matchEvent } from "../../filter/match-event.ts";
import { compileFilter } from "../../filter/select/compile-filter.ts";
import { keepNotification } from "../../notifications/keep-notification.ts";
import { keepLinked } from "../../tasks/linked-events.ts";
import type { DueAction, OtherEvent } from "../fired-report.ts";
import { defaultTemplates, othersText } from "./message-values.ts";
import { fillSentence, oneLine } from "./template.ts";

/** Actions of a trigger inside this service. Call it in a transaction; epoch seconds. */
export interface LocalAction {
  trigger: TriggerRow;
  action: DueAction;
  values: (name: string) => string;
  now: number;
}

/**
 * Creates a task with the event as evidence, owned by the trigger's owner; an assignee who no longer exists is left
 * out. Gives its number.
 */
export function createTaskOf(db: Db, { trigger, action, values, now }: LocalAction): number {
  const wanted = trigger.createTask!;
  const { event } = action;
  const title =
    oneLine(fillSentence(wanted.title, defaultTemplates.taskTitle, values), titleCharactersMax) || trigger.name;
  const eventIds = event.id === "" ? [] : [event.id];
  const { id } = db
    .insert(tasks)
    .values({
      title,
      description: [`${event.host} ${event.program}\n${event.message}`, othersText(action.others)]
        .filter((part) => part !== "")
        .join("\n\n"),
      status: "new",
      due: wanted.due_in === null ? null : now + wanted.due_in,
      assignedToId: wanted.assigned_to !== null && isActive(db, wanted.assigned_to) ? wanted.assigned_to : null,
      ownerId: trigger.ownerId,
      eventIds,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: tasks.id })
    .get();
  keepLinked(db, id, eventIds, new Map([[event.id, seenEventOf(event)]]), now);
  return id;
}

/** The number of its occurrences is not known here. */
function seenEventOf({ host, program, severity, message, time }: NamedEvent): SeenEvent {
  return { host, program, severity, message, counter: null, first_occurrence: time, last_occurrence: time };
}

/** Notifies users who may see the host of the event, or of another new pattern. Returns their number. */
export function notifyUsers(db: Db, { trigger, action, values, now }: LocalAction): number {
  const people = db
    .select()
    .from(users)
    .where(and(inArray(users.id, trigger.notify), eq(users.isActive, true)))
    .all();
  const { event, others = [] } = action;
  const about: Told = {
    title: fillSentence(notificationTitle, notificationTitle, values),
    text: fillSentence(notificationText, notificationText, values),
    eventId: event.id || null,
  };
  let told = 0;
  for (const { id, hosts } of people) {
    // The owner may see every event that his trigger fires for.
    const sees = ({ host }: { host: string }) =>
      id === trigger.ownerId || matchEvent(compileFilter([], hosts), { host } as StoredEvent);
    const seen = others.filter(sees);
    const found = sees(event) ? { ...about, also: seen } : aboutFirst(trigger, seen);
    if (found === undefined) continue;
    const { title, text, eventId, also } = found;
    keepNotification(db, {
      ...{ userId: id, eventId, createdAt: now },
      title: oneLine(title, titleCharactersMax),
      text: [text, othersText(also)].filter((part) => part !== "").join("\n"),
    });
    told += 1;
  }
  return told;
}

interface Told {
  title: string;
  text: string;
  eventId: string | null;
}

/** For who may see only other new patterns than the one that the message is about: nobody hears of them again. */
function aboutFirst({ name }: TriggerRow, [first, ...also]: readonly OtherEvent[]) {
  if (first === undefined) return undefined;
  const { host, program, message } = first;
  const text = program === "" ? message : `${program}: ${message}`;
  return { title: `${name}: ${host}`, text, eventId: null, also };
}

function isActive(db: Db, userId: number): boolean {
  return db.select({ isActive: users.isActive }).from(users).where(eq(users.id, userId)).get()?.isActive === true;
}

const notificationTitle = `\${trigger_name}: \${host}`;
const notificationText = `\${program} \${severity_name}: \${message}`;
const titleCharactersMax = 255;
