import { readFreeTime, resolveTime } from "../../../time-text/free-time.ts";
import { readMonthTime } from "../../../time-text/month-time.ts";
import type { LineContext, LineFields } from "../line-fields.ts";

/**
 * `4711: switch-7: *Nov 21 09:00:00.123 UTC: %SYS-5-CONFIG_I: …` from `at` on, where everything before the mnemonic is
 * optional: counters, the device's name, its time or its uptime. The severity is the mnemonic's.
 */
export function readCisco(line: string, at: number, context: LineContext): LineFields | undefined {
  const head = readCiscoHead(line, at);
  if (head === undefined) return undefined;
  const time = timeOf(head, context);
  const extra = extraOf(head.sequence, time === undefined ? head.deviceTime : "", "");
  return {
    format: "syslog",
    ...(time === undefined ? {} : { time }),
    ...(head.name === "" ? {} : { host: head.name }),
    severity: head.severity,
    message: line.slice(head.end),
    tags: [],
    ...extra,
  };
}

/** `2026 Nov 21 09:00:00.123 switch-7 %ETHPORT-5-IF_DOWN: …`, the file of a Nexus: the year first, a host, no colon. */
export function readNexus(line: string, context: LineContext): LineFields | undefined {
  const found = line[4] === " " ? nexusPattern.exec(line.slice(0, 340)) : null;
  const time = found === null ? undefined : readFreeTime(line, 0);
  const instant = time && resolveTime(time, "ymd", context);
  if (found === null || instant === undefined) return undefined;
  const fields: LineFields = { format: "syslog", time: instant, host: found[1]!, message: "", tags: [] };
  return readCiscoBehindHost(line, found[0].length, fields);
}

const nexusPattern =
  /^\d{4} [A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d(?:\.\d{1,6})?(?: [A-Z]{3,5})? ([\w.-]{1,255}) (?=%)/;

/** The same after the time and the host of a collector, which count; the device's own are kept aside. */
export function readCiscoBehindHost(line: string, at: number, fields: LineFields): LineFields | undefined {
  const head = readCiscoHead(line, at);
  // `app: %SYS-…` is a program that mentions a device.
  if (head === undefined || (head.name !== "" && head.sequence === "")) return undefined;
  const extra = extraOf(head.sequence, head.deviceTime, head.name);
  return { ...fields, severity: head.severity, message: line.slice(head.end), ...extra };
}

interface Head {
  sequence: string;
  name: string;
  deviceTime: string;
  zone: string;
  severity: number;
  /** Finds where the message begins; its first word is the mnemonic. */
  end: number;
}

/** Every part is bounded, so that no text makes the search long. */
const sequence = String.raw`(?:(\d{1,10}): )?(?:(\d{1,10}): )?`;
const name = String.raw`(?:([A-Za-z][\w.-]{0,254}): )?(?:: )?`;
const date = String.raw`(?:(\d{4}) )?([A-Z][a-z]{2} {1,2}\d{1,2})(?: (\d{4}))? (\d\d:\d\d:\d\d(?:\.\d{1,9})?)`;
const uptime = String.raw`((?:\d{1,3}[ywdhms]){1,4}|\d\d:\d\d:\d\d(?:\.\d{1,9})?)`;
const mnemonic = `(?=%[A-Z][A-Z0-9_]{0,31}(?:-[A-Z0-9_]{1,31}){0,4}-([0-7])-[A-Z0-9_]{1,63}:)`;
const headPattern = new RegExp(`${sequence}${name}(?:[*.]?(?:${date}|${uptime})(?: ([A-Z]{1,5}))?: )?${mnemonic}`, "y");
/** Two counters, a name and a time fit in. */
const headCharactersMax = 360;

function readCiscoHead(line: string, at: number): Head | undefined {
  const percent = line.indexOf("%", at);
  if (percent < 0 || percent - at > headCharactersMax) return undefined;
  headPattern.lastIndex = at;
  const found = headPattern.exec(line);
  if (found === null) return undefined;
  const [, first, second, name = "", yearBefore, day, yearBehind, clock, running, zone = "", severity] = found;
  const year = yearBefore ?? yearBehind;
  return {
    sequence: [first, second].filter((part) => part !== undefined).join(", "),
    name,
    deviceTime: day === undefined ? (running ?? "") : [day, year, clock].filter(Boolean).join(" "),
    zone,
    severity: Number(severity),
    end: headPattern.lastIndex,
  };
}

/** Abbreviations other than UTC and GMT name several zones and are not trusted. */
function timeOf({ deviceTime, zone }: Head, context: LineContext): number | undefined {
  const timezone = zone === "UTC" || zone === "GMT" ? "UTC" : context.timezone;
  return readMonthTime(deviceTime, 0, { ...context, timezone })?.time;
}

/** Kept as extra fields, not as tags: they differ in every message. */
function extraOf(sequence: string, deviceTime: string, device: string): Pick<LineFields, "extra"> {
  const named = { sequence, device_time: deviceTime, device };
  const extra = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ""));
  return Object.keys(extra).length === 0 ? {} : { extra };
}
