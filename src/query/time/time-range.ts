import * as z from "zod";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { knownFields } from "../../http/known-fields.ts";
import { AppError } from "../../lib/errors.ts";
import { secondsMax, stepSecondsMax, stepsMax } from "../limits.ts";
import { isPreset, presetHelp, resolvePreset, type SecondsSpan, zoned } from "./preset.ts";
import { cutIntoSteps, estimateSteps, type TimeSteps } from "./time-steps.ts";

/** Normalised: a preset, or both bounds; the zone always. Without `step` the width of the range says it. */
export interface TimeRange {
  preset?: string;
  /** Epoch seconds; 0 is now, negative counts back from now. */
  ts_from?: number;
  ts_to?: number;
  step?: number;
  timezone: string;
}

export interface TimeRangeOptions {
  /** Used where the question names no zone. */
  timezone: string;
  /** Epoch seconds. */
  now: number;
  /** False for kinds that know no steps; their range is not held to the bound on steps. */
  withSteps: boolean;
  /** The preset when neither preset nor bounds are named; absent: the last hour. */
  byDefault?: "all";
}

/**
 * Reads `params.time_range`; absent or without bounds it is what `byDefault` says. The options are looked at when
 * something is
 * read.
 */
export function timeRangeSchema(options: Readonly<TimeRangeOptions>) {
  return knownFields({
    preset: z.string().refine(isPreset, `Expected ${presetHelp}.`).nullish(),
    ts_from: secondsSchema,
    ts_to: secondsSchema,
    step: z
      .int("Expected a whole number of seconds.")
      .min(1, "Expected at least 1.")
      .max(stepSecondsMax, `Expected at most ${stepSecondsMax}.`)
      .nullish(),
    timezone: z.string().refine(isTimezone, "Expected the name of a time zone, such as Europe/Paris.").nullish(),
  })
    .superRefine(requireOneWay)
    .transform((range) => normalise(range, options))
    .superRefine((range, context) => {
      const problem = context.issues.length === 0 ? findProblem(range, options.now, options.withSteps) : undefined;
      if (problem) context.addIssue({ code: "custom", path: [problem.field], message: problem.message });
    })
    .prefault({});
}

/**
 * Whether it moves with the clock: it names a preset, or bounds of which 0 is now and negative ones count back from
 * now.
 */
export function isRelative({ preset, ts_from = 0, ts_to = 0 }: Partial<TimeRange>): boolean {
  return preset !== undefined || ts_from <= 0 || ts_to <= 0;
}

/** The range in epoch seconds, not widened. */
export function resolveTimeRange(range: TimeRange, now: number): SecondsSpan {
  const { preset, ts_from = 0, ts_to = 0, timezone } = range;
  if (preset) return resolvePreset(preset, now, timezone);
  return { from: resolveBound(ts_from, now), to: resolveBound(ts_to, now) };
}

/**
 * Steps of whole multiples of `unitSeconds`, the asked ones widened when need be. Throws AppError `invalid`: a range
 * that moves with the clock may have grown too many steps since it was checked.
 */
export function resolveSteps(range: TimeRange, now: number, unitSeconds = 1): TimeSteps {
  const problem = findProblem(range, now, true);
  if (problem)
    throw new AppError("invalid", problem.message, {
      fields: { [`params.time_range.${problem.field}`]: [problem.message] },
    });
  const span = resolveTimeRange(range, now);
  const step = range.step ?? defaultStep(span);
  return cutIntoSteps(span, Math.ceil(step / unitSeconds) * unitSeconds, range.timezone);
}

export function toMicros({ from, to }: SecondsSpan): TimeSpan {
  return { from: Math.round(from * 1e6), to: Math.round(to * 1e6) };
}

/** Seconds, by the width of the range. */
export function defaultStep({ from, to }: SecondsSpan): number {
  const width = to - from;
  const known = stepsByWidth.find(([widest]) => width <= widest)?.[1];
  // Over decades: as many whole days as the number of steps allows.
  return known ?? Math.max(1, Math.ceil(width / 86_400 / (stepsMax - spareSteps))) * 86_400;
}

/** Both ends may begin a step of their own. */
const spareSteps = 10;

function isTimezone(name: string): boolean {
  if (name === lastTimezone) return true;
  try {
    zoned(0, name);
    lastTimezone = name;
    return true;
  } catch {
    return false;
  }
}

/** Most name the same one. */
let lastTimezone: string | undefined;

const stepsByWidth: readonly (readonly [widest: number, step: number])[] = [
  [60, 1],
  [3600, 60],
  [86_400, 900],
  [7 * 86_400, 3600],
];

const secondsSchema = z
  .number()
  .min(-secondsMax, `Expected at least ${-secondsMax}.`)
  .max(secondsMax, `Expected at most ${secondsMax}.`)
  .nullish();

interface RawRange {
  preset?: string | null;
  ts_from?: number | null;
  ts_to?: number | null;
  step?: number | null;
  timezone?: string | null;
}

function requireOneWay({ preset, ts_from, ts_to }: RawRange, context: z.RefinementCtx): void {
  const issue = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
  if (preset != null && (ts_from != null || ts_to != null))
    issue("preset", "Expected either a preset or ts_from and ts_to, got both.");
  else if (preset == null && ts_from == null && ts_to != null) issue("ts_from", "This field is required beside ts_to.");
}

function normalise(raw: RawRange, { timezone: serverZone, byDefault }: TimeRangeOptions): TimeRange {
  const { preset, ts_from, ts_to, step, timezone } = raw;
  const named = ts_from == null ? { preset: preset ?? "last_1_hours" } : { ts_from, ts_to: ts_to ?? 0 };
  const bounds = preset == null && ts_from == null && byDefault === "all" ? allTime : named;
  return { ...bounds, ...(step == null ? {} : { step }), timezone: timezone ?? serverZone };
}

/**
 * Everything that is stored, including events that senders' clocks put into the future. Nothing is older: 0 would mean
 * now.
 */
const allTime = { ts_from: 1, ts_to: secondsMax };

/** Why it cannot be asked for at this moment. */
export function findProblem(
  range: TimeRange,
  now: number,
  withSteps: boolean,
): { field: string; message: string } | undefined {
  const span = resolveTimeRange(range, now);
  if (span.from >= span.to) return { field: "ts_from", message: "Expected ts_from to be before ts_to." };
  if (!withSteps) return undefined;
  const step = range.step ?? defaultStep(span);
  const estimate = estimateSteps(span, step);
  // Rounded ends and days of 23 hours change the count by less than half.
  if (estimate < stepsMax / 2) return undefined;
  const isTooMany = estimate > stepsMax || cutIntoSteps(span, step, range.timezone).count > stepsMax;
  if (!isTooMany) return undefined;
  const least = Math.ceil((span.to - span.from) / stepsMax);
  const message = `Expected at most ${stepsMax} steps; over this range a step has at least ${least} seconds.`;
  return { field: "step", message };
}

function resolveBound(seconds: number, now: number): number {
  return seconds > 0 ? seconds : Math.max(0, now + seconds);
}
