import { readEpochTime } from "../../../time-text/epoch-time.ts";
import { addTag } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * `[1763715600] SERVICE ALERT: web-1;HTTP;CRITICAL;HARD;3;…` of Nagios and Icinga 1: the word ALERT is the kind, the
 * state says how bad it is.
 */
export function readNagios(line: string, { reference }: LineContext): LineFields | undefined {
  if (line[0] !== "[") return undefined;
  const found = pattern.exec(line);
  const time = found === null ? undefined : readEpochTime(line, 1, reference);
  if (found === null || time === undefined) return undefined;
  const [, kind, rest] = found;
  const fields = rest!.split(";", 4);
  const isService = kind!.includes("SERVICE");
  const state = stateOf.get(fields.find((text) => stateOf.has(text)) ?? "");
  const tags: string[] = ["category", kind!.toLowerCase()];
  if (fields.length > 2) {
    addTag(tags, "target_host", fields[0]);
    if (isService) addTag(tags, "service", fields[1]);
  }
  const message = line.slice(time.end + 2);
  return { format: "nagios", time: time.time, program: "nagios", severity: state ?? 6, message, tags };
}

const pattern =
  /^\[\d{9,10}\] ((?:CURRENT |INITIAL )?(?:SERVICE|HOST)(?: [A-Z]{3,12}){1,3}|EXTERNAL COMMAND|Warning|Error): (.*)$/s;
const stateOf: ReadonlyMap<string, number> = new Map([
  ["OK", 6],
  ["UP", 6],
  ["WARNING", 4],
  ["UNKNOWN", 4],
  ["UNREACHABLE", 3],
  ["CRITICAL", 2],
  ["DOWN", 2],
]);
