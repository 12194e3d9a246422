import type { Field } from "../../filter/condition/fields.ts";
import { eachPrecomputedStep, isSeverity, severityText } from "../counting/precomputed-counts.ts";
import { eachStepBatch } from "../counting/row-batches.ts";
import { eachStepRun } from "../counting/step-runs.ts";
import { groupBatches } from "../groups/group-batches.ts";
import { groupRows } from "../groups/group-rows.ts";
import { batchRows } from "../limits.ts";
import type { ChosenRows } from "../query-kind.ts";
import type { TimeSteps } from "../time/time-steps.ts";
import type { ValueTable } from "../values/value-table.ts";

type Visit = (step: number, group: number, count: number) => void;

/**
 * Passes on how often each value of a field occurs in each step among the chosen rows of a segment, in one or several
 * counts. Parameters: called for each segment; an object a call would only rename them.
 */
export function countGroupSteps(
  chosen: ChosenRows,
  field: Field,
  table: ValueTable,
  steps: TimeSteps,
  tick: () => void,
  visit: Visit,
): void {
  const visitSeverity = (step: number, severity: number, count: number) =>
    visit(step, table.idOf(severityText(field, severity)), count);
  if (isSeverity(field) && eachPrecomputedStep(chosen, steps, visitSeverity)) return;
  const { selection } = chosen;
  const groupsOf = groupBatches(chosen.segment, field, table, tick);
  const [rows, groups] = [new Uint32Array(batchRows), new Uint32Array(batchRows)];
  const tally = new StepTally(visit, tick);
  const inOrder = eachStepRun(chosen, steps, tick, {
    run(step, from, to) {
      tally.enter(step);
      for (let begin = from; begin < to; begin += batchRows) {
        const length = selection.list(begin, Math.min(to, begin + batchRows), rows);
        groupsOf(rows, length, groups);
        tally.addAll(groups, length);
      }
    },
    further(step, row) {
      rows[0] = row;
      groupsOf(rows, 1, groups);
      visit(step, groups[0]!, 1);
    },
  });
  tally.flush();
  if (inOrder) return;
  // These rows do not rise: one with occurrences in several steps comes several times.
  const groupOf = groupRows(chosen.segment, field, table, tick);
  eachStepBatch(chosen, steps, tick, (batch) => {
    for (let i = 0; i < batch.length; i++) visit(batch.steps[i]!, groupOf(batch.rows[i]!), batch.counts[i]!);
  });
}

/** Counts groups of one step in an array, and tells them when the next step comes. */
class StepTally {
  #counts = new Uint32Array(1024);
  #met: number[] = [];
  #step = -1;

  readonly #visit: Visit;
  readonly #tick: () => void;

  constructor(visit: Visit, tick: () => void) {
    this.#visit = visit;
    this.#tick = tick;
  }

  enter(step: number): void {
    if (step === this.#step) return;
    this.flush();
    this.#step = step;
  }

  addAll(groups: Uint32Array, length: number): void {
    let counts = this.#counts;
    for (let i = 0; i < length; i++) {
      const group = groups[i]!;
      if (group >= counts.length) {
        this.#grow(group);
        counts = this.#counts;
      }
      if (counts[group] === 0) this.#met.push(group);
      counts[group]! += 1;
    }
  }

  flush(): void {
    const met = this.#met;
    for (let i = 0; i < met.length; i++) {
      if ((i & 0x3ff) === 0x3ff) this.#tick();
      this.#visit(this.#step, met[i]!, this.#counts[met[i]!]!);
      this.#counts[met[i]!] = 0;
    }
    this.#met = [];
  }

  #grow(group: number): void {
    const grown = new Uint32Array(Math.max(group + 1, this.#counts.length * 2));
    grown.set(this.#counts);
    this.#counts = grown;
  }
}
