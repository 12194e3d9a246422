import { eventValues } from "../../eventstore/event/event-template.ts";
import type { DueAction, OtherEvent } from "../fired-report.ts";
import { oneLine } from "./template.ts";

/**
 * Values that templates may name: the event and its tags as in `eventValues`, the trigger, how often it fired since it
 * last acted, and `others`; `url` is the page that shows the event.
 */
export function messageValues(
  { firedCount, event, isOver, others }: DueAction,
  trigger: { id: number; name: string },
  publicUrl: string,
): (name: string) => string {
  const values: Record<string, string> = {
    trigger_id: String(trigger.id),
    trigger_name: trigger.name,
    count: String(firedCount),
    happened: isOver ? "is over" : firedText(firedCount),
    state: isOver ? "over" : "fired",
    others: othersText(others),
    url: publicUrl === "" || event.id === "" ? "" : publicUrl + pageOf(event),
  };
  const ofEvent = eventValues(event);
  return (name) => (Object.hasOwn(values, name) ? values[name]! : ofEvent(name));
}

/** Opens the event among its neighbours; as `eventAsLink` of the page. */
function pageOf({ id, time }: DueAction["event"]): string {
  return `/search?t=${Math.floor(time) - aroundSeconds}..${Math.ceil(time) + aroundSeconds}&event=${id}`;
}

const aroundSeconds = 300;

function firedText(firedCount: number): string {
  return firedCount > 1 ? `fired (${firedCount} times since the last message)` : "fired";
}

/** Other new patterns, a line each; "" for none. */
export function othersText(others: readonly OtherEvent[] = []): string {
  if (others.length === 0) return "";
  const lines = others.map(({ host, program, message }) =>
    oneLine(`${program === "" ? host : `${host} ${program}`}: ${message}`, lineCharactersMax),
  );
  return ["Also new:", ...lines].join("\n");
}

const lineCharactersMax = 400;

/** The message when no template is given. */
export const defaultTemplates = {
  taskTitle: `\${trigger_name}: \${host} \${message}`,
  subject: `\${trigger_name}: \${host}`,
  mail: `\${trigger_name} \${happened}.

Time:     \${time}
Host:     \${host}
Program:  \${program}
Severity: \${severity_name}
Event:    \${id} \${url}

\${message}
`,
  /** The event's line, for services that make the rest of the body. */
  service: `\${time} \${host} \${program}: \${message}`,
  webhook: `{"state": "\${state}", "trigger": {"id": \${trigger_id}, "name": "\${trigger_name}"}, "count": \${count}, "event": {"id": "\${id}", "ts": \${ts}, "time": "\${time}", "host": "\${host}", "program": "\${program}", "severity": \${severity}, "severity_name": "\${severity_name}", "facility": \${facility}, "message": "\${message}"}, "others": "\${others}", "url": "\${url}"}`,
};
