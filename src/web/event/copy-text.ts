import type { LogEvent } from "../events/log-event.ts";
import { exactTime } from "../time/format-time.ts";

/** The event as one log line. */
export function eventAsText(event: LogEvent, zone: string): string {
  const { host, program, severity_name, message } = event;
  return `${exactTime(event.last_occurrence, zone)} ${host} ${program} ${severity_name}: ${message}`;
}

export function eventAsJson({ actions: _, ...event }: LogEvent): string {
  return JSON.stringify(event, null, 2);
}

/** A command that reads it again; the token is the reader's own to fill in. */
export function eventAsCurl({ id }: LogEvent, origin: string): string {
  return `curl -H "Authorization: token $VIGIE_TOKEN" '${origin}/api/events/${id}'`;
}

/** A link that opens the event, whatever its time. */
export function eventAsLink({ id, first_occurrence, last_occurrence }: LogEvent, origin: string): string {
  const [from, to] = [Math.floor(first_occurrence) - 300, Math.ceil(last_occurrence) + 300];
  return `${origin}/search?t=${from}..${to}&event=${id}`;
}
