import * as z from "zod";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { secondsMax } from "../limits.ts";
import { isPreset, presetHelp } from "./preset.ts";
import { resolveTimeRange, type TimeRange, toMicros } from "./time-range.ts";
import type { TimeSteps } from "./time-steps.ts";

/** The range that `time_range` is held against. */
export interface BaseRange {
  preset?: string;
  /** As in a time range. */
  ts_from?: number;
  ts_to?: number;
  /** The same range this many seconds earlier. */
  shift?: number;
}

const seconds = z.number().min(-secondsMax).max(secondsMax);

/** Absent: the range of the same length right before. */
export const baseRangeSchema = z
  .strictObject({
    preset: z.string().refine(isPreset, `Expected ${presetHelp}.`).optional(),
    ts_from: seconds.optional(),
    ts_to: seconds.optional(),
    shift: z.number().positive("Expected more than 0.").max(secondsMax).optional(),
  })
  .refine(
    ({ preset, ts_from, shift }) => [preset, ts_from, shift].filter((way) => way !== undefined).length === 1,
    "Expected one of preset, ts_from with ts_to, and shift.",
  )
  .refine(({ ts_from, ts_to }) => ts_from !== undefined || ts_to === undefined, "ts_to needs ts_from.")
  .optional()
  .describe("The range to compare with; absent: as long, right before. `shift`: the same so many seconds earlier.");

/** Two ranges that are compared, microseconds. */
export interface ComparedSpans {
  range: TimeSpan;
  base: TimeSpan;
}

export function comparedSpans(
  { time_range, base }: { time_range: TimeRange; base?: BaseRange },
  now: number,
): ComparedSpans {
  const range = toMicros(resolveTimeRange(time_range, now));
  const shift = base === undefined ? range.to - range.from : base.shift && Math.round(base.shift * 1e6);
  if (shift) return { range, base: { from: Math.max(0, range.from - shift), to: Math.max(0, range.to - shift) } };
  const { preset, ts_from, ts_to } = base!;
  const bounds = preset === undefined ? { ts_from, ts_to: ts_to ?? 0 } : { preset };
  return { range, base: toMicros(resolveTimeRange({ ...bounds, timezone: time_range.timezone }, now)) };
}

/** Why they cannot be compared; undefined: they can. */
export function comparedProblem({ range, base }: ComparedSpans): string | undefined {
  if (base.from >= base.to) return "Expected a range that ends behind its begin.";
  if (base.from < range.to && range.from < base.to) return "Expected a range that does not overlap time_range.";
  return undefined;
}

/** Both ranges and what lies between. */
export function hullOf({ range, base }: ComparedSpans): TimeSpan {
  return { from: Math.min(range.from, base.from), to: Math.max(range.to, base.to) };
}

/** The base in equal parts and the range as steps, which count also what lies between. */
export interface ComparedSteps {
  steps: TimeSteps;
  /** The step of the range. */
  range: number;
  /** The first step of the base, and how many follow each other. */
  base: number;
  parts: number;
}

export function comparedSteps({ range, base }: ComparedSpans): ComparedSteps {
  const parts = Math.max(1, Math.min(basePartsMax, base.to - base.from));
  const cuts = Array.from({ length: parts + 1 }, (_, i) => Math.round(base.from + ((base.to - base.from) * i) / parts));
  const isBefore = base.to <= range.from;
  const all = isBefore ? [...cuts, range.from, range.to] : [range.from, range.to, ...cuts];
  const bounds = Float64Array.from(new Set(all));
  const steps = { bounds, count: bounds.length - 1, width: 0 };
  return { steps, range: bounds.indexOf(range.from), base: bounds.indexOf(base.from), parts };
}

/** So many tell how much a value varies by itself. */
const basePartsMax = 12;
