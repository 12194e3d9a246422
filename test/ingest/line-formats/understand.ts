import type { JsonLine, LineContext, LineFields } from "../../../src/ingest/line-formats/line-fields.ts";
import { readLine } from "../../../src/ingest/line-formats/read-line.ts";

/** 21 November 2026, noon UTC. */
export const reference = Date.UTC(2026, 10, 21, 12) * 1000;

export const context: LineContext = { reference, timezone: "UTC" };

/**
 * What a line says, in a shape that tables can show: the time as ISO text, the tags as an object, and not what is for
 * those alone who make an event of it.
 */
export function understand(line: string, more: Partial<LineContext> = {}): Record<string, unknown> {
  const fields: LineFields | JsonLine = readLine(line, { ...context, ...more });
  if (fields.format === "json") return { ...fields };
  const { time, tags, isPriority: _isPriority, header: _header, ...rest } = fields;
  const pairs: Record<string, string> = {};
  for (let i = 0; i < tags.length; i += 2) pairs[tags[i]!] = tags[i + 1]!;
  return {
    ...rest,
    ...(time === undefined ? {} : { time: isoOf(time) }),
    ...(tags.length === 0 ? {} : { tags: pairs }),
  };
}

/** With microseconds when there are any below the millisecond. */
export function isoOf(time: number): string {
  const micros = ((time % 1000) + 1000) % 1000;
  const text = new Date((time - micros) / 1000).toISOString();
  return micros === 0 ? text : text.replace("Z", `${String(micros).padStart(3, "0")}Z`);
}
