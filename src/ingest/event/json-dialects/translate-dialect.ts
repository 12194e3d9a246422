import { compactOf, translateClef } from "./clef.ts";
import { translateCloudLogging } from "./cloud-logging.ts";
import { translateCloudTrail } from "./cloud-trail.ts";
import { translateFalco } from "./falco.ts";
import { translateJournal } from "./journal.ts";
import { isObject } from "./json-values.ts";
import { translateLog4j } from "./log4j.ts";
import { translateMongo } from "./mongo.ts";
import { translateNextcloud } from "./nextcloud.ts";

type Json = Readonly<Record<string, unknown>>;

/**
 * An event that a program writes in a form of its own, in the words of `POST /incoming`; any other as it is. What
 * differs in names alone, `foreign-names.ts` knows. The answer has none of the marks of a dialect, so translating it
 * again changes nothing. The value is not changed.
 */
export function translateDialect(json: Json): Json {
  for (const mark of marks) {
    if (!Object.hasOwn(json, mark.name)) continue;
    const translated = mark.translate(json);
    if (translated !== undefined) return translated;
  }
  return json;
}

/** An event with this name at the top may be of a dialect: only the slow path translates it. */
export function isDialectMark(name: string): boolean {
  return markNames.has(name);
}

/** Undefined: it is none of that dialect. */
type Translate = (json: Json) => Json | undefined;

const serilog: Translate = (json) =>
  typeof json.MessageTemplate === "string" && json.Timestamp !== undefined ? translateClef(compactOf(json)) : undefined;
const clef: Translate = (json) => (json["@t"] === undefined ? undefined : translateClef(json));

/** An access to a service of Google's that has nothing else to say; other clouds have a request of this name, too. */
const request: Translate = (json) =>
  typeof json.logName === "string" && isObject(json.httpRequest) ? translateCloudLogging(json) : undefined;

const marks: readonly { name: string; translate: Translate }[] = [
  { name: "@mt", translate: clef },
  { name: "@x", translate: clef },
  { name: "MessageTemplate", translate: serilog },
  { name: "instant", translate: translateLog4j },
  { name: "loggerFqcn", translate: translateLog4j },
  { name: "t", translate: translateMongo },
  { name: "__REALTIME_TIMESTAMP", translate: translateJournal },
  { name: "textPayload", translate: translateCloudLogging },
  { name: "jsonPayload", translate: translateCloudLogging },
  { name: "protoPayload", translate: translateCloudLogging },
  { name: "httpRequest", translate: request },
  { name: "output", translate: translateFalco },
  { name: "eventVersion", translate: translateCloudTrail },
  { name: "remoteAddr", translate: translateNextcloud },
];

const markNames: ReadonlySet<string> = new Set(marks.map(({ name }) => name));
