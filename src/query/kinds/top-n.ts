import * as z from "zod";
import { type Field, findField } from "../../filter/condition/fields.ts";
import { StepCounts } from "../counting/step-counts.ts";
import type { PackedArray } from "../execution/team.ts";
import { groupRows } from "../groups/group-rows.ts";
import { GroupSums } from "../groups/group-sums.ts";
import { rankingMax, subfieldsMax } from "../limits.ts";
import { fieldSchema, limitSchema, wholeNumber } from "../parameters.ts";
import { type Accumulation, type ChosenRows, type OpenQuestion, queryKind } from "../query-kind.ts";
import { AnswerSizeLimit } from "../ranking/answer-size-limit.ts";
import { countGroupSteps } from "../ranking/count-group-steps.ts";
import { countGroups } from "../ranking/count-groups.ts";
import { type Counted, groupsOf, listCounts, type NamedCount, rankGroups, sumCounts } from "../ranking/rank.ts";
import { SubfieldCounts } from "../ranking/subfield-counts.ts";
import type { OtherValues } from "../unique/rank-records.ts";
import { type CountedTexts, UniqueHex } from "../unique/unique-hex.ts";
import { UniqueValues } from "../unique/unique-values.ts";
import { ValueTable } from "../values/value-table.ts";

/** The most frequent values of a field; on demand in each step, with their own most frequent companions. */
export const topN = queryKind({
  type: "TopN",
  parameters: {
    field: fieldSchema.default("host"),
    limit: limitSchema,
    with_subperiods: z.boolean().default(false),
    top_periods: z.boolean().default(false),
    show_other: z.boolean().default(false),
    ignore_empty: z.boolean().default(true),
    subfields: z.array(fieldSchema).max(subfieldsMax, `Expected at most ${subfieldsMax} fields.`).default([]),
    subfields_limit: wholeNumber(1, rankingMax).default(5),
  },
  withSteps: true,
  begin: (question) => new TopNAccumulation(question),
});

interface TopNParams {
  field: string;
  limit: number;
  with_subperiods: boolean;
  top_periods: boolean;
  show_other: boolean;
  ignore_empty: boolean;
  subfields: string[];
  subfields_limit: number;
}

/**
 * The first pass counts values; a second one, only for subfields, counts theirs for the values that made it to the top.
 */
class TopNAccumulation implements Accumulation {
  readonly passes: number;
  readonly counted?: string;
  readonly #question: OpenQuestion<TopNParams>;
  readonly #table: ValueTable;
  readonly #counts = new GroupSums();
  readonly #steps: StepCounts | undefined;
  /** Replaces the table for large segments in which nearly every event has a value of its own. */
  readonly #unique: UniqueHex | UniqueValues | undefined;
  #subfields: SubfieldCounts | undefined;
  #pass = 0;

