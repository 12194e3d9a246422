/** Times as text in a time zone. Whole microseconds since the epoch come in; offsets are whole minutes since 1973. */

/** ISO 8601 with offset; fractions of a second, when there are any, with all six digits. */
export function isoText(micros: number, timezone: string): string {
  const { date, time, offset, second, fraction } = splitTime(micros, timezone);
  const digits = fraction === 0 ? "" : `.${pad(fraction, 6)}`;
  return `${date}T${time}:${pad(second)}${digits}${offset}`;
}

/** "YYYY/MM/DD HH:MM:SS" */
export function dateText(micros: number, timezone: string): string {
  const { slashedDate, time, second } = splitTime(micros, timezone);
  return `${slashedDate} ${time}:${pad(second)}`;
}

/** "YYYYmmddHHMMSS", for names of files. */
export function compactText(micros: number, timezone: string): string {
  return dateText(micros, timezone).replaceAll(/\D/g, "");
}

/** Days since 1970-01-01 on the clock of the zone, the time of day as the fraction. */
export function zonedDays(micros: number, timezone: string): number {
  const { offset } = splitTime(micros, timezone);
  const sign = offset.startsWith("-") ? -1 : 1;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return (micros + sign * minutes * minuteMicros) / dayMicros;
}

/** True for the name of a zone; an offset such as "+02:00" is none. */
export function isTimezone(name: string): boolean {
  try {
    zoned(0, name);
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

interface Minute {
  timezone: string;
  /** Whole minutes since the epoch. */
  number: number;
  /** YYYY-MM-DD, HH:MM, ±HH:MM. */
  date: string;
  slashedDate: string;
  time: string;
  offset: string;
}

/** The last requested minute: most times come in order, and asking the calendar takes ten times as long. */
let latest: Minute | undefined;

function splitTime(micros: number, timezone: string) {
  const number = Math.floor(micros / minuteMicros);
  if (latest?.number !== number || latest.timezone !== timezone) latest = readMinute(number, timezone);
  const rest = micros - number * minuteMicros;
  const { date, slashedDate, time, offset } = latest;
  return { date, slashedDate, time, offset, second: Math.floor(rest / 1e6), fraction: rest % 1e6 };
}

const minuteMicros = 60e6;
const dayMicros = 86_400e6;

function readMinute(number: number, timezone: string): Minute {
  const text = zoned(number * 60_000, timezone).toString({ smallestUnit: "minute", timeZoneName: "never" });
  const date = text.slice(0, -12);
  const slashedDate = date.replaceAll("-", "/");
  return { timezone, number, date, slashedDate, time: text.slice(-11, -6), offset: text.slice(-6) };
}

function zoned(milliseconds: number, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(timezone);
}

function pad(value: number, digits = 2): string {
  return String(value).padStart(digits, "0");
}
