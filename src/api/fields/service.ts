import type { Engine } from "../../engine/open-engine.ts";
import { anyRun, formatPattern } from "../../filter/words/wildcard.ts";
import type { Principal } from "../../http/access/principal.ts";
import { type Clock, nowSeconds, systemClock } from "../../lib/clock.ts";
import { AppError, invalidParameter } from "../../lib/errors.ts";
import type { TagsAnswer } from "../../query/answer/answer-tags.ts";
import type { EncodedAnswer } from "../../query/answer/encode-answer.ts";
import { parseQuery, spanOf } from "../../query/parse/parse-query.ts";
import { baseFields } from "./base-fields.ts";
import { readEvents } from "./event-reader.ts";
import { defaultValues, itemsMax, rangeSecondsMax, stepsMax } from "./limits.ts";
import type { FieldNames, FieldQuery, FieldValues } from "./schema.ts";

export interface FieldServiceParts {
  engine: Pick<Engine, "instants" | "threads">;
  clock?: Clock;
}

export type FieldService = ReturnType<typeof createFieldService>;

/** Fields and values for completion in editors, from hosts that the caller may see. */
export function createFieldService({ engine, clock = systemClock }: FieldServiceParts) {
  return {
    list: (principal: Principal, query: FieldQuery): Promise<FieldNames | FieldValues> =>
      query.name === undefined
        ? listNames(principal, query)
        : listValues(principal, { ...query, name: requireCountable(query.name) }),
  };

  async function listNames({ hosts }: Principal, query: FieldQuery): Promise<FieldNames> {
    const { from, to } = resolveRange(query);
    const tagSpan = { from: from * 1e6, to: to * 1e6 };
    const { prefix } = query;
    const { answer, warnings } = await readEvents<TagsAnswer>(engine, tagSpan, (snapshot, control) =>
      engine.threads.run({ kind: "tags", tagSpan, prefix, hosts, snapshot, control }),
    );
    const base = baseFields.filter(({ name }) => name.startsWith(prefix.toLowerCase()));
    const tags = answer.tags.slice(0, query.limit ?? itemsMax);
    return {
      fields: [
        ...base.map((field) => ({ ...field, kind: "base" as const })),
        ...tags.map(({ name, type }) => ({ name, label: name, type, kind: "tag" as const, has_values: true })),
      ],
      ts_from: from,
      ts_to: to,
      is_complete: answer.isComplete,
      warnings: [...warnings],
    };
  }

  async function listValues({ hosts, userId }: Principal, query: FieldQuery & { name: string }): Promise<FieldValues> {
    const { from, to } = resolveRange(query);
    const { type, params } = readQuestion(query, from, to);
    const span = spanOf(type, params, to);
    const { answer, warnings } = await readEvents<EncodedAnswer>(engine, span, (snapshot, control) =>
      engine.threads.answer({ type, params, baseTime: to, hosts, snapshot, control, links: undefined }, userId),
    );
    const { totals } = JSON.parse(Buffer.from(answer.results).toString()) as { totals: Totals };
    return {
      name: query.name,
      values: totals.values.map(({ name, count }) => ({ value: name, count })),
      ts_from: totals.ts_from,
      ts_to: totals.ts_to,
      is_complete: !answer.stopped,
      warnings: [...warnings],
    };
  }

  /** Epoch seconds. The current second counts as whole, so that events of this moment are in it. */
  function resolveRange({ ts_from, ts_to }: FieldQuery): { from: number; to: number } {
    const now = nowSeconds(clock) + 1;
    const [from, to] = [ts_from, ts_to].map((seconds) => (seconds > 0 ? seconds : now + seconds)) as [number, number];
    if (from >= to) throw invalidParameter("ts_from", `Expected a time before ts_to, got ${ts_from} and ${ts_to}.`);
    if (to - from > rangeSecondsMax)
      throw invalidParameter("ts_from", `Expected at most ${rangeSecondsMax / 86_400} days before ts_to.`);
    return { from, to };
  }
}

interface Totals {
  ts_from: number;
  ts_to: number;
  values: { name: string; count: number }[];
}

/** The most frequent values with this prefix, as the query engine takes it. */
function readQuestion(
  { name, prefix, limit = defaultValues }: FieldQuery & { name: string },
  from: number,
  to: number,
) {
  const step = Math.max(1, Math.ceil((to - from) / stepsMax / 60)) * 60;
  const filter = prefix === "" ? [] : [{ field: name, op: "eq", value: formatPattern([...prefix, anyRun]) }];
  const params = { field: name, limit, filter, time_range: { ts_from: from, ts_to: to, step } };
  try {
    return parseQuery({ type: "TopN", params }, { timezone: "UTC", now: to });
  } catch (error) {
    throw namedAsParameter(error);
  }
}

/** 400 for fields where nearly every event has a value of its own. */
function requireCountable(name: string): string {
  const field = baseFields.find((base) => base.name === (name === "_id" ? "id" : name));
  if (field?.has_values !== false) return name;
  throw invalidParameter("name", `The field "${name}" has too many different values to choose among.`);
}

/** The engine's errors about its own parameters, under the names that they have here. */
function namedAsParameter(error: unknown): unknown {
  if (!(error instanceof AppError) || error.details.fields === undefined) return error;
  const [path, messages] = Object.entries(error.details.fields)[0]!;
  const parameter = path.startsWith("params.field") ? "name" : path.startsWith("params.filter") ? "prefix" : "ts_from";
  return invalidParameter(parameter, messages[0] ?? "Does not fit.");
}
