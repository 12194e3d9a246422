import { readIsoTime } from "../../../time-text/iso-time.ts";
import { addTag } from "../../../time-text/scan.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * `[2026/11/21 09:00:00.123456,  1, pid=71] ../../source3/smbd/server.c:1784(main)`: level and place in the source. The
 * indented lines that follow say what happened.
 */
export function readSamba(line: string, context: LineContext): LineFields | undefined {
  if (line[0] !== "[" || line[5] !== "/") return undefined;
  const time = readIsoTime(line, 1, context.timezone);
  const rest = time === undefined ? null : restPattern.exec(line.slice(time.end, time.end + 500));
  if (time === undefined || rest === null) return undefined;
  const tags: string[] = [];
  addTag(tags, "pid", rest[2]);
  addTag(tags, "file_name", rest[3]);
  addTag(tags, "line", rest[4]);
  addTag(tags, "function", rest[5]);
  return {
    format: "samba",
    time: time.time,
    program: "samba",
    severity: severities[Number(rest[1])] ?? 7,
    message: line.slice(time.end + rest[0].length - rest[6]!.length) || line,
    tags,
    header: "samba",
  };
}

const restPattern =
  /^, {1,2}(\d{1,2})(?:, pid=(\d{1,10}))?[^\]]{0,200}\] (?:[^ ]{0,100}\/)?([\w.-]{1,100}):(\d{1,6})\(([^)]{1,100})\) *(.{0,200})$/;
/** Samba itself passes its levels to syslog in this way. */
const severities = [3, 4, 5, 5, 5, 5, 6, 6, 6, 6];
