import { stepsMax } from "../../query/limits.ts";
import { resolvePreset, type SecondsSpan, secondsOf, zoned } from "../../query/time/preset.ts";
import { defaultStep, type TimeRange } from "../../query/time/time-range.ts";
import { cutIntoSteps, spanOfSteps } from "../../query/time/time-steps.ts";
import { formatTime } from "../time-arguments.ts";

/**
 * The step with which the service, which counts whole steps, counts this range and no more, or as little more as it
 * can. Undefined: the one it chooses itself. `now`: epoch seconds.
 */
export function stepFor(type: string, range: TimeRange, now: number): number | undefined {
  const span = spanOf(range, now);
  if (span.from >= span.to) return undefined;
  if (type === "EventRate") return rateStep(span, range.timezone);
  return type === "TopN" || type === "Patterns" ? rankingStep(span, range.timezone) : undefined;
}

/** What people have to know of a range that was widened; undefined: nothing. */
export function widenedNote(range: TimeRange | undefined, results: Record<string, unknown>): string | undefined {
  const { ts_from: from, ts_to: to } = (results.totals ?? {}) as { ts_from?: number; ts_to?: number };
  const { ts_from: askedFrom = 0, ts_to: askedTo = 0, timezone = "UTC" } = range ?? {};
  if (askedFrom <= 0 || from === undefined || to === undefined) return undefined;
  if (from >= askedFrom && (askedTo <= 0 || to <= askedTo)) return undefined;
  const [begin, end] = [from, to].map((time) => formatTime(time, timezone, false));
  return `Whole steps were counted: from ${begin} to ${end}.`;
}

function spanOf({ preset, ts_from = 0, ts_to = 0, timezone }: TimeRange, now: number): SecondsSpan {
  if (preset !== undefined) return resolvePreset(preset, now, timezone);
  return { from: ts_from, to: ts_to > 0 ? ts_to : now };
}

/** Nobody sees the steps of a ranking: the begin is kept, then the end. */
function rankingStep(span: SecondsSpan, timezone: string): number {
  const before = span.from - secondsOf(zoned(span.from, timezone).startOfDay());
  const common = commonDivisor(before, before + span.to - span.from);
  const exact = [day, common % day === 0 ? day / 2 : common].find((step) => isExact(span, step, timezone, stepsMax));
  if (exact !== undefined) return exact;
  const finest = Math.ceil((span.to - span.from) / (stepsMax - spareSteps));
  for (let step = finest; step <= defaultStep(span); step++) if (before % step === 0) return step;
  return finest;
}

/** The longest step that fits into the range, if a screen or two can show so many. */
function rateStep(span: SecondsSpan, timezone: string): number | undefined {
  const own = defaultStep(span);
  const step = roundSteps.find((one) => one <= own && isExact(span, one, timezone, shownStepsMax));
  return step === own ? undefined : step;
}

function isExact(span: SecondsSpan, step: number, timezone: string, countMax: number): boolean {
  if (!Number.isInteger(step) || step < 1 || (span.to - span.from) / step > countMax) return false;
  const { from, to } = spanOfSteps(cutIntoSteps(span, step, timezone));
  return from === span.from * 1e6 && to === span.to * 1e6;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

const day = 86_400;

/** Both ends may begin a step of their own, and days differ in length. */
const spareSteps = 10;

const shownStepsMax = 200;

/** Those that people count in. */
const roundSteps = [day, 43_200, 21_600, 10_800, 7200, 3600, 1800, 900, 600, 300, 120, 60, 30, 10, 5, 1];
