import { severityOfWord } from "../../../eventstore/event/severity-words.ts";
import { readLikelyTime } from "../../../time-text/free-time.ts";
import { addTag } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * `####<Nov 21, 2026 9:00:00,123 AM UTC> <Error> <Security> <host> <server> <thread> <user> <transaction> <context>
 * <epoch> <code> <text>` of WebLogic. The epoch in it is the time without a doubt.
 */
export function readWeblogic(line: string, context: LineContext): LineFields | undefined {
  if (!line.startsWith("####<")) return undefined;
  const [when, level = "", subsystem, host, server, thread, user, ...rest] = readAngles(line, 4);
  if (when === undefined || rest.length === 0) return undefined;
  const epoch = rest.slice(0, -1).find((field) => /^\d{13}$/.test(field));
  const time = epoch === undefined ? readLikelyTime(when, 0, context)?.time : Number(epoch) * 1000;
  if (time === undefined) return undefined;
  const tags: string[] = [];
  addTag(tags, "server", server);
  addTag(tags, "thread", thread);
  addTag(tags, "user", user === "<anonymous>" ? undefined : user);
  addTag(tags, "message_id", rest.at(-2)?.startsWith("BEA-") ? rest.at(-2) : undefined);
  return {
    format: "weblogic",
    time,
    ...(host ? { host } : {}),
    ...(subsystem ? { program: subsystem } : {}),
    severity: severityOfWord(level) ?? 6,
    message: rest.at(-1) || line,
    tags,
  };
}

/** The texts in `<…>`, with blanks between them; the last may continue in the next line. */
function readAngles(line: string, from: number): string[] {
  const fields: string[] = [];
  let at = from;
  while (line[at] === "<" && fields.length < fieldsMax) {
    const next = line.indexOf("> <", at);
    const end = next < 0 ? line.length - (line.endsWith(">") ? 1 : 0) : next;
    fields.push(line.slice(at + 1, end).trim());
    at = next < 0 ? line.length : next + 2;
  }
  return fields;
}

/** Newer ones have an additional field of attributes. */
const fieldsMax = 14;
