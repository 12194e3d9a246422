import type { ArrivalMinute } from "../../eventstore/event-store.ts";
import type { System } from "./schema.ts";

/** Range of the longest average. */
const dayMinutes = 1440;

export interface ArrivalWindow {
  fromMs: number;
  toMs: number;
}

/**
 * The range to read for averages over a day and over `minutes` whole minutes before the current one. Epoch
 * milliseconds.
 */
export function arrivalWindow(nowMs: number, minutes: number): ArrivalWindow {
  const runningMs = startOfMinute(nowMs);
  return { fromMs: runningMs - Math.max(minutes, dayMinutes) * minuteMs, toMs: runningMs + minuteMs };
}

/** From minutes that had arrivals: averages over whole minutes, and every minute of the last ones, with zeros. */
export function summarizeArrivals(
  arrivals: readonly ArrivalMinute[],
  nowMs: number,
  minutes: number,
): System["ingest"] {
  const runningMs = startOfMinute(nowMs);
  const byTime = new Map(arrivals.map((arrival) => [arrival.timeMs, arrival]));
  const perSecond = (count: number) => {
    const fromMs = runningMs - count * minuteMs;
    const inside = arrivals.filter(({ timeMs }) => timeMs >= fromMs && timeMs < runningMs);
    return inside.reduce((sum, arrival) => sum + arrival.new + arrival.duplicates + arrival.dropped, 0) / (count * 60);
  };
  return {
    events_per_second: { last_minute: perSecond(1), last_hour: perSecond(60), last_day: perSecond(dayMinutes) },
    minutes: Array.from({ length: minutes + 1 }, (_, index) => {
      const timeMs = runningMs - (minutes - index) * minuteMs;
      const arrival = byTime.get(timeMs);
      return {
        ts_from: timeMs / 1000,
        new: arrival?.new ?? 0,
        duplicates: arrival?.duplicates ?? 0,
        dropped: arrival?.dropped ?? 0,
        out_of_time: arrival?.outOfTime ?? 0,
      };
    }),
  };
}

const minuteMs = 60_000;

function startOfMinute(timeMs: number): number {
  return Math.floor(timeMs / minuteMs) * minuteMs;
}
