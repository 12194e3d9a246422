import { readHexTime } from "../../../time-text/epoch-time.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * `6920f2e0.075bcd15 0x7f1c2a7fc640 conn=1000 op=1 SEARCH RESULT …`: slapd's own file, whose clock is hexadecimal, and
 * `6920f2e0 conn=1000 …` of old ones.
 */
export function readOpenldap(line: string, { reference }: LineContext): LineFields | undefined {
  const time = readHexTime(line, 0, reference);
  const rest = time === undefined ? null : restPattern.exec(line.slice(time.end, time.end + 80));
  if (time === undefined || rest === null) return undefined;
  const [whole, thread] = rest;
  const message = line.slice(time.end + whole.length);
  return {
    format: "openldap",
    time: time.time,
    program: "slapd",
    message: message || line,
    tags: [],
    ...(thread !== undefined && { extra: { thread } }),
  };
}

const restPattern =
  /^ (?:(0x[0-9a-f]{1,16}) |(?=conn=\d|slapd |daemon: |@\(#\)|>>> |<<< |=> |<= |==> |<== |bdb_|mdb_|config))/;
