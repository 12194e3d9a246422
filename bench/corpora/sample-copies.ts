import { Random } from "./random.ts";

/**
 * The text of a recorded log as if it had been written earlier, by so many times its length, by other processes for
 * other clients. Equal numbers become equal other numbers within a copy, as a process has one id in all its lines. Copy
 * 0 is the text itself.
 */
export function copyOfSample(text: string, copy: number): string {
  if (copy === 0) return text;
  const random = new Random(copy);
  const others = new Map<string, string>();
  return text.replace(timeOrNumber, (found, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    if (groups.clock !== undefined) return earlier(groups, copy * lengthSeconds);
    if (/^20\d\d$/.test(found)) return found;
    const known = others.get(found);
    if (known !== undefined) return known;
    const other = found.startsWith("127.0.")
      ? `127.0.${random.below(100)}.${random.below(256)}`
      : sameShape(found, random);
    others.set(found, other);
    return other;
  });
}

/** Length of the recording. */
const lengthSeconds = 260;

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
/** In the recorded programs' formats of times; fractions of a second stay. */
const time =
  /(?<iso>(?<isoYear>\d{4})(?<dash>[-/])(?<isoMonth>\d\d)[-/](?<isoDay>\d\d)(?<isoGap>[T ]))|(?<access>(?<accessDay>\d\d)\/(?<accessMonth>[A-Z][a-z]{2})\/(?<accessYear>\d{4}):)|(?<syslog>(?<weekday>[A-Z][a-z]{2} )?(?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) )/;
const number = /\b\d{4,}\b|\b(?=[0-9a-f]*\d)[0-9a-f]{8,}\b/;
const timeOrNumber = new RegExp(
  `(?:${time.source})(?<clock>\\d\\d:\\d\\d:\\d\\d)|${number.source}|127\\.0\\.\\d+\\.\\d+`,
  "g",
);

function sameShape(found: string, random: Random): string {
  const isNumber = /^\d+$/.test(found);
  return found.replace(/./g, (_, place: number) =>
    isNumber
      ? String(place === 0 ? 1 + random.below(Number(found[0])) : random.below(10))
      : random.below(16).toString(16),
  );
}

function earlier(groups: Record<string, string | undefined>, seconds: number): string {
  const year = Number(groups.isoYear ?? groups.accessYear ?? "2026");
  const monthName = groups.accessMonth ?? groups.month;
  const month = monthName === undefined ? Number(groups.isoMonth) - 1 : months.indexOf(monthName);
  const day = Number(groups.isoDay ?? groups.accessDay ?? groups.day);
  const [hours, minutes, inMinute] = groups.clock!.split(":").map(Number) as [number, number, number];
  const moved = new Date(Date.UTC(year, month, day, hours, minutes, inMinute - seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(moved.getUTCHours())}:${two(moved.getUTCMinutes())}:${two(moved.getUTCSeconds())}`;
  const date = moved.getUTCDate();
  if (groups.iso !== undefined)
    return `${moved.getUTCFullYear()}${groups.dash}${two(moved.getUTCMonth() + 1)}${groups.dash}${two(date)}${groups.isoGap}${clock}`;
  if (groups.access !== undefined)
    return `${two(date)}/${months[moved.getUTCMonth()]}/${moved.getUTCFullYear()}:${clock}`;
  const weekday = groups.weekday === undefined ? "" : `${days[moved.getUTCDay()]} `;
  return `${weekday}${months[moved.getUTCMonth()]} ${String(date).padStart(2)} ${clock}`;
}
