import { sumOf } from "../../eventstore/format/number-arrays.ts";
import { minuteMicros } from "../../eventstore/occurrences/minute-counts.ts";
import type { PackedTexts, ValueTotals } from "../../eventstore/segment.ts";
import type { TimeSpan } from "../../eventstore/snapshot.ts";
import type { CompiledCondition } from "../../filter/condition/compile-condition.ts";
import { type CompiledElement, everyCondition, holdsElement } from "../../filter/condition/compile-element.ts";
import type { ConditionField, Field } from "../../filter/condition/fields.ts";
import { isInside } from "../../filter/rows/select-times.ts";
import type { ChosenRows } from "../query-kind.ts";
import { stepOf, type TimeSteps } from "../time/time-steps.ts";

/** Counts of a field's values that the segment has precomputed. They apply to the whole selection. */
export interface PrecomputedTotals extends ValueTotals {
  /** Occurrences of the absent value. */
  absent: number;
  /** Whether the filter lets this text pass. */
  passes(text: number): boolean;
  readonly passesAbsent: boolean;
}

/**
 * Undefined when rows must be read: the segment lies partly outside the span, has no counts, or other fields are
 * filtered, too. Counts are exact: they equal those from reading the rows.
 */
export function precomputedTotals(chosen: ChosenRows, field: Field, span: TimeSpan): PrecomputedTotals | undefined {
  const { segment, conditions } = chosen;
  if (field.kind !== "text" && field.kind !== "tag") return undefined;
  if (
    !isInside(segment, span) ||
    !conditions.every((one) => everyCondition(one, (leaf) => isSameField(leaf.field, field)))
  )
    return undefined;
  const totals = segment.totals(field.kind === "text" ? { base: field.column } : { tag: field.name });
  if (totals === undefined) return undefined;
  return {
    ...totals,
    absent: segment.occurrences - sumOf(totals.occurrences),
    passes: conditions.length === 0 ? () => true : passesAll(conditions, totals.texts()),
    passesAbsent: holdsAll(conditions, ""),
  };
}

/**
 * Passes on the occurrences by step and severity, from the counts by minute. False, having passed on nothing, when rows
 * must be read: steps are no whole minutes, the segment has no counts, or fields other than the severity are filtered.
 */
export function eachPrecomputedStep(
  { segment, conditions }: ChosenRows,
  steps: TimeSteps,
  visit: (step: number, severity: number, count: number) => void,
): boolean {
  if (!areWholeMinutes(steps) || !conditions.every((one) => everyCondition(one, ({ field }) => isSeverity(field))))
    return false;
  const ready = segment.minutes();
  if (ready === undefined) return false;
  const { begin, minutes, severities, counts } = ready;
  const passing = severities.map((severity) =>
    conditions.every((one) => holdsElement(one, (condition) => holdsCode(condition, severity))),
  );
  const first = Math.max(0, steps.bounds[0]! / minuteMicros - begin);
  const end = Math.min(minutes, steps.bounds[steps.count]! / minuteMicros - begin);
  for (let minute = first; minute < end; minute++) {
    const step = stepOf(steps, (begin + minute) * minuteMicros);
    for (let i = 0; i < severities.length; i++) {
      const count = counts[minute * severities.length + i]!;
      if (count > 0 && passing[i]) visit(step, severities[i]!, count);
    }
  }
  return true;
}

/** The severity or its name. */
export function isSeverity(field: ConditionField): boolean {
  return (field.kind === "code" || field.kind === "code-name") && field.column === "severity";
}

/** The text of a severity as this field shows it. */
export function severityText(field: ConditionField, severity: number): string {
  return field.kind === "code-name" ? (field.names[severity] ?? "") : String(severity);
}

function passesAll(conditions: readonly CompiledElement[], { bytes, offsets }: PackedTexts): (text: number) => boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (text) => holdsAll(conditions, buffer.toString("utf8", offsets[text]!, offsets[text + 1]! - 1));
}

function holdsAll(conditions: readonly CompiledElement[], text: string): boolean {
  return conditions.every((one) => holdsElement(one, ({ test, negated }) => test.text(text) !== negated));
}

function holdsCode({ field, test, negated }: CompiledCondition, severity: number): boolean {
  const holds = field.kind === "code" && test.number ? test.number(severity) : test.text(severityText(field, severity));
  return holds !== negated;
}

function isSameField(a: ConditionField, b: Field): boolean {
  if (a.kind === "text") return b.kind === "text" && a.column === b.column;
  return a.kind === "tag" && b.kind === "tag" && a.name === b.name;
}

export function areWholeMinutes({ bounds, width }: TimeSteps): boolean {
  const isWhole = (time: number) => time % minuteMicros === 0;
  return width > 0 ? isWhole(bounds[0]!) && isWhole(width) : bounds.every(isWhole);
}
