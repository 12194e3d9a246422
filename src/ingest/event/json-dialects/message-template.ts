import { messageBytesMax } from "../../../eventstore/event/event-limits.ts";
import { replaceWithin } from "../../../lib/text-bounds.ts";

/**
 * A message template (messagetemplates.org) with its holes filled: `Hello, {User}` becomes `Hello, alice`. Alignment is
 * applied; formats are left to `renderings`, which holds the texts of the holes with a format, in their order. A hole
 * without a value stays as it is written. What is longer than a message may be ends soon behind that.
 */
export function renderTemplate(
  template: string,
  properties: Readonly<Record<string, unknown>>,
  renderings: readonly unknown[] = [],
): string {
  let formatted = 0;
  return replaceWithin(template, hole, messageBytesMax + 2, ([whole, name, alignment, format]) => {
    if (name === undefined) return whole[0]!;
    const rendered = format === undefined ? undefined : renderings[formatted++];
    if (typeof rendered !== "string" && !Object.hasOwn(properties, name)) return whole;
    return align(typeof rendered === "string" ? rendered : textOf(properties[name]), Number(alignment ?? 0));
  });
}

/** Doubled braces are braces. Each part is bounded by the next mark, so that no text makes the search long. */
const hole = /\{\{|\}\}|\{[@$]?([\w.]{1,128})(?:,(-?\d{1,3}))?(?::([^{}]{0,128}))?\}/g;

function align(text: string, width: number): string {
  return width < 0 ? text.padEnd(-width) : text.padStart(width);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
