import { clockTime, dayOf } from "./format-time.ts";
import { epochOf, offsetAt, wallOf } from "./zone.ts";

export interface TimeTick {
  /** 0 is the left edge, 1 the right one. */
  place: number;
  label: string;
}

/**
 * Round times of the zone between two instants, as many as have room: clock times, days where it is days, years where
 * it is years.
 */
export function timeTicks(from: number, to: number, zone: string, ticksMax = 8): TimeTick[] {
  const every = widths.find((width) => (to - from) / width <= ticksMax);
  const instants = every === undefined ? newYears(from, to, zone, ticksMax) : roundTimes(from, to, zone, every);
  return instants
    .map(({ at, label }) => ({ place: (at - from) / (to - from), label }))
    .filter(({ place }) => place > 0.03 && place < 0.97);
}

/** Where the middle of a label stands: none is cut off at an edge. */
export function leftOfTick({ place, label }: TimeTick): string {
  const half = `${label.length / 2}ch`;
  return `clamp(${half}, ${place * 100}%, 100% - ${half})`;
}

interface RoundTime {
  at: number;
  label: string;
}

function roundTimes(from: number, to: number, zone: string, every: number): RoundTime[] {
  const offset = offsetAt(from, zone);
  const first = Math.ceil((from + offset) / every) * every - offset;
  const count = Math.max(0, Math.ceil((to - first) / every));
  return Array.from({ length: count }, (_, index) => first + index * every).map((at) => ({
    at,
    label: labelOf(at, every, zone),
  }));
}

function newYears(from: number, to: number, zone: string, ticksMax: number): RoundTime[] {
  const [first, last] = [wallOf(from, zone).year + 1, wallOf(to, zone).year];
  const every = [1, 2, 5, 10, 20, 50].find((years) => (last - first) / years < ticksMax) ?? 100;
  const start = Math.ceil(first / every) * every;
  const count = Math.max(0, Math.floor((last - start) / every) + 1);
  return Array.from({ length: count }, (_, index) => start + index * every).map((year) => ({
    at: epochOf({ year, month: 1, day: 1, hour: 0, minute: 0, second: 0 }, zone),
    label: String(year),
  }));
}

const day = 86_400;
const widths = [
  1,
  2,
  5,
  10,
  15,
  30,
  60,
  120,
  300,
  600,
  900,
  1_800,
  3_600,
  7_200,
  10_800,
  21_600,
  43_200,
  day,
  2 * day,
  7 * day,
  14 * day,
  30 * day,
  91 * day,
  182 * day,
];

function labelOf(at: number, every: number, zone: string): string {
  const { hour, minute, second } = wallOf(at, zone);
  if (every >= day || hour + minute + second === 0) return dayOf(at, zone);
  return clockTime(at, zone).slice(0, every < 60 ? 8 : 5);
}
