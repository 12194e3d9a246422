import type { EventRow } from "../../eventstore/event/event.ts";
import type { CompiledFile } from "../../parser-rules/compile/compile-rule.ts";
import { createRuleSet } from "../../parser-rules/run/rule-set.ts";
import { type RuleTime, RuleTimer } from "../../parser-rules/try/time-rules.ts";
import { ruleSliceEvents, ruleSliceMs, rulesListedMax, sampleCharactersMax } from "../limits.ts";
import type { MeasuredRule, RulesResult } from "../result-schemas.ts";
import { type RuleModels, reasonOf } from "../rule-reason.ts";
import { type RunControl, Workload } from "../workload.ts";

/** A line as a program writes it, or an event as in `POST /incoming`. */
export type SampleEvent = string | Record<string, unknown>;

export interface RulesToMeasure {
  /** In the order in which they run. */
  files: readonly CompiledFile[];
  /** Their texts by file, in which the reasons are found. */
  models: RuleModels;
  samples: readonly SampleEvent[];
  eventCount: number;
  /** Reads a sample as intake does. */
  read(sample: SampleEvent): EventRow;
}

/**
 * Measures all rules together, then each alone on the output of the rules before it, with the samples in turn. Any
 * thread.
 */
export async function measureRules(order: RulesToMeasure, control: RunControl): Promise<Omit<RulesResult, "samples">> {
  const { files, samples, eventCount, read } = order;
  const workload = new Workload(control);
  const rows: EventRow[] = [];
  const readingMs = await inSlices(eventCount, workload, (index) => {
    rows[index % samples.length] = read(samples[index % samples.length]!);
  });
  control.progress = 25;
  const rules = createRuleSet(files);
  const togetherMs = await inSlices(
    eventCount,
    workload,
    applyTo(rows, (row) => rules.apply(row)),
  );
  control.progress = 50;
  const timer = new RuleTimer(files, samples.length);
  const timed = applyTo(rows, (row, sample) => timer.run(row, sample));
  await inSlices(eventCount, workload, (index) => {
    timed(index);
    if (index % ruleSliceEvents === 0) control.progress = 50 + (49 * index) / eventCount;
  });
  const times = timer.times();
  const totalMs = times.reduce((sum, time) => sum + time.totalMs, 0);
  const seconds = (readingMs + togetherMs) / 1000;
  return {
    event_count: eventCount,
    seconds,
    eps: Math.round(eventCount / seconds),
    rules_seconds: togetherMs / 1000,
    rule_count: times.length,
    rules: times.slice(0, rulesListedMax).map((time) => describe(time, totalMs, order)),
  };
}

/** Milliseconds of the steps, in pieces that let other work run and the run end. */
async function inSlices(count: number, workload: Workload, step: (index: number) => void): Promise<number> {
  let totalMs = 0;
  for (let next = 0; next < count; ) {
    const { ms } = await workload.measure(() => {
      const endMs = performance.now() + ruleSliceMs;
      const last = Math.min(count, next + ruleSliceEvents);
      do step(next++);
      while (next < last && performance.now() < endMs);
    });
    totalMs += ms;
  }
  return totalMs;
}

/** Rules change events, so each gets a copy. */
function applyTo(rows: readonly EventRow[], apply: (row: EventRow, sample: number) => void): (index: number) => void {
  return (index) => {
    const sample = index % rows.length;
    const row = rows[sample]!;
    apply({ ...row, times: [...row.times], tags: [...row.tags] }, sample);
  };
}

function describe(time: RuleTime, totalMs: number, { eventCount, samples, models }: RulesToMeasure): MeasuredRule {
  const { name, kind, asked, matched, errors, slowest } = time;
  const seconds = time.totalMs / 1000;
  const share = totalMs === 0 ? 0 : time.totalMs / totalMs;
  return {
    ...{ name, type: kind, asked, matched, errors, seconds: rounded(seconds, 9) },
    eps: asked === 0 ? null : Math.round(asked / seconds),
    us_per_event: rounded((seconds * 1e6) / eventCount, 4),
    us_per_asked: asked === 0 ? null : rounded((seconds * 1e6) / asked, 4),
    share: rounded(share, 4),
    slowest_sample: slowest === undefined ? null : shown(samples[slowest.sample]!),
    slowest_us: slowest === undefined ? null : rounded(slowest.us, 3),
    reason: reasonOf(time, share, models),
  };
}

function shown(sample: SampleEvent): string {
  const text = typeof sample === "string" ? sample : String(sample.message ?? JSON.stringify(sample));
  return text.length <= sampleCharactersMax ? text : `${text.slice(0, sampleCharactersMax - 1)}…`;
}

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
