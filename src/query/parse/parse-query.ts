import * as z from "zod";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import type { FilterElement } from "../../filter/condition/filter-element.ts";
import { parseQueryLanguage } from "../../filter/language/query-language.ts";
import { filterSchema, querySchema } from "../../filter/schema.ts";
import { validateBody } from "../../http/validate.ts";
import { invalidField, invalidFields } from "../../lib/errors.ts";
import { type AnyKind, findKind, kindNames, kinds } from "../kinds/kinds.ts";
import type { CommonParams, QueryKind } from "../query-kind.ts";
import { hullOf } from "../time/compared-range.ts";
import {
  findProblem,
  isRelative,
  resolveSteps,
  resolveTimeRange,
  type TimeRange,
  type TimeRangeOptions,
  timeRangeSchema,
  toMicros,
} from "../time/time-range.ts";
import { spanOfSteps } from "../time/time-steps.ts";
import { QuestionCache, type QuestionOptions } from "./question-cache.ts";

export interface CheckedQuestion {
  /** In the spelling it was asked in. */
  askedType: string;
  /** Without the ending "Query". */
  type: string;
  /** The question with all defaults filled in; asking this again means the same. */
  params: Record<string, unknown>;
  /** False when the zone in `params` is the service's because the question named none. */
  namesTimezone: boolean;
}

/**
 * Reads `{type, params}` as it comes in a body. `timezone` is the service's, for questions that name none; `now` epoch
 * seconds. Throws AppError `invalid` with dotted fields, such as `params.filter.0.op`. Any thread.
 */
export function parseQuery(body: unknown, options: QuestionOptions): CheckedQuestion {
  const known = questionCache.find(body, options);
  if (known !== undefined) return known;
  const question = withOtherRange(body, options) ?? checkQuestion(body, options);
  questionCache.keep(body, options, question, (now) => canBeAskedAt(question, now));
  const rest = withoutRange(body);
  if (rest !== undefined) cacheBesideRange.keep(rest, options, question, () => true);
  return question;
}

/** A dashboard asks the same again and again, and checking takes longer than finding a cached answer. */
const questionCache = new QuestionCache<CheckedQuestion>();

/** The same by everything but their time range, since a question is asked again about other ranges. */
const cacheBesideRange = new QuestionCache<CheckedQuestion>();

/** Undefined when the rest was not cached, or the range is invalid. */
function withOtherRange(body: unknown, options: QuestionOptions): CheckedQuestion | undefined {
  const rest = withoutRange(body);
  const known = rest === undefined ? undefined : cacheBesideRange.find(rest, options);
  if (known === undefined) return undefined;
  const kind = findKind(known.type)!;
  const { schema, asked } = readerOf(kind);
  asked.timezone = options.timezone;
  asked.now = options.now;
  const range = schema.shape.params.shape.time_range?.safeParse((body as RangeBody).params.time_range);
  if (!range?.success) return undefined;
  const params = { ...known.params, time_range: range.data };
  return kind.check?.(params, options.now) ? undefined : { ...known, params, namesTimezone: namesTimezone(body) };
}

interface RangeBody {
  params: { time_range: object };
}

/** Undefined for a body without a range. */
function withoutRange(body: unknown): unknown {
  const { params } = (body ?? {}) as Partial<RangeBody>;
  if (typeof params?.time_range !== "object" || params.time_range === null) return undefined;
  return { ...(body as RangeBody), params: { ...params, time_range: undefined } };
}

/** A question that was valid before can only become invalid by ranges that move with the clock. */
function canBeAskedAt({ type, params }: CheckedQuestion, now: number): boolean {
  const kind = findKind(type)!;
  if (kind.check?.(params, now)) return false;
  const { time_range: range } = params as { time_range?: TimeRange };
  return range === undefined || !isRelative(range) || findProblem(range, now, hasSteps(kind)) === undefined;
}

