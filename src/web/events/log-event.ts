import type { z } from "zod";
import type { event } from "../../query/parse/event-schema.ts";

/** An event as the API answers it. */
export type LogEvent = z.output<typeof event>;

/** The text of a field of an event: a base field, or a tag; "" when it has none. */
export function fieldText(event: LogEvent, field: string): string {
  if (Object.hasOwn(event.user_tags, field)) return event.user_tags[field]!;
  const value = (event as Readonly<Record<string, unknown>>)[field];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Every field that has a text and can be asked for, in the order people look for them. */
export function searchableFields(event: LogEvent): [field: string, text: string][] {
  const base = baseFields.map((field): [string, string] => [field, fieldText(event, field)]);
  return [...base, ...Object.entries(event.user_tags)].filter(([, text]) => text !== "");
}

const baseFields = ["severity_name", "host", "program", "facility_name", "status_name", "type", "cisco_mnemonic"];
