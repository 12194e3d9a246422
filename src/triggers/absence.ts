import type { AbsenceRow } from "../db/schema/absences.ts";
import type { TriggerAbsence } from "../db/schema/triggers.ts";
import type { DueAction } from "./fired-report.ts";
import { absencesToldSinglyMax, evidenceCharactersMax } from "./limits.ts";

/** A value that is waited for; "" for any event. Epoch seconds, null: never. */
export interface Seen {
  value: string;
  lastSeen: number | null;
}

export interface AbsenceChanges {
  gone: Seen[];
  /** With the time of each one's last event before the absence. */
  back: AbsenceRow[];
}

/**
 * Finds values that stay away and were not reported yet, and reported ones that are back. `seen`: all values with a
 * recent event, each with its last one. `since`: no absence can have begun earlier.
 */
export function findChanges(
  seen: readonly Seen[],
  told: readonly AbsenceRow[],
  { seconds, now, since }: { seconds: number; now: number; since: number },
): AbsenceChanges {
  const toldOf = new Map(told.map((row) => [row.value, row]));
  const limit = now - seconds;
  const gone = seen.filter(({ value, lastSeen }) => !toldOf.has(value) && (lastSeen ?? since) <= limit);
  const back = seen.flatMap(({ value, lastSeen }) => {
    const row = toldOf.get(value);
    return row !== undefined && lastSeen !== null && lastSeen > limit ? [row] : [];
  });
  return { gone, back };
}

/** Values reported in one message, since there are many. */
export interface AbsenceMessage {
  values: readonly Seen[];
  action: DueAction;
}

/** One message for each of the first; the rest share one. */
export function messagesAboutGone(
  triggerId: number,
  absence: TriggerAbsence,
  values: readonly Seen[],
  now: number,
): AbsenceMessage[] {
  const most = values.length > absencesToldSinglyMax ? absencesToldSinglyMax - 1 : values.length;
  const groups = [...values.slice(0, most).map((seen) => [seen]), values.slice(most)];
  const about = { triggerId, absence, now, isOver: false };
  return groups.flatMap((group) => (isFilled(group) ? [messageAbout(group, about)] : []));
}

/**
 * Ends of absences: a message for each that had one, the longest told first; those beyond wait for the next look,
 * because each ends an incident. All that shared a message share one again, and their incident ends with the last of
 * them. `told`: all that are reported, these included.
 */
export function messagesAboutBack(
  triggerId: number,
  absence: TriggerAbsence,
  { back, told }: { back: readonly AbsenceRow[]; told: readonly AbsenceRow[] },
  now: number,
): AbsenceMessage[] {
  const about = { triggerId, absence, now, isOver: true };
  const single = back.filter(({ isShared }) => !isShared).sort((a, b) => a.toldAt - b.toldAt);
  const messages = single.slice(0, absencesToldSinglyMax).map((row) => messageAbout([row], about));
  const shared = back.filter(({ isShared }) => isShared);
  if (!isFilled(shared)) return messages;
  const areLast = told.filter(({ isShared }) => isShared).length === shared.length;
  return [...messages, messageAbout(shared, about, areLast ? "" : shared[0].value)];
}

function isFilled<T>(group: readonly T[]): group is readonly [T, ...T[]] {
  return group.length > 0;
}

/** `incident`: the value that it is of; "" for what several share. */
function messageAbout(
  values: readonly [Seen, ...Seen[]],
  about: { triggerId: number; absence: TriggerAbsence; now: number; isOver: boolean },
  incident = values.length === 1 ? values[0].value : "",
): AbsenceMessage {
  const { triggerId, absence, now, isOver } = about;
  const { field, seconds } = absence;
  const [{ value, lastSeen }] = values;
  const isOne = values.length === 1;
  const what = field === null ? "" : ` of ${field} ${isOne ? value : `${values.length} more values`}`;
  const list = isOne ? "" : `: ${values.map((seen) => seen.value).join(", ")}`;
  const last = !isOne || lastSeen === null ? "" : ` The last one before came at ${isoTime(lastSeen)}.`;
  const message = isOver
    ? `Events${what} come again${list}.${last}`
    : `No event${what} for ${durationText(seconds)}${list}.${last}`;
  const action = actionOf({ triggerId, field, value: isOne ? value : "", message, now, isOver });
  return { values, action: { ...action, about: incident } };
}

function actionOf(about: {
  triggerId: number;
  field: string | null;
  value: string;
  message: string;
  now: number;
  isOver: boolean;
}): DueAction {
  const { triggerId, field, value, now, isOver } = about;
  const isBase = field === "host" || field === "program";
  return {
    triggerId,
    firedCount: 1,
    isOver,
    event: {
      id: "",
      time: now,
      host: field === "host" ? value : "",
      program: field === "program" ? value : "",
      severity: isOver ? 6 : 4,
      facility: 1,
      message: about.message.slice(0, evidenceCharactersMax).toWellFormed(),
      tags: field === null || isBase ? [] : [field, value],
    },
  };
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** "90 s", "5 min", "26 h", "3 d": in the largest unit that divides it. */
export function durationText(seconds: number): string {
  for (const [unit, size] of units) if (seconds % size === 0) return `${seconds / size} ${unit}`;
  return `${seconds} s`;
}

const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
] as const;