  constructor(question: OpenQuestion<TopNParams>) {
    const { params } = question;
    this.#question = question;
    this.passes = params.subfields.length > 0 ? 2 : 1;
    if (params.ignore_empty) this.counted = params.field;
    if (params.with_subperiods || params.top_periods) this.#steps = new StepCounts();
    else if (params.subfields.length === 0) this.#unique = uniqueOf(question);
    const { distinctBytes, tables } = question;
    this.#table =
      (this.#unique && tables?.of(params.field, distinctBytes)) ?? new ValueTable(params.field, distinctBytes);
  }

  wants(): boolean {
    return true;
  }

  add(chosen: ChosenRows): void {
    const { steps, tick, params } = this.#question;
    const field = findField(params.field);
    if (this.#subfields) this.#subfields.add(chosen, groupRows(chosen.segment, field, this.#table, tick));
    else if (this.#steps) {
      countGroupSteps(chosen, field, this.#table, steps!, tick, (step, group, count) => {
        this.#counts.add(group, count);
        this.#steps!.add(step, group, count);
      });
    } else this.#count(chosen, field);
  }

  #count(chosen: ChosenRows, field: Field): void {
    const column = this.#unique?.columnOf(chosen.segment);
    if (column === undefined) {
      if (this.#pass === 0) countGroups(chosen, field, this.#table, this.#counts, this.#question);
      return;
    }
    const absent = this.#unique!.add(chosen, column);
    if (absent > 0) this.#counts.add(this.#table.idOf(""), absent);
  }

  readonly share = {
    handOver: (): PackedArray[] => {
      if (this.#steps) return [...this.#table.pack(), this.#counts.pack(this.#table.size), ...this.#steps.pack()];
      const groups = this.#counts.groups();
      return [...this.#table.pack(groups), this.#counts.pick(groups), ...(this.#unique?.pack() ?? [])];
    },
    takeOver: ([bytes, offsets, counts, ...others]: PackedArray[]): void => {
      const { tick } = this.#question;
      const groups = this.#table.merge(bytes as Uint8Array, offsets as Uint32Array, tick);
      for (let i = 0; i < groups.length; i++) this.#counts.add(groups[i]!, counts![i]!);
      this.#steps?.merge(others[0]!, others[1]!, others[2]!, groups, tick);
      this.#unique?.merge(others);
    },
  };

  endPass(): boolean {
    const { params, span, tick } = this.#question;
    this.#pass++;
    if (this.#unique?.isUsed)
      return this.#unique instanceof UniqueHex
        ? this.#unique.endPass(this.#countedTexts())
        : this.#unique.endPass(this.#others(this.#unique), (group) => this.#table.nameOf(group));
    if (this.#subfields || params.subfields.length === 0) return false;
    const { subfields, subfields_limit: limit, ignore_empty: ignoreEmpty } = params;
    this.#subfields = new SubfieldCounts(rankGroups(this.#totals(), params.limit), {
      subfields,
      limit,
      ignoreEmpty,
      span,
      tick,
    });
    return true;
  }

  results(): Record<string, unknown> {
    const { span, params } = this.#question;
    const room = new AnswerSizeLimit();
    if (this.#unique?.isUsed) return this.#uniqueResults(this.#unique, room);
    const totals = this.#totals();
    const ranked = rankGroups(totals, params.limit);
    const values: TopValue[] = room.take(listCounts(totals, ranked, params.show_other));
    if (this.#subfields)
      for (const [i, group] of ranked.entries()) values[i]!.subfields = this.#subfields.of(group, room);
    const hasOther = values.length > ranked.length;
    const details = this.#steps ? this.#details(this.#steps, ranked, hasOther, room) : [];
    return {
      totals: { ts_from: span.from / 1e6, ts_to: span.to / 1e6, values, total_count: sumCounts(totals) },
      ...(params.with_subperiods ? { details } : {}),
      ...(params.top_periods ? { top_periods: topPeriods(details, params.limit) } : {}),
    };
  }

  /** The values of small segments. The absent value has its place in the table and in no hash. */
  #others(unique: UniqueValues): OtherValues {
    return unique.othersOf(this.#table.pack(), (group) =>
      this.#question.params.ignore_empty && this.#table.isEmpty(group) ? 0 : this.#counts.of(group),
    );
  }

  #countedTexts(): CountedTexts {
    const { table, groups, countOf } = this.#totals();
    const occurring = Uint32Array.from(groups).filter((group) => countOf(group) > 0);
    const best = (some: Uint32Array) => rankGroups({ table, groups: some, countOf }, this.#question.params.limit);
    return { groups: occurring, nameOf: (group) => table.nameOf(group), count: countOf, best };
  }

  #uniqueResults(unique: UniqueHex | UniqueValues, room: AnswerSizeLimit): Record<string, unknown> {
    const { span, params } = this.#question;
    const { ranked, sum } =
      unique instanceof UniqueHex
        ? unique.rank(this.#countedTexts())
        : unique.rank((group) => this.#table.nameOf(group));
    const values = ranked.filter(({ count }) => count > 0);
    const other = sum - values.reduce((shown, { count }) => shown + count, 0);
    if (params.show_other && other > 0) values.push({ name: "other", count: other });
    return {
      totals: { ts_from: span.from / 1e6, ts_to: span.to / 1e6, values: room.take(values), total_count: sum },
    };
  }

  /** Events without the field are as if they were not there, unless they are asked for. */
  #totals(): Counted {
    const groups = groupsOf(this.#table, this.#question.params.ignore_empty);
    return { table: this.#table, groups, countOf: (group) => this.#counts.of(group) };
  }

  #details(steps: StepCounts, totals: readonly number[], hasOther: boolean, room: AnswerSizeLimit): Period[] {
    const { params } = this.#question;
    const { bounds, count } = this.#question.steps!;
    const empty = params.ignore_empty ? this.#table.find("") : undefined;
    return Array.from({ length: count }, (_, step) => {
      const counts = steps.of(step);
      const countOf = (group: number) => counts.get(group) ?? 0;
      const groups = Array.from(counts.keys()).filter((group) => group !== empty);
      const counted = { table: this.#table, groups, countOf };
      return {
        ts_from: bounds[step]! / 1e6,
        ts_to: bounds[step + 1]! / 1e6,
        values: room.take(listCounts(counted, rankGroups(counted, params.limit), params.show_other)),
        total_values: room.take(withOther(listCounts(counted, totals, params.show_other), totals.length, hasOther)),
        total_count: sumCounts(counted),
      };
    });
  }
}

function uniqueOf(question: OpenQuestion<TopNParams>): UniqueHex | UniqueValues {
  const field = findField(question.params.field);
  return UniqueHex.of(field, question) ?? new UniqueValues(field, question);
}

/** When the totals have other values, each step tells their count, even 0. */
function withOther(listed: NamedCount[], named: number, hasOther: boolean): NamedCount[] {
  return hasOther && listed.length === named ? [...listed, { name: "other", count: 0 }] : listed;
}

interface TopValue extends NamedCount {
  subfields?: Record<string, NamedCount[]>;
}

/** One step. */
interface Period {
  ts_from: number;
  ts_to: number;
  /** The most frequent values of this step. */
  values: NamedCount[];
  /** The values of the totals, in their order, also those that do not occur here. */
  total_values: NamedCount[];
  /** Occurrences of all values. */
  total_count: number;
}

/** The steps with the most occurrences, of equal ones the earlier; steps with none are not among them. */
function topPeriods(periods: readonly Period[], limit: number): Period[] {
  return periods
    .filter(({ total_count }) => total_count > 0)
    .sort((a, b) => b.total_count - a.total_count || a.ts_from - b.ts_from)
    .slice(0, limit);
}
