import { severityNames } from "../../../eventstore/event/event.ts";
import { sentFields } from "../../../parser-rules/sent-fields.ts";
import { readForeignTime } from "../event-time.ts";
import { findForeignName, protocolNames, severityInText } from "../foreign-names.ts";
import { copyOf, isObject, type Json } from "../json-dialects/json-values.ts";

/**
 * An event in the words of `POST /incoming` without the fields that its envelope says (bits of `sentFields`): they are
 * tags, as a name of others is that is not needed. Times are kept aside: as tags they would make each repeat an event.
 * A key against retries is the envelope's alone.
 */
export function withoutSaid(event: Json, said: number): Record<string, unknown> {
  const tags = copyOf(isObject(event.user_tags) ? event.user_tags : {});
  const extra = copyOf(isObject(event.extra_fields) ? event.extra_fields : {});
  const left = copyOf({});
  for (const name in event) {
    const value = event[name];
    if (value === undefined || value === "" || (isOwnObject(name) && isObject(value))) continue;
    if (isOwnObject(name)) {
      tags[name] ??= value;
      continue;
    }
    const field = fieldOf(name, value);
    if (field === undefined || (field !== "event_id" && (said & sentFields[field]) === 0)) left[name] = value;
    else if (value === null) continue;
    else if (field === "time") extra[name] ??= value;
    else if (name === severityInText) tags.level ??= severityNames[Number(value)]?.toLowerCase() ?? value;
    else tags[name] ??= value;
  }
  left.user_tags = tags;
  left.extra_fields = extra;
  return left;
}

function isOwnObject(name: string): boolean {
  return name === "user_tags" || name === "extra_fields";
}

/** The field that the name means whatever stands beside it; other names that mean one yield to it by themselves. */
function fieldOf(
  name: string,
  value: unknown,
): "time" | "host" | "program" | "severity" | "facility" | "event_id" | undefined {
  if (name === "event_id" || name === severityInText) return name === "event_id" ? name : "severity";
  const foreign = findForeignName(name, protocolNames);
  if (foreign?.target === "time")
    return foreign.beside === undefined && (value === null || readForeignTime(value) !== undefined)
      ? "time"
      : undefined;
  const isOwn = foreign?.rank === -1 && foreign.target !== "message" && !isObject(value);
  return isOwn ? (foreign.target as "host") : undefined;
}
