import { readIsoTime } from "../time-text/iso-time.ts";
import { usageError } from "./command.ts";

/** An IANA zone; by default this machine's. */
export function readTimezone(name: string | undefined, option = "--timezone"): string {
  if (name === undefined) return Temporal.Now.timeZoneId();
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch {
    throw usageError(`${option}: expected a zone such as Europe/Berlin or UTC, got "${name}".`);
  }
}

const unitNames: Record<string, string> = {
  s: "seconds",
  m: "minutes",
  h: "hours",
  d: "days",
  w: "weeks",
  mo: "months",
};

/** The default range of a question. */
export const defaultSpan = "1h";

/** "24h" → "last_24_hours", the preset that the service knows; "1h30m" → "last_90_minutes". */
export function readLast(text: string): string {
  const match = /^([1-9]\d{0,8})\s*(s|m|h|d|w|mo)$/.exec(text);
  const unit = match && unitNames[match[2]!];
  if (unit) return `last_${match[1]}_${unit}`;
  const seconds = /^(?:\d{1,6}[smhdw]\s*){2,}$/.test(text) ? sumOfSpans(text) : 0;
  if (seconds === 0)
    throw usageError(`--last: expected a span such as 90s, 15m, 1h30m, 24h, 7d, 2w or 3mo, got "${text}".`);
  const [name, length] = fixedUnits.find(([, length]) => seconds % length === 0)!;
  return `last_${seconds / length}_${name}`;
}

/** The hours of "1d12h" are those of a clock, as people count in such spans. */
function sumOfSpans(text: string): number {
  const parts = [...text.matchAll(/(\d+)([smhdw])/g)];
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * unitSeconds[unit as Unit], 0);
}

const fixedUnits = [
  ["hours", 3600],
  ["minutes", 60],
  ["seconds", 1],
] as const;

const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
type Unit = keyof typeof unitSeconds;

/** Seconds of "10 minutes", "2h", "1h30m", "a day"; undefined when the text is no duration. */
export function secondsOf(text: string): number | undefined {
  if (/^(?:\d{1,6}[smhdw]){2,}$/.test(text)) return sumOfSpans(text) || undefined;
  const found = /^(\d{1,6}|an?)\s*(s|seconds?|m|min|minutes?|h|hours?|d|days?|w|weeks?)$/.exec(text.trim());
  if (!found) return undefined;
  const count = Number.isNaN(Number(found[1])) ? 1 : Number(found[1]);
  return count === 0 ? undefined : count * unitSeconds[found[2]![0] as Unit];
}

/**
 * Epoch seconds of a moment of the past: what `readInstant` reads, "1 hour ago" or "-1h", now, "today" and "yesterday",
 * also with a time, and a time of today. `now`: epoch seconds.
 */
export function readMoment(option: string, text: string, timezone: string, now = Date.now() / 1000): number {
  const relative = readRelative(text.trim(), timezone, Math.floor(now));
  return relative ?? readInstant(option, text, timezone, ["yesterday 14:00", "10 minutes ago"]);
}

function readRelative(text: string, timezone: string, now: number): number | undefined {
  if (text === "now") return now;
  const [, back, ago] = /^(?:-\s*(.+)|(.+?)\s+ago)$/.exec(text) ?? [];
  const seconds = secondsOf(back ?? ago ?? "");
  if (seconds !== undefined) return now - seconds;
  const [, day, clock] = dayPattern.exec(text) ?? [];
  if (day === undefined && clock === undefined) return undefined;
  const today = Temporal.Instant.fromEpochMilliseconds(now * 1000)
    .toZonedDateTimeISO(timezone)
    .toPlainDate();
  const date = day === "yesterday" ? today.subtract({ days: 1 }) : today;
  const plainTime = clock?.replace(/^\d:/, "0$&");
  return date.toZonedDateTime({ timeZone: timezone, plainTime }).epochMilliseconds / 1000;
}

const dayPattern = /^(today|yesterday)?\s*((?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)?$/;

/**
 * Epoch seconds of a date, a time, or epoch seconds themselves. `examples`: other values of the option, for the
 * message.
 */
export function readInstant(option: string, text: string, timezone: string, examples: readonly string[] = []): number {
  if (/^\d{1,11}(\.\d{1,6})?$/.test(text)) return Number(text);
  const whole = /^\d{4}-\d\d-\d\d$/.test(text)
    ? `${text} 00:00:00`
    : text.replace(/^(.{10}[T ]\d\d:\d\d)(Z|[+-]\d\d:?\d\d)?$/, "$1:00$2");
  const read = readIsoTime(whole, 0, timezone);
  if (read === undefined || read.end !== whole.length)
    throw usageError(
      `${option}: expected a time such as ${examples.map((example) => `"${example}", `).join("")}2026-11-21, "2026-11-21 09:00" or 2026-11-21T09:00:00Z, got "${text}".`,
    );
  return read.time / 1_000_000;
}

/** Epoch seconds so far from `now`: "2h", "+3d"; undefined: not in this form. Days have the length of the zone's. */
export function readAhead(text: string, now: Temporal.ZonedDateTime): number | undefined {
  const match = /^\+?([1-9]\d{0,5})\s?(s|m|h|d|w|mo)$/.exec(text);
  const unit = match && unitNames[match[2]!];
  return unit ? Math.floor(now.add({ [unit]: Number(match[1]) }).epochMilliseconds / 1000) : undefined;
}

/** "60", "5m", "1h" → seconds. */
export function readStep(text: string): number | undefined {
  const match = /^([1-9]\d{0,7})(s|m|h|d)?$/.exec(text);
  return match
    ? Number(match[1]) * { s: 1, m: 60, h: 3600, d: 86_400 }[(match[2] ?? "s") as "s" | "m" | "h" | "d"]
    : undefined;
}

/** "2026-11-21 09:00:00.123" in the zone, of epoch seconds. */
export function formatTime(seconds: number, timezone: string, withFraction = true): string {
  const zoned = Temporal.Instant.fromEpochMilliseconds(Math.floor(seconds * 1000)).toZonedDateTimeISO(timezone);
  const text = zoned.toPlainDateTime().toString({ smallestUnit: withFraction ? "millisecond" : "second" });
  return text.replace("T", " ");
}
