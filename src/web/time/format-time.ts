import { language } from "../words/language.ts";
import { words } from "../words/words.ts";
import type { Wall } from "./wall.ts";
import { offsetAt, wallOf } from "./zone.ts";

/** As they are written behind a day. */
const dayAndMonth = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
const months = Array.from({ length: 12 }, (_, month) => {
  const parts = dayAndMonth.formatToParts(Date.UTC(2000, month, 1));
  return parts.find(({ type }) => type === "month")!.value;
});
const two = (value: number) => String(value).padStart(2, "0");

/** `14:02:31.482`: within a day that is said elsewhere. */
export function clockTime(epoch: number, zone: string): string {
  const { hour, minute, second } = cachedWall(epoch, zone);
  return `${two(hour)}:${two(minute)}:${two(second)}.${millis(epoch)}`;
}

/** `22 Nov 14:02:31.482` */
export function dayAndClock(epoch: number, zone: string): string {
  return `${dayOf(epoch, zone)} ${clockTime(epoch, zone)}`;
}

/** `22 Nov`; with the year where it is not this one. */
export function dayOf(epoch: number, zone: string): string {
  const { year, month, day } = cachedWall(epoch, zone);
  const written = words.time.day(two(day), months[month - 1]!);
  return isThisYear(epoch, zone) ? written : `${written} ${year}`;
}

function isThisYear(epoch: number, zone: string): boolean {
  return cachedWall(epoch, zone).year === cachedWall(Date.now() / 1000, zone).year;
}

/** Characters of the longest day that may lie between two times. */
export function dayLengthOf(from: number, to: number, zone: string): number {
  const longest = Math.max(...months.map((month) => words.time.day("00", month).length));
  return isThisYear(from, zone) && isThisYear(to, zone) ? longest : longest + " 2000".length;
}

/** `22 Nov 14:02`, with the seconds where they are not 0. */
export function shortTime(epoch: number, zone: string): string {
  const { hour, minute, second } = cachedWall(epoch, zone);
  const seconds = second === 0 ? "" : `:${two(second)}`;
  return `${dayOf(epoch, zone)} ${two(hour)}:${two(minute)}${seconds}`;
}

/** `22 Nov 14:00 – 15:00`: the day once when it is one. */
export function spanText(from: number, to: number, zone: string): string {
  const end = shortTime(to, zone);
  const isOneDay = dayOf(from, zone) === dayOf(to, zone);
  return `${shortTime(from, zone)} – ${isOneDay ? end.slice(dayOf(to, zone).length + 1) : end}`;
}

/** `2026-11-22 14:02:31.482173 +01:00 Europe/Paris`: nothing left open. */
export function exactTime(epoch: number, zone: string): string {
  const { year, month, day, hour, minute, second } = cachedWall(epoch, zone);
  const fraction = String(splitTime(epoch).fraction).padStart(6, "0");
  const date = `${year}-${two(month)}-${two(day)}`;
  return `${date} ${two(hour)}:${two(minute)}:${two(second)}.${fraction} ${offsetText(epoch, zone)} ${zone}`;
}

/** `3 s`, `4 min 10 s`, `2 h`, `5 d`: in the two largest units that count. */
export function duration(seconds: number): string {
  if (seconds < 0) return `−${duration(-seconds)}`;
  if (seconds < 0.001) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${seconds.toFixed(1).replace(/\.0$/, "")} s`;
  const rounded = Math.round(seconds);
  const at = units.findIndex(([, size]) => rounded >= size);
  const [name, size] = units[at]!;
  const first = Math.floor(rounded / size);
  const rest = units[at + 1];
  const second = rest === undefined ? 0 : Math.floor((rounded - first * size) / rest[1]);
  return second === 0 ? `${first} ${name}` : `${first} ${name} ${second} ${rest![0]}`;
}

const units: readonly (readonly [name: string, seconds: number])[] = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
  ["s", 1],
];

function millis(epoch: number): string {
  return String(Math.floor(splitTime(epoch).fraction / 1000)).padStart(3, "0");
}

/** Whole seconds and microseconds, as times are stored: those of our days are off by a tenth of one as a number. */
function splitTime(epoch: number): { seconds: number; fraction: number } {
  const micros = Math.round(epoch * 1e6);
  const seconds = Math.floor(micros / 1e6);
  return { seconds, fraction: micros - seconds * 1e6 };
}

function offsetText(epoch: number, zone: string): string {
  const minutes = Math.round(offsetAt(epoch, zone) / 60);
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "−" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Rows that stand together are of the same minute, and asking the calendar costs some microseconds. */
const walls = new Map<string, Wall>();
const wallsMax = 500;

function cachedWall(epoch: number, zone: string): Wall {
  const { seconds } = splitTime(epoch);
  const minute = Math.floor(seconds / 60);
  const name = `${minute} ${zone}`;
  let wall = walls.get(name);
  if (wall === undefined) {
    wall = wallOf(minute * 60, zone);
    if (walls.size >= wallsMax) walls.clear();
    walls.set(name, wall);
  }
  return { ...wall, second: wall.second + seconds - minute * 60 };
}
