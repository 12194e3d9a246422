import { words } from "../words/words.ts";
import { spanText } from "./format-time.ts";

/** A range as the reader chose it: one that moves with the clock, by a name the API knows, or two instants. */
export type TimeRange = { preset: string } | { from: number; to: number };

/** The range as a query takes it. */
export interface ApiTimeRange {
  preset?: string;
  ts_from?: number;
  ts_to?: number;
  step?: number;
  timezone: string;
}

export const defaultRange: TimeRange = { preset: "last_1_hours" };

/** All there is: as many months as the service keeps at most. */
export const allMonths = "last_240_months";

/** Ranges on offer, by their names in the API; `labelOf` has their labels. */
export const presets = [
  "last_5_minutes",
  "last_15_minutes",
  "last_1_hours",
  "last_6_hours",
  "last_24_hours",
  "today",
  "yesterday",
  "last_7_days",
  "last_30_days",
  "last_12_months",
  allMonths,
] as const;

/** `last_1_hours` or `1795340111..1795343711`, as it stands in an address. */
export function writeRange(range: TimeRange): string {
  return "preset" in range ? range.preset : `${range.from}..${range.to}`;
}

/** The range that a text of an address means; undefined when it means none. */
export function readRange(text: string): TimeRange | undefined {
  if (/^(?:today|yesterday|last_[1-9]\d{0,6}_(?:second|minute|hour|day|week|month)s?)$/.test(text))
    return { preset: text };
  const [from, to, ...more] = text.split("..").map(Number);
  const isRange = more.length === 0 && from !== undefined && to !== undefined && from >= 0 && from < to;
  return isRange ? { from, to } : undefined;
}

export function toApiRange(range: TimeRange, timezone: string): ApiTimeRange {
  return "preset" in range ? { preset: range.preset, timezone } : { ts_from: range.from, ts_to: range.to, timezone };
}

/** The range in words, as the button shows it. */
export function labelOf(range: TimeRange, zone: string): string {
  if ("from" in range) return spanText(range.from, range.to, zone);
  const known = words.time.presets[range.preset];
  if (known !== undefined) return known;
  const [, count = "1", unit = ""] = /^last_(\d+)_([a-z]+?)s?$/.exec(range.preset) ?? [];
  return words.time.last(Number(count), unit);
}

/** Approximate length in seconds; calendar ranges count with their usual length. */
export function widthOf(range: TimeRange): number {
  if ("from" in range) return range.to - range.from;
  const [, count = "1", unit = "day"] = /^last_(\d+)_([a-z]+?)s?$/.exec(range.preset) ?? [];
  return Number(count) * (unitSeconds[unit] ?? 86_400);
}

const unitSeconds: Record<string, number> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
};

/**
 * The range of the same width before (-1) or after (1) the one that was resolved to these bounds; never beyond now.
 */
export function neighbour({ from, to }: { from: number; to: number }, direction: -1 | 1, now: number): TimeRange {
  const width = to - from;
  if (direction === 1 && to + width > now) return { from: Math.floor(now - width), to: Math.ceil(now) };
  return { from: from + direction * width, to: to + direction * width };
}

/** Twice as wide around the same middle; never beyond now. */
export function widened({ from, to }: { from: number; to: number }, now: number): TimeRange {
  const width = to - from;
  return { from: Math.floor(from - width / 2), to: Math.min(Math.ceil(to + width / 2), Math.ceil(now)) };
}

/** Seconds of one step, a round number, so that a range of this width has at most so many. */
export function roundStep(widthSeconds: number, stepsMax: number): number {
  return roundSteps.find((step) => widthSeconds / step <= stepsMax) ?? 30 * 86_400;
}

/**
 * Seconds of a step that cuts the range into at most so many and does not widen it; undefined: each does. Steps begin
 * at multiples of themselves; longer ones at midnight of a zone.
 */
export function exactStep({ from, to }: { from: number; to: number }, stepsMax: number): number | undefined {
  return roundSteps.find(
    (step) => step <= 900 && from % step === 0 && to % step === 0 && (to - from) / step <= stepsMax,
  );
}

/** Bars of a histogram that a reader may choose, in seconds. */
export const barSteps = [1, 10, 60, 300, 900, 3_600, 21_600, 86_400, 604_800] as const;
export type BarStep = (typeof barSteps)[number];

/** More bars than that are no more than a pixel each. */
const barsMax = 1_000;

/** True when a range of this width can be shown in such bars. */
export function fitsBars(widthSeconds: number, step: number): boolean {
  return step < widthSeconds && widthSeconds / step <= barsMax;
}

const roundSteps = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 604_800, 2_592_000,
];
