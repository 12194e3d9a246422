import { facilityNames, severityNames } from "../../eventstore/event/event.ts";
import type { DueAction, Evidence } from "../fired-report.ts";

/**
 * What templates may name: fields of the event and its tags by their names (`tag:` in front where a tag has the name of
 * another value), the trigger, and how often it fired since it last acted. "" for what is not there.
 */
export function messageValues(
  { firedCount, event, isOver }: DueAction,
  trigger: { id: number; name: string },
  publicUrl: string,
): (name: string) => string {
  const values: Record<string, string> = {
    id: event.id,
    time: new Date(event.time * 1000).toISOString(),
    ts: String(event.time),
    host: event.host,
    program: event.program,
    message: event.message,
    severity: String(event.severity),
    severity_name: severityNames[event.severity] ?? "",
    facility: String(event.facility),
    facility_name: facilityNames[event.facility] ?? "",
    trigger_id: String(trigger.id),
    trigger_name: trigger.name,
    count: String(firedCount),
    happened: isOver ? "is over" : `fired (${firedCount} times since the last message)`,
    state: isOver ? "over" : "fired",
    url: publicUrl === "" || event.id === "" ? "" : `${publicUrl}/api/events/${event.id}`,
  };
  return (name) => {
    if (Object.hasOwn(values, name)) return values[name]!;
    return tagOf(event, name.startsWith("tag:") ? name.slice("tag:".length) : name);
  };
}

function tagOf({ tags }: Evidence, name: string): string {
  for (let i = 0; i < tags.length; i += 2) if (tags[i] === name) return tags[i + 1]!;
  return "";
}

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
  webhook: `{"state": "\${state}", "trigger": {"id": \${trigger_id}, "name": "\${trigger_name}"}, "count": \${count}, "event": {"id": "\${id}", "ts": \${ts}, "time": "\${time}", "host": "\${host}", "program": "\${program}", "severity": \${severity}, "severity_name": "\${severity_name}", "facility": \${facility}, "message": "\${message}"}, "url": "\${url}"}`,
};
