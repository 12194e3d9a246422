import * as z from "zod";
import { type Field, findField } from "../../filter/fields.ts";
import { eachBatch } from "../batches.ts";
import { type GroupOf, groupRows } from "../group-rows.ts";
import { GroupStatistics, type StatisticName, statisticNames } from "../group-statistics.ts";
import { GroupTable } from "../group-table.ts";
import { batchRows, groupFieldsMax } from "../limits.ts";
import type { PackedArray } from "../packed-array.ts";
import { fieldSchema, limitSchema } from "../parameters.ts";
import { pickBest } from "../pick-best.ts";
import { type Accumulation, type OpenQuestion, queryKind, type SegmentPart } from "../query-kind.ts";
import { rowNumbers } from "../row-numbers.ts";
import { ValueTable } from "../value-table.ts";

/**
 * Functions of a field by the values of others, the groups with the most occurrences first. Everything is weighted by
 * occurrences. Texts that are no number count for `count` and `distinct` only; of no number at all the others are null.
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

interface StatsParams {
  by: string[];
  field?: string;
  functions: StatisticName[];
  limit: number;
}

class StatsAccumulation implements Accumulation {
  readonly passes = 1;
  readonly #question: OpenQuestion<StatsParams>;
  readonly #groups: GroupTable;
  readonly #statistics: GroupStatistics;
  readonly #field: Field | undefined;
  /** Of the field's values, for `distinct`. */
  readonly #table: ValueTable;

  constructor(question: OpenQuestion<StatsParams>) {
    const { by, field, functions } = question.params;
    this.#question = question;
    this.#groups = new GroupTable(by);
    this.#statistics = new GroupStatistics(functions);
    this.#field = field === undefined ? undefined : findField(field);
    this.#table = new ValueTable(field ?? "");
  }

  wants(): boolean {
    return true;
  }

  add(part: SegmentPart): void {
    const { span, tick, params } = this.#question;
    const { segment } = part;
    const groupsOf = this.#groups.groupsOf(segment);
    const numbersOf = this.#field && rowNumbers(segment, this.#field);
    const isDistinctWanted = params.functions.includes("distinct");
    const textOf = this.#field && isDistinctWanted ? groupRows(segment, this.#field, this.#table) : undefined;
    const groups = new Uint32Array(batchRows);
    eachBatch(part, span, tick, ({ length, rows, counts }) => {
      groupsOf(rows, length, groups);
      this.#statistics.addOccurrences(groups, counts, length);
      if (numbersOf) {
        if (numbersOf.isWhole)
          this.#statistics.addWhole(groups, numbersOf.of(rows, length), numbersOf.scale, counts, length);
        else this.#statistics.addNumbers(groups, numbersOf.of(rows, length), counts, length);
      }
      if (textOf) this.#addTexts(groups, textOf, rows, length);
    });
  }

  readonly share = {
    handOver: (): PackedArray[] => {
      const tables = this.#groups.pack();
      return [
        Uint32Array.of(tables.length),
        ...tables,
        ...this.#table.pack(),
        ...this.#statistics.pack(this.#groups.size),
      ];
    },
    takeOver: ([counted, ...found]: PackedArray[]): void => {
      const tables = counted![0]!;
      const groups = this.#groups.merge(found.slice(0, tables));
      const [bytes, offsets, ...statistics] = found.slice(tables);
      const texts = this.#table.merge(bytes as Uint8Array, offsets as Uint32Array);
      this.#statistics.merge(statistics, groups, texts);
    },
  };

  #addTexts(groups: Uint32Array, textOf: GroupOf, rows: Uint32Array, length: number): void {
    for (let i = 0; i < length; i++) {
      const text = textOf(rows[i]!);
      if (!this.#table.isEmpty(text)) this.#statistics.addText(groups[i]!, text);
    }
  }

  endPass(): boolean {
    return false;
  }

  results(): Record<string, unknown> {
    const { span } = this.#question;
    const values = this.#ranked().map((group) => this.#write(group));
    return { totals: { ts_from: span.from / 1e6, ts_to: span.to / 1e6, values } };
  }

  /** By occurrences descending, ties by the values in turn. */
  #ranked(): number[] {
    const { limit } = this.#question.params;
    const countOf = (group: number) => this.#statistics.of(group, "count") ?? 0;
    const order = (a: number, b: number) =>
      countOf(b) - countOf(a) || compareTexts(this.#groups.valuesOf(a), this.#groups.valuesOf(b));
    return pickBest(this.#groups.size, limit, order).filter((group) => countOf(group) > 0);
  }

  #write(group: number): Record<string, unknown> {
    const { by, functions } = this.#question.params;
    const values = this.#groups.valuesOf(group);
    return {
      by: Object.fromEntries(by.map((name, i) => [name, values[i]!])),
      ...Object.fromEntries(functions.map((name) => [name, this.#statistics.of(group, name)])),
    };
  }
}

function compareTexts(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((text, i) => text !== b[i]);
  return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1;
}
