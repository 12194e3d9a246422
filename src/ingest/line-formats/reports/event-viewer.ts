import { severityOfLevel } from "../../../eventstore/event/severity-words.ts";
import { readFreeTime } from "../../../time-text/free-time.ts";
import { addTag } from "../../../time-text/scan.ts";
import { readFullTime } from "../find-time.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * An event as the Event Viewer of Windows copies it (`Log Name:      Security`) or wevtutil prints it (`Event[0]:`): a
 * name and a value a line, then what happened.
 */
export function readEventViewer(line: string): LineFields | undefined {
  if (line.length > 250 || !beginPattern.test(line)) return undefined;
  return { format: "event_viewer", message: line, tags: [], header: "event_viewer" };
}

const beginPattern = /^(?:Log Name: +\S.*|Event ?\[\d{1,9}\]:?)$/;

/** The description follows the names; the XML of the event may follow it. */
export function openEventViewer(fields: LineFields, more: readonly string[], context: LineContext): LineFields {
  const lines = [fields.message, ...more];
  const described = lines.findIndex((line) => /^ {0,4}Description: *$/.test(line));
  const values = new Map<string, string>();
  for (const line of described < 0 ? lines : lines.slice(0, described)) {
    const pair = /^ {0,4}([A-Z][\w ]{1,30}): +(\S.*)$/.exec(line);
    if (pair !== null && pair[2] !== "N/A") values.set(pair[1]!, pair[2]!.trim());
  }
  const xml = lines.findIndex((line) => /^ {0,4}Event Xml: *$/.test(line));
  const description = described < 0 ? lines : lines.slice(described + 1, xml < 0 ? undefined : xml);
  const time = timeOf(values.get("Date") ?? "", context);
  const [host, program, severity] = [values.get("Computer"), values.get("Source"), severityOf(values)];
  const tags: string[] = [];
  for (const [name, key] of tagNames) addTag(tags, name, values.get(key));
  return {
    format: "event_viewer",
    ...(time !== undefined && { time }),
    ...(host !== undefined && { host }),
    ...(program !== undefined && { program }),
    ...(severity !== undefined && { severity }),
    message: description.join("\n").trim() || lines.join("\n"),
    tags,
  };
}

const tagNames = [
  ["channel", "Log Name"],
  ["event_code", "Event ID"],
  ["category", "Task Category"],
  ["category", "Task"],
  ["keywords", "Keywords"],
  ["keywords", "Keyword"],
  ["user", "User"],
] as const;

/** A date with the year at its end is American where the clock has twelve hours. */
function timeOf(text: string, context: LineContext): number | undefined {
  const read = readFreeTime(text, 0) === undefined ? undefined : readFullTime(text, 0, context);
  return read?.end === text.length ? read.time : undefined;
}

/** A refused login is information for Windows. */
function severityOf(values: ReadonlyMap<string, string>): number | undefined {
  const level = severityOfLevel(values.get("Level") ?? "none");
  const isFailure = /Audit Failure/.test(values.get("Keywords") ?? values.get("Keyword") ?? "");
  return isFailure && (level ?? 6) > 4 ? 4 : level;
}
