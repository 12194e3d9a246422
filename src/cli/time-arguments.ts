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

/** "24h" → "last_24_hours", the preset that the service knows. */
export function readLast(text: string): string {
  const match = /^([1-9]\d{0,8})\s*(s|m|h|d|w|mo)$/.exec(text);
  const unit = match && unitNames[match[2]!];
  if (!unit) throw usageError(`--last: expected a span such as 90s, 15m, 24h, 7d, 2w or 3mo, got "${text}".`);
  return `last_${match[1]}_${unit}`;
}

/**
 * Epoch seconds of a date, a time, or epoch seconds themselves. `example`: other values of the option, for the message.
 */
export function readInstant(option: string, text: string, timezone: string, example?: string): number {
  if (/^\d{1,11}(\.\d{1,6})?$/.test(text)) return Number(text);
  const whole = /^\d{4}-\d\d-\d\d$/.test(text)
    ? `${text} 00:00:00`
    : /^.{10}[T ]\d\d:\d\d$/.test(text)
      ? `${text}:00`
      : text;
  const read = readIsoTime(whole, 0, timezone);
  if (read === undefined || read.end !== whole.length)
    throw usageError(
      `${option}: expected a time such as ${example === undefined ? "" : `"${example}", `}2026-11-21, "2026-11-21 09:00" or 2026-11-21T09:00:00Z, got "${text}".`,
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
