import * as z from "zod";
import { type CompiledElement, compilePresence } from "../../filter/condition/compile-element.ts";
import { findField } from "../../filter/condition/fields.ts";
import type { PackedArray } from "../execution/team.ts";
import { groupFieldsMax } from "../limits.ts";
import { fieldSchema, limitSchema } from "../parameters.ts";
import { type Accumulation, type ChosenRows, type OpenQuestion, queryKind } from "../query-kind.ts";
import { pickTop } from "../ranking/pick-top.ts";
import { DistinctValues } from "../statistics/distinct-values.ts";
import { statisticNames } from "../statistics/statistics.ts";
import { type AskedStatistics, StatisticsByGroup } from "../statistics/statistics-by-group.ts";

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
  begin: (question) => new StatsAccumulation(question),
});

interface StatsParams extends AskedStatistics {
  limit: number;
}

/** What was found in the chosen rows of segments. */
interface Findings {
  add(chosen: ChosenRows, question: OpenQuestion<unknown>): void;
  pack(): PackedArray[];
  /** What another one packed, which it only reads. */
  merge(found: readonly PackedArray[], tick: () => void): void;
}

class StatsAccumulation implements Accumulation {
  readonly passes = 1;
  readonly conditions: readonly CompiledElement[];
  readonly #question: OpenQuestion<StatsParams>;
  readonly #found: Findings;
  readonly #values: () => Record<string, unknown>[];

  constructor(question: OpenQuestion<StatsParams>) {
    this.#question = question;
    this.conditions = conditionsOn(question.params.field);
    const { found, values } = isDistinctAlone(question.params) ? distinct(question.params) : byGroup(question.params);
    this.#found = found;
    this.#values = values;
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
    const { span } = this.#question;
    return { totals: { ts_from: span.from / 1e6, ts_to: span.to / 1e6, values: this.#values() } };
  }
}

function isDistinctAlone({ by, functions }: StatsParams): boolean {
  return by.length === 0 && functions.every((name) => name === "distinct");
}

/** How many different values there are at all, which needs no counting of any. */
function distinct({ field }: StatsParams) {
  const found = new DistinctValues(field!);
  const values = () => (found.count === undefined ? [] : [{ by: {}, distinct: found.count }]);
  return { found, values };
}

/** By occurrences descending, ties by the values in turn. */
function byGroup(params: StatsParams) {
  const { by, functions, limit } = params;
  const found = new StatisticsByGroup(params);
  const { groups, statistics } = found;
  const countOf = (group: number) => statistics.of(group, "count") ?? 0;
  const order = (a: number, b: number) => countOf(b) - countOf(a) || groups.compare(a, b);
  const write = (group: number) => {
    const values = groups.valuesOf(group);
    return {
      by: Object.fromEntries(by.map((name, i) => [name, values[i]!])),
      ...Object.fromEntries(functions.map((name) => [name, statistics.of(group, name)])),
    };
  };
  const values = () =>
    pickTop(groups.size, limit, order)
      .filter((group) => countOf(group) > 0)
      .map(write);
  return { found, values };
}

/** A field that events may lack is counted only where they have it. */
function conditionsOn(name: string | undefined): CompiledElement[] {
  if (name === undefined) return [];
  const { kind } = findField(name);
  return kind === "tag" || kind === "text" ? [compilePresence(name)] : [];
}
