import { clockTime, dayOf } from "./format-time.ts";
import { offsetAt, wallOf } from "./zone.ts";

export interface TimeTick {
  /** 0 is the left edge, 1 the right one. */
  place: number;
  label: string;
}

/** Round times of the zone between two instants, as many as have room: clock times, or days where it is days. */
export function timeTicks(from: number, to: number, zone: string, ticksMax = 8): TimeTick[] {
  const every = widths.find((width) => (to - from) / width <= ticksMax) ?? 365 * day;
  const offset = offsetAt(from, zone);
  const first = Math.ceil((from + offset) / every) * every - offset;
  const ticks: TimeTick[] = [];
  for (let at = first; at < to; at += every) {
    const place = (at - from) / (to - from);
    if (place > 0.03 && place < 0.97) ticks.push({ place, label: labelOf(at, every, zone) });
  }
  return ticks;
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