function checkQuestion(body: unknown, options: QuestionOptions): CheckedQuestion {
  const { type: askedType } = validateBody(headSchema, body);
  const kind = findKind(askedType);
  if (!kind) throw invalidField("type", `Expected one of ${kindNames.join(", ")}, got "${askedType}".`);
  const { schema, asked } = readerOf(kind);
  asked.timezone = options.timezone;
  asked.now = options.now;
  const { params } = validateBody(schema, body);
  const problems = kind.check?.(params, options.now);
  if (problems)
    throw invalidFields(
      Object.fromEntries(Object.entries(problems).map(([name, messages]) => [`params.${name}`, messages])),
    );
  return { askedType, type: kind.type, params, namesTimezone: namesTimezone(body) };
}

/** The range that the question reads at this base time, for taking a snapshot. Throws like `parseQuery`. */
export function spanOf(type: string, params: Record<string, unknown>, baseTime: number): TimeSpan {
  const kind = requireKind(type);
  const { time_range: timeRange } = params as unknown as CommonParams;
  const range = kind.withSteps
    ? spanOfSteps(resolveSteps(timeRange, baseTime))
    : toMicros(resolveTimeRange(timeRange, baseTime));
  const base = kind.comparesWith?.(params, baseTime);
  return base ? hullOf({ range, base }) : range;
}

/** The elements of `filter` and those that `q` means. */
export function conditionsOf({ filter, q }: Pick<CommonParams, "filter" | "q">): FilterElement[] {
  return q === undefined ? filter : [...filter, ...parseQueryLanguage(q)];
}

export function requireKind(type: string): QueryKind {
  const kind = findKind(type);
  if (kind?.about !== "events") throw new Error(`Expected a checked type of query about events, got "${type}".`);
  return kind;
}

function namesTimezone(body: unknown): boolean {
  const { params } = body as { params: { time_range?: { timezone?: unknown } | null } };
  return (params.time_range?.timezone ?? null) !== null;
}

/**
 * Schema of what `parseQuery` reads, all kinds together, for the API's description. Reading goes kind by kind, so that
 * an error names the kind that was meant.
 */
export function describedQuestion(): z.ZodType {
  return z.union(
    kinds.map((kind) =>
      z
        .object({
          type: z.enum([kind.type, `${kind.type}Query`]),
          params: readerOf(kind).schema.shape.params.describe("{} takes all defaults."),
        })
        .meta({ id: `${kind.type}Question` }),
    ),
  );
}

const headSchema = z.object({ type: z.string().min(1), params: z.looseObject({}) });

/**
 * Reads bodies of one kind; `asked` holds the values that its defaults depend on, set before each reading. Kept,
 * because making a schema and using it for the first time takes a millisecond.
 */
interface Reader {
  asked: TimeRangeOptions;
  schema: z.ZodObject<{ params: z.ZodObject }>;
}

const readers = new Map<AnyKind, Reader>();

function readerOf(kind: AnyKind): Reader {
  const known = readers.get(kind);
  if (known) return known;
  const byDefault = kind.about === "events" ? kind.rangeByDefault : undefined;
  const asked = { timezone: "UTC", now: 0, withSteps: hasSteps(kind), byDefault };
  const reader = { asked, schema: z.object({ params: paramsSchema(kind, asked) }) };
  readers.set(kind, reader);
  return reader;
}

function hasSteps(kind: AnyKind): boolean {
  return kind.about === "service" || kind.withSteps;
}

function paramsSchema(kind: AnyKind, asked: TimeRangeOptions) {
  const shape = { ...sharedShape(kind, asked), freeze_time: z.boolean().default(false), ...kind.parameters };
  return z.object(shape as z.ZodRawShape);
}

function sharedShape(kind: AnyKind, asked: TimeRangeOptions): z.ZodRawShape {
  if (kind.about === "service") return kind.stepUnitSeconds > 0 ? { time_range: timeRangeSchema(asked) } : {};
  return { time_range: timeRangeSchema(asked), filter: filterSchema.default([]), q: querySchema.optional() };
}
