import type { Micros } from "../../eventstore/event/event.ts";
import type { JsonLine, LineFields } from "./line-fields.ts";

/** What stands in for what a line does not name. */
export interface EventDefaults {
  host: string;
  /** As somebody chose it; "" for none. Stands before the name of a logger. */
  program: string;
  /** After the file, where not even a logger is named; "" for none. */
  fileProgram: string;
  /** Of the line before it that had one; undefined: let the time of arrival count. */
  time: Micros | undefined;
}

/** The event in the words of `POST /incoming`, as JSON text. `text` is the line it was read from. */
export function eventOfLine(line: LineFields | JsonLine, text: string, defaults: EventDefaults): string {
  if (line.format === "json") return JSON.stringify(completeJson(line.json, text, defaults));
  const time = line.time ?? defaults.time;
  const program = programOf(line, defaults);
  const tags: Record<string, string> = {};
  for (let i = 0; i < line.tags.length; i += 2) tags[line.tags[i]!] = line.tags[i + 1]!;
  if (line.logger !== undefined && line.logger !== program) tags.logger ??= line.logger;
  return JSON.stringify({
    ts: time === undefined ? undefined : time / 1_000_000,
    host: line.host ?? defaults.host,
    program: program || undefined,
    severity: line.severity,
    facility: line.facility,
    message: line.message,
    user_tags: Object.keys(tags).length > 0 ? tags : undefined,
    extra_fields: line.extra,
  });
}

/** The logger stands in for a program that has no name, as it does in JSON; beside a name it is a tag. */
function programOf({ program, logger }: LineFields, defaults: EventDefaults): string {
  return program ?? (defaults.program || (logger ?? defaults.fileProgram));
}

/** The names by which `POST /incoming` knows these fields. */
const hostNames = ["host", "hostname", "host.name"];
const programNames = ["program", "app", "service", "service.name", "logger"];
const messageNames = ["message", "msg", "log", "body"];
const timeNames = ["ts", "@timestamp", "timestamp", "time"];

/** An object without a message is a log line all the same: its text is the message. */
function completeJson(json: Record<string, unknown>, text: string, defaults: EventDefaults): Record<string, unknown> {
  const isMessage = (name: string) => typeof json[name] === "string" && json[name] !== "";
  const program = defaults.program || defaults.fileProgram;
  const names = (list: string[]) => list.some((name) => json[name] !== undefined);
  return {
    ...(names(timeNames) || defaults.time === undefined ? {} : { ts: defaults.time / 1_000_000 }),
    ...(names(hostNames) ? {} : { host: defaults.host }),
    ...(names(programNames) || program === "" ? {} : { program }),
    ...json,
    ...(messageNames.some(isMessage) ? {} : { message: text }),
  };
}
