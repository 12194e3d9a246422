import { type SegmentHandle, touches } from "../../eventstore/snapshot.ts";
import { findField } from "../../filter/condition/fields.ts";
import { StepCounts } from "../counting/step-counts.ts";
import type { Remark } from "../execution/task.ts";
import type { PackedArray } from "../execution/team.ts";
import { rankingMax } from "../limits.ts";
import { fieldSchema, wholeNumber } from "../parameters.ts";
import { type Accumulation, type ChosenRows, type OpenQuestion, queryKind } from "../query-kind.ts";
import { AnswerSizeLimit } from "../ranking/answer-size-limit.ts";
import { countGroupSteps } from "../ranking/count-group-steps.ts";
import { findPatternTexts } from "../ranking/find-pattern-texts.ts";
import { pickSignificant, significanceSchema } from "../ranking/significant.ts";
import { PartCounts } from "../statistics/part-counts.ts";
import { type Surprises, sumOf, surprises } from "../statistics/surprise.ts";
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
  check: (params, now) => comparedProblem(comparedSpans(params as unknown as ComparedParams, now)),
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
  /** Absent until all values are compared: a stopped question lists none. */
  #found: FoundChanges | undefined;

  constructor(question: OpenQuestion<ChangesParams>) {
    this.#question = question;
    this.#spans = { range: question.range, base: question.base! };
    this.#steps = comparedSteps(this.#spans);
    this.#table = new ValueTable(question.params.by, question.distinctBytes);
  }

  wants(handle: SegmentHandle): boolean {
    return touches(handle, this.#spans.range) || touches(handle, this.#spans.base);
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

  /** All that takes its time is done here, where a stop is heard. */
  endPass(): boolean {
    const { params, tick } = this.#question;
    const { range, base } = this.#spans;
    const values = new PartCounts(this.#counts, this.#table.size, this.#steps, tick);
    const { groups } = values;
    const found = surprises(values, { range: range.to - range.from, base: base.to - base.from }, tick);
    const byName = (a: number, b: number) => this.#table.compare(groups[a]!, groups[b]!);
    const { best, count } = pickSignificant(found, params, byName, tick);
    const names = best.map((i) => this.#table.nameOf(groups[i]!));
    const texts = params.by === "pattern" ? findPatternTexts(names, this.#question) : undefined;
    const room = new AnswerSizeLimit();
    this.#found = {
      count: sumOf(found.counts),
      baseCount: sumOf(found.bases),
      volume: found.volume,
      compared: groups.length,
      changed: count,
      values: best.map((i, place) => {
        const name = names[place]!;
        const text = texts?.get(name) ?? "";
        room.take([{ name: name + text, count: found.counts[i]! }]);
        return { ...(texts ? { id: name, text } : { name }), ...writeChange(found, i) };
      }),
    };
    return false;
  }

  results(): Record<string, unknown> {
    const { range, base } = this.#spans;
    const { count, baseCount, volume, compared, changed, values } = this.#found ?? nothingFound;
    return {
      totals: {
        ts_from: range.from / 1e6,
        ts_to: range.to / 1e6,
        base_from: base.from / 1e6,
        base_to: base.to / 1e6,
        count,
        base_count: baseCount,
        volume_ratio: volume,
        compared,
        changed,
        values,
      },
    };
  }

  remarks(): readonly Remark[] {
    const { count, baseCount } = this.#found ?? nothingFound;
    if (count > 0 && baseCount === 0) return [{ empty: "base", message: emptyBase }];
    return baseCount > 0 && count === 0 ? [{ empty: "time_range", message: emptyTimeRange }] : [];
  }

  #isCompared(step: number): boolean {
    const { range, base } = this.#steps;
    return [range, base].some(({ first, count }) => step >= first && step < first + count);
  }
}

/** The values that occur in one of the ranges, compared. */
interface FoundChanges {
  /** Occurrences of all of them. */
  count: number;
  baseCount: number;
  volume: number;
  compared: number;
  changed: number;
  /** As they are answered. */
  values: readonly Record<string, unknown>[];
}

const nothingFound: FoundChanges = { count: 0, baseCount: 0, volume: 1, compared: 0, changed: 0, values: [] };

function writeChange({ counts, bases, expected, p, adjustedP }: Surprises, i: number): Record<string, unknown> {
  const [count, base] = [counts[i]!, bases[i]!];
  return {
    kind: base === 0 ? "new" : count === 0 ? "gone" : count > expected[i]! ? "more" : "less",
    count,
    base_count: base,
    expected: expected[i]!,
    ratio: base === 0 ? null : count / expected[i]!,
    p_value: p[i]!,
    adjusted_p_value: adjustedP[i]!,
  };
}

const emptyBase =
  "The range that is compared with has no such event, so all is new and nothing says what changed; choose another base.";
const emptyTimeRange =
  "The time range has no such event, so all is gone: either nothing comes any more, or it was not meant.";
