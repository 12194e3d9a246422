import type { Micros } from "../../../eventstore/event/event.ts";
import { type ForeignName, findForeignName, foreignNames, isMeant } from "../foreign-names.ts";
import { isObject } from "../json-dialects/json-values.ts";
import { isMisfit } from "../map-event.ts";

/** What stands in for what a line does not name. */
export interface EventDefaults {
  host: string;
  /** The configured program; "" for none. Precedes the name of a logger. */
  program: string;
  /** After the file, where not even a logger is named; "" for none. */
  fileProgram: string;
  /** That of the last line that had one; undefined: the time of arrival counts, and the receipt says so. */
  time: Micros | undefined;
  /** Tags for events that do not have them: name, value, name, value … */
  tags?: readonly string[];
}

export const noDefaults: EventDefaults = { host: "", program: "", fileProgram: "", time: undefined };

/**
 * An object without a message is a log line all the same: its text is the message. `tags` are for events that do not
 * have them.
 */
export function completeJson(
  line: Readonly<Record<string, unknown>>,
  text: string,
  defaults: EventDefaults,
  tags: Record<string, string>,
): Record<string, unknown> {
  const { program, fileProgram } = defaults;
  const json = withoutMisfits(line);
  const { user_tags: ownTags } = json;
  const said = targetsIn(json);
  const hasTags = Object.keys(tags).length > 0 && (ownTags === undefined || isObject(ownTags));
  return {
    ...(said.has("time") ? {} : timeOf(undefined, defaults)),
    ...(said.has("host") ? {} : { host: defaults.host }),
    ...(said.has("program") ? {} : programOfNone(program, fileProgram)),
    ...json,
    ...(hasTags ? { user_tags: { ...tags, ...(ownTags as object | undefined) } } : {}),
    ...(said.has("message") ? {} : { message: text }),
  };
}

/** What our names cannot take, such as `"severity": "high"`, is a tag: who wrote the line did not know of them. */
function withoutMisfits(line: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const misfits = Object.keys(line).filter((name) => isMisfit(name, line[name]));
  if (misfits.length === 0) return line;
  const json = { ...line };
  for (const name of misfits) delete json[name];
  const tags = Object.fromEntries(misfits.map((name) => [name, line[name]]));
  return { ...json, user_tags: { ...tags, ...(json.user_tags as object | null | undefined) } };
}

/** That of the line before is a guess; that there is none is said, too. */
export function timeOf(own: Micros | undefined, { time }: EventDefaults): object {
  if (own !== undefined) return { ts: own / 1_000_000 };
  return time === undefined ? { ts: null } : { time_before: time / 1_000_000 };
}

/** After the file only where nobody chose one: parser rules may know better than its name. */
export function programOfNone(program: string, fileProgram: string): object {
  if (program !== "") return { program };
  return fileProgram === "" ? {} : { program_of_file: fileProgram };
}

const ownTargets: Readonly<Record<string, ForeignName["target"]>> = {
  ts: "time",
  host: "host",
  program: "program",
  message: "message",
};

/** Whether an object says a severity by any of these names. */
export function namesSeverity(json: Record<string, unknown>): boolean {
  return json.severity !== undefined || targetsIn(json).has("severity");
}

/** What an object says by our names or by those that others use; a message must be a text. */
function targetsIn(json: Record<string, unknown>): ReadonlySet<ForeignName["target"]> {
  const said = new Set<ForeignName["target"]>();
  const has = (name: string) => (json[name] ?? nestedValue(json, name)) !== undefined;
  const note = (name: string, value: unknown) => {
    const foreign = findForeignName(name, foreignNames);
    if (foreign === undefined || value === null || typeof value === "object" || !isMeant(foreign, has)) return;
    if (foreign.target !== "message" || (typeof value === "string" && value !== "")) said.add(foreign.target);
  };
  for (const name in json) {
    const value = json[name];
    const own = Object.hasOwn(ownTargets, name) ? ownTargets[name] : undefined;
    if (own !== undefined && (own !== "message" || (typeof value === "string" && value !== ""))) {
      if (own !== "host" || !isObject(value)) said.add(own);
    }
    if (!isObject(value)) note(name, value);
    else for (const inner in value) noteInside(`${name}.${inner}`, value[inner], note);
  }
  return said;
}

/** Names of others have up to three parts. */
function noteInside(name: string, value: unknown, note: (name: string, value: unknown) => void): void {
  if (!isObject(value)) note(name, value);
  else for (const inner in value) note(`${name}.${inner}`, value[inner]);
}

/** What stands under `host.name` as `{"host": {"name": …}}`. */
function nestedValue(json: Record<string, unknown>, name: string): unknown {
  const dot = name.indexOf(".");
  if (dot < 0) return undefined;
  const outer = json[name.slice(0, dot)];
  return isObject(outer) ? outer[name.slice(dot + 1)] : undefined;
}
