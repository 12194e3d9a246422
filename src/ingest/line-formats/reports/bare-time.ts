import { readFullTime } from "../find-time.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/** A time and nothing else, as in Oracle's alert log: the following lines say what happened. */
export function readBareTime(line: string, context: LineContext): LineFields | undefined {
  if (line.length > timeCharactersMax) return undefined;
  const time = readFullTime(line, 0, context);
  if (time?.end !== line.length) return undefined;
  return { format: "timed", time: time.time, message: line, tags: [], header: "report" };
}

const timeCharactersMax = 40;
