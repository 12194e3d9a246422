import type { SegmentHandle, TimeSpan } from "../../eventstore/snapshot.ts";
import { findField } from "../../filter/condition/fields.ts";
import { StepCounts } from "../counting/step-counts.ts";
import type { Remark } from "../execution/task.ts";
import type { PackedArray } from "../execution/team.ts";
import { rankingMax } from "../limits.ts";
import { fieldSchema, wholeNumber } from "../parameters.ts";
import { type Accumulation, type ChosenRows, type OpenQuestion, queryKind } from "../query-kind.ts";
import { AnswerSizeLimit } from "../ranking/answer-size-limit.ts";
import { countGroupSteps } from "../ranking/count-group-steps.ts";
import { findPatternText } from "../ranking/find-pattern-text.ts";
import { pickSignificant, significanceSchema } from "../ranking/significant.ts";
import { type Surprise, surprises } from "../statistics/surprise.ts";
import {
  type BaseRange,
  baseRangeSchema,
  type ComparedSpans,
  type ComparedSteps,
  comparedProblem,
  comparedSpans,
  comparedSteps,
} from "../time/compared-range.ts";
import { ValueTable } from "../values/value-table.ts";

/** Which values of a field have become more or less frequent than they were, the most surprising first. */
export const changes = queryKind({
  type: "Changes",
  parameters: {
    base: baseRangeSchema,
    by: fieldSchema.default("pattern"),
    limit: wholeNumber(1, rankingMax).default(20),
    significance: significanceSchema,
  },
  check: (params, now) => {
    const problem = comparedProblem(comparedSpans(params as unknown as ComparedParams, now));
    return problem === undefined ? undefined : { base: [problem] };
  },
  withSteps: false,
  comparesWith: (params, now) => comparedSpans(params as unknown as ComparedParams, now).base,
  begin: (question) => new ChangesAccumulation(question as OpenQuestion<ChangesParams>),
});

type ComparedParams = Parameters<typeof comparedSpans>[0];

interface ChangesParams {
  base?: BaseRange;
  by: string;
  limit: number;
  significance: number;
}

class ChangesAccumulation implements Accumulation {
  readonly passes = 1;
  readonly #question: OpenQuestion<ChangesParams>;
  readonly #spans: ComparedSpans;
  readonly #steps: ComparedSteps;
  readonly #table: ValueTable;
  readonly #counts = new StepCounts();
  /** Complete once everything is counted; empty where it was stopped before. */
  #values: readonly ComparedValue[] = [];
  #found: ReturnType<typeof surprises> = { volume: 1, surprises: [] };

  constructor(question: OpenQuestion<ChangesParams>) {
    this.#question = question;
    this.#spans = { range: question.range, base: question.base! };
    this.#steps = comparedSteps(this.#spans);
    this.#table = new ValueTable(question.params.by, question.distinctBytes);
  }

  wants(handle: SegmentHandle): boolean {
    const touches = ({ from, to }: TimeSpan) => handle.minTime < to && handle.maxTime >= from;
    return touches(this.#spans.range) || touches(this.#spans.base);
  }

  add(chosen: ChosenRows): void {
    const { params, tick } = this.#question;
    countGroupSteps(chosen, findField(params.by), this.#table, this.#steps.steps, tick, (step, group, count) => {
      if (this.#isCompared(step)) this.#counts.add(step, group, count);
    });
  }

  readonly share = {
    handOver: (): PackedArray[] => [...this.#table.pack(), ...this.#counts.pack()],
    takeOver: ([bytes, offsets, steps, groups, counts]: PackedArray[]): void => {
      const { tick } = this.#question;
      const own = this.#table.merge(bytes as Uint8Array, offsets as Uint32Array, tick);
      this.#counts.merge(steps!, groups!, counts!, own, tick);
    },
  };

  endPass(): boolean {
    const { range, base } = this.#spans;
    const { tick } = this.#question;
    const values = this.#compared();
    this.#found = surprises(values, { range: range.to - range.from, base: base.to - base.from }, tick);
    this.#values = values;
    return false;
  }

  results(): Record<string, unknown> {
    const { params } = this.#question;
    const { range, base } = this.#spans;
    const values = this.#values;
    const { volume, surprises: found } = this.#found;
    const listed = pickSignificant(found, params, (a, b) => this.#table.compare(values[a]!.group, values[b]!.group));
    const room = new AnswerSizeLimit();
    return {
      totals: {
        ts_from: range.from / 1e6,
        ts_to: range.to / 1e6,
        base_from: base.from / 1e6,
        base_to: base.to / 1e6,
        count: values.reduce((sum, { count }) => sum + count, 0),
        base_count: values.reduce((sum, { base: ofBase }) => sum + ofBase, 0),
        volume_ratio: volume,
        compared: values.length,
        changed: listed.count,
        values: listed.best.map((i) => this.#write(values[i]!, found[i]!, room)),
      },
    };
  }

  remarks(): readonly Remark[] {
    const values = this.#values;
    const [count, ofBase] = [values.some((value) => value.count > 0), values.some(({ base }) => base > 0)];
    if (count && !ofBase) return [{ empty: "base", message: emptyBase }];
    return ofBase && !count ? [{ empty: "time_range", message: emptyTimeRange }] : [];
  }

  #isCompared(step: number): boolean {
    const { range, base } = this.#steps;
    return [range, base].some(({ first, count }) => step >= first && step < first + count);
  }

  /** Compares the values that occur in one of the ranges. */
  #compared(): ComparedValue[] {
    const { range, base } = this.#steps;
    const { tick } = this.#question;
    const { size } = this.#table;
    // One piece of memory for all values: with an array each, many values would take thrice as much.
    const parts = new Uint32Array(size * (range.count + base.count));
    const found = Array.from({ length: size }, (_, group) => {
      tick();
      const start = group * (range.count + base.count);
      const middle = start + range.count;
      const rangeParts = parts.subarray(start, middle);
      const baseParts = parts.subarray(middle, middle + base.count);
      return { group, count: 0, rangeParts, base: 0, baseParts };
    });
    for (let part = 0; part < range.count; part++)
      for (const [group, count] of this.#counts.of(range.first + part)) {
        tick();
        found[group]!.rangeParts[part] = count;
        found[group]!.count += count;
      }
    for (let part = 0; part < base.count; part++)
      for (const [group, count] of this.#counts.of(base.first + part)) {
        tick();
        found[group]!.baseParts[part] = count;
        found[group]!.base += count;
      }
    return found.filter(({ count, base: ofBase }) => count + ofBase > 0);
  }

  #write({ group, count, base }: ComparedValue, surprise: Surprise, room: AnswerSizeLimit): Record<string, unknown> {
    const name = this.#table.nameOf(group);
    const isPattern = this.#question.params.by === "pattern";
    const text = isPattern ? findPatternText(name, this.#question) : "";
    room.take([{ name: name + text, count }]);
    return {
      ...(isPattern ? { id: name, text } : { name }),
      kind: base === 0 ? "new" : count === 0 ? "gone" : count > surprise.expected ? "more" : "less",
      count,
      base_count: base,
      expected: surprise.expected,
      ratio: base === 0 ? null : count / surprise.expected,
      p_value: surprise.p,
      adjusted_p_value: surprise.adjustedP,
    };
  }
}

const emptyBase =
  "The range that is compared with has no such event, so all is new and nothing says what changed; choose another base.";
const emptyTimeRange =
  "The time range has no such event, so all is gone: either nothing comes any more, or it was not meant.";

interface ComparedValue {
  group: number;
  count: number;
  rangeParts: Uint32Array;
  base: number;
  baseParts: Uint32Array;
}
