import { severityOfLevel } from "../../../eventstore/event/severity-words.ts";
import { readFacility } from "../../../eventstore/event/syslog-priority.ts";
import { readFreeTime, resolveTime } from "../../../time-text/free-time.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/** The priority in words that some systems write into their files, and the position after it. */
export interface WrittenPriority {
  severity: number;
  facility?: number;
  end: number;
}

/**
 * Between the host and the program: `auth|security:err|error sshd[7]: ` of AIX, `notice mcpd[7]: ` of F5; of Huawei
 * `%%01IFNET/4/LINK_STATE(l)[0]:`, which stays in the message. Tried only when there is no tag.
 */
export function readWrittenPriority(line: string, at: number): WrittenPriority | undefined {
  const text = line.slice(at, at + 160);
  const huawei = huaweiPattern.exec(text);
  if (huawei !== null) return { severity: Number(huawei[1]), end: at };
  const found = aixPattern.exec(text) ?? f5Pattern.exec(text);
  if (found === null) return readDottedPriority(line, at);
  return priorityOf(found[1], found[2]!, at + found[0].length);
}

const huaweiPattern = /^%%\d\d[A-Z][A-Z0-9_]{0,31}\/([0-7])\/\w{1,63}(?:\(\w{1,4}\))?(?:\[\d{1,10}\])?:/;
const aixPattern = /^([a-z][a-z0-9]{1,15}(?:\|[a-z]{2,15})?):([a-z]{3,8})(?:\|[a-z]{3,9})? (?=\S{1,128}:? )/;
const f5Pattern = /^(?:()(emerg|alert|crit|err|warning|notice|info|debug)) (?=[\w./-]{1,64}\[\d{1,10}\]: )/;

/**
 * `<auth.err> ` of FreeBSD, between time and host; `daemon.err ` of OpenWrt and BusyBox, with or without a host before
 * it.
 */
export function readDottedPriority(line: string, at: number): WrittenPriority | undefined {
  const text = line.slice(at, at + 180);
  const found = line[at] === "<" ? anglePattern.exec(text) : dottedPattern.exec(text);
  return found === null ? undefined : priorityOf(found[1], found[2]!, at + found[0].length);
}

const dottedPattern =
  /^([a-z][a-z0-9]{1,15})\.(emerg|alert|crit|err|warn|notice|info|debug) (?=[\w()./-]{1,128}(?:\[\d{1,10}\])?: )/;
const anglePattern = /^<([a-z][a-z0-9]{1,15})\.([a-z]{3,8})> /;

/** `[ID 800047 auth.error] ` of Solaris, with which the message begins. */
export function readMessageId(message: string): WrittenPriority | undefined {
  const found = idPattern.exec(message);
  return found === null ? undefined : priorityOf(found[1], found[2]!, found[0].length);
}

const idPattern = /^\[ID \d{1,10} ([a-z][a-z0-9]{1,15})\.([a-z]{3,8})\] /;

function priorityOf(facilityName: string | undefined, level: string, end: number): WrittenPriority | undefined {
  const severity = severityOfLevel(level);
  const facility = facilityName ? readFacility(facilityName.split("|")[0]) : undefined;
  if (severity === undefined || (facilityName && facility === undefined)) return undefined;
  return { severity, ...(facility !== undefined && { facility }), end };
}

/** `%Nov 21 09:00:00:123 2026 sw-7 SHELL/5/SHELL_LOGIN: …` of H3C and HPE's Comware. */
export function readComware(line: string, context: LineContext): LineFields | undefined {
  const time = line[0] === "%" ? readFreeTime(line, 1) : undefined;
  const found = time === undefined ? null : comwarePattern.exec(line.slice(time.end, time.end + 400));
  const instant = time && resolveTime(time, "ymd", context);
  if (time === undefined || found === null || instant === undefined) return undefined;
  const message = line.slice(time.end + found[1]!.length + 2);
  return { format: "syslog", time: instant, host: found[1]!, severity: Number(found[2]), message, tags: [] };
}

const comwarePattern = /^ ([\w.-]{1,255}) (?:%%\d\d)?[A-Z][A-Z0-9_]{0,31}\/([0-7])\/\w{1,63}:/;
