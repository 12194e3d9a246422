import * as z from "zod";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { secondsMax } from "../limits.ts";
import { isPreset, presetHelp } from "./preset.ts";
import { resolveTimeRange, type TimeRange, toMicros } from "./time-range.ts";
import type { TimeSteps } from "./time-steps.ts";

/** The range that `time_range` is compared with. */
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
  if (base === undefined || base.shift !== undefined) {
    const shift = base?.shift === undefined ? range.to - range.from : Math.round(base.shift * 1e6);
    return { range, base: { from: Math.max(0, range.from - shift), to: Math.max(0, range.to - shift) } };
  }
  const { preset, ts_from, ts_to } = base;
  const bounds = preset === undefined ? { ts_from, ts_to: ts_to ?? 0 } : { preset };
  return { range, base: toMicros(resolveTimeRange({ ...bounds, timezone: time_range.timezone }, now)) };
}

/** Why they cannot be compared, by the name of the parameter; undefined: they can. */
export function comparedProblem({ range, base }: ComparedSpans): Record<string, string[]> | undefined {
  if (range.from >= range.to) return { time_range: ["Expected a range of a microsecond or more."] };
  if (base.from >= base.to) return { base: ["Expected a range that ends behind its begin."] };
  if (base.from < range.to && range.from < base.to)
    return { base: ["Expected a range that does not overlap time_range."] };
  return undefined;
}

/** Both ranges and what lies between. */
export function hullOf({ range, base }: ComparedSpans): TimeSpan {
  return { from: Math.min(range.from, base.from), to: Math.max(range.to, base.to) };
}

/** Both ranges in equal parts as steps; the time between them is counted, too. */
export interface ComparedSteps {
  steps: TimeSteps;
  range: PartSteps;
  base: PartSteps;
}

/** Neighbouring steps. */
export interface PartSteps {
  first: number;
  count: number;
}

export function comparedSteps({ range, base }: ComparedSpans): ComparedSteps {
  const isBefore = base.to <= range.from;
  const [ofRange, ofBase] = [cutsOf(range), cutsOf(base)];
  const bounds = Float64Array.from(new Set(isBefore ? [...ofBase, ...ofRange] : [...ofRange, ...ofBase]));
  const steps = { bounds, count: bounds.length - 1, width: 0 };
  const partsOf = ({ from }: TimeSpan, { length }: readonly number[]): PartSteps => {
    return { first: bounds.indexOf(from), count: length - 1 };
  };
  return { steps, range: partsOf(range, ofRange), base: partsOf(base, ofBase) };
}

/** Bounds of equal parts. */
function cutsOf({ from, to }: TimeSpan): number[] {
  const parts = Math.max(1, Math.min(partsMax, to - from));
  return Array.from({ length: parts + 1 }, (_, i) => Math.round(from + ((to - from) * i) / parts));
}

/** This many parts show how much a value varies by itself. */
const partsMax = 24;
