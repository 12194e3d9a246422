import * as z from "zod";
import { type CompiledElement, compileElement } from "../../filter/condition/compile-element.ts";
import { findField } from "../../filter/condition/fields.ts";
import { cacheArrays } from "../counting/count-cache.ts";
import type { PackedArray } from "../execution/team.ts";
import { groupFieldsMax } from "../limits.ts";
import { fieldSchema, limitSchema } from "../parameters.ts";
import { type Accumulation, type ChosenRows, type OpenQuestion, queryKind } from "../query-kind.ts";
import { pickTop } from "../ranking/pick-top.ts";
import { DistinctValues } from "../statistics/distinct-values.ts";
import { needsOf, type StatisticName, statisticNames } from "../statistics/statistics.ts";
import { StatisticsByGroup } from "../statistics/statistics-by-group.ts";

/**
 * Functions of a field by the values of others, the groups with the most occurrences first. Everything is weighted by
 * occurrences; for functions of a field, only events that have the field count. Tags with a unit are seconds or bytes
 * (`20ms`, `5MB`), as conditions compare them. Texts that are no number count for `count` and `distinct` only; without
 * any number the other functions are null.
 */
export const stats = queryKind({
  type: "Stats",
  parameters: {
    by: z.array(fieldSchema).max(groupFieldsMax, `Expected at most ${groupFieldsMax} fields.`).default([]),
    field: fieldSchema.optional(),
    functions: z.array(z.enum(statisticNames)).min(1, "Expected at least one function.").default(["count"]),
    limit: limitSchema,
  },
  check: ({ field, functions }) =>
    field === undefined && functions.some((name) => name !== "count")
      ? { field: ["This field is required for functions other than count."] }
      : undefined,
  withSteps: false,
  begin: (question) =>
    isDistinctAlone(question) ? new DistinctAccumulation(question) : new StatsAccumulation(question),
});

interface StatsParams {
  by: string[];
  field?: string;
  functions: StatisticName[];
  limit: number;
}

class StatsAccumulation implements Accumulation {
  readonly passes = 1;
  readonly conditions: readonly CompiledElement[];
  readonly #question: OpenQuestion<StatsParams>;
  readonly #found: StatisticsByGroup;

  constructor(question: OpenQuestion<StatsParams>) {
    this.#question = question;
    this.conditions = conditionsOn(question.params.field);
    this.#found = new StatisticsByGroup(question.params);
  }

  wants(): boolean {
    return true;
  }

  add(chosen: ChosenRows): void {
    const { params } = this.#question;
    const about = ["statistics", params.by, params.field, needsOf(params.functions)];
    const found = cacheArrays(chosen, about, () => {
      const own = new StatisticsByGroup(params);
      // Numbers without a slot per group are mostly too many to cache.
      return own.hasPairsOnly ? own.packPairs(chosen, this.#question) : own.add(chosen, this.#question).pack();
    });
    if (found) this.#found.merge(found, this.#question.tick);
    else this.#found.add(chosen, this.#question);
  }

  readonly share = {
    handOver: (): PackedArray[] => this.#found.pack(),
    takeOver: (found: PackedArray[]): void => this.#found.merge(found, this.#question.tick),
  };

  endPass(): boolean {
    return false;
  }

  results(): Record<string, unknown> {
    return totalsOf(
      this.#question,
      this.#ranked().map((group) => this.#write(group)),
    );
  }

  /** By occurrences descending, ties by the values in turn. */
  #ranked(): number[] {
    const { limit } = this.#question.params;
    const countOf = (group: number) => this.#found.statistics.of(group, "count") ?? 0;
    const order = (a: number, b: number) => countOf(b) - countOf(a) || this.#found.groups.compare(a, b);
    return pickTop(this.#found.groups.size, limit, order).filter((group) => countOf(group) > 0);
  }

  #write(group: number): Record<string, unknown> {
    const { by, functions } = this.#question.params;
    const values = this.#found.groups.valuesOf(group);
    return {
      by: Object.fromEntries(by.map((name, i) => [name, values[i]!])),
      ...Object.fromEntries(functions.map((name) => [name, this.#found.statistics.of(group, name)])),
    };
  }
}

function isDistinctAlone({ params: { by, functions } }: OpenQuestion<StatsParams>): boolean {
  return by.length === 0 && functions.every((name) => name === "distinct");
}

/** How many different values there are at all, which needs no counting of any. */
class DistinctAccumulation implements Accumulation {
  readonly passes = 1;
  readonly conditions: readonly CompiledElement[];
  readonly #question: OpenQuestion<StatsParams>;
  readonly #found: DistinctValues;

  constructor(question: OpenQuestion<StatsParams>) {
    this.#question = question;
    this.conditions = conditionsOn(question.params.field);
    this.#found = new DistinctValues(question.params.field!);
  }

  wants(): boolean {
    return true;
  }

  add(chosen: ChosenRows): void {
    this.#found.add(chosen, this.#question);
  }

  readonly share = {
    handOver: (): PackedArray[] => this.#found.pack(),
    takeOver: (found: PackedArray[]): void => this.#found.merge(found, this.#question.tick),
  };

  endPass(): boolean {
    return false;
  }

  results(): Record<string, unknown> {
    const { count } = this.#found;
    return totalsOf(this.#question, count === undefined ? [] : [{ by: {}, distinct: count }]);
  }
}

function totalsOf({ span }: OpenQuestion<unknown>, values: readonly Record<string, unknown>[]) {
  return { totals: { ts_from: span.from / 1e6, ts_to: span.to / 1e6, values } };
}

/** A field that events may lack is counted only where they have it. */
function conditionsOn(name: string | undefined): CompiledElement[] {
  if (name === undefined) return [];
  const { kind } = findField(name);
  return kind === "tag" || kind === "text"
    ? [compileElement({ field: name, op: "eq", value: "*", ignore_case: true })]
    : [];
}
