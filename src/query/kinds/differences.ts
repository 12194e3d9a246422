import * as z from "zod";
import { findConditionField } from "../../filter/condition/fields.ts";
import { type FilterElement, flatConditions } from "../../filter/condition/filter-element.ts";
import { parseQueryLanguage } from "../../filter/language/query-language.ts";
import { filterSchema, querySchema } from "../../filter/schema.ts";
import { type CompiledFilter, compileFilter } from "../../filter/select/compile-filter.ts";
import { selectRows } from "../../filter/select/select-rows.ts";
import { groupFieldsMax, rankingMax } from "../limits.ts";
import { fieldSchema, wholeNumber } from "../parameters.ts";
import { type Accumulation, type ChosenRows, type OpenQuestion, queryKind } from "../query-kind.ts";
import { AnswerSizeLimit } from "../ranking/answer-size-limit.ts";
import { ContrastCounts, type ContrastedValue } from "../ranking/contrast-counts.ts";
import { findPatternTexts } from "../ranking/find-pattern-texts.ts";
import { pickSignificant, significanceSchema } from "../ranking/significant.ts";
import { independence } from "../statistics/independence.ts";
import { adjust } from "../statistics/surprise.ts";

/** Which values of which fields distinguish some events from the rest: "what is special about these errors". */
export const differences = queryKind({
  type: "Differences",
  parameters: {
    selection: filterSchema.default([]).describe("The events that are asked about, among those of `filter`."),
    selection_q: querySchema.optional().describe("The same as a line of the query language."),
    fields: z
      .array(fieldSchema)
      .min(1, "Expected at least one field.")
      .max(groupFieldsMax, `Expected at most ${groupFieldsMax} fields.`)
      .optional()
      .describe("Absent: all fields of the events, except for those that the selection names itself."),
    limit: wholeNumber(1, rankingMax).default(20),
    significance: significanceSchema,
  },
  check: ({ selection, selection_q }) =>
    selection.length === 0 && (selection_q ?? "").trim() === ""
      ? { selection: ["Expected conditions here or in selection_q."] }
      : undefined,
  withSteps: false,
  isAnsweredAlone: () => true,
  begin: (question) => new DifferencesAccumulation(question),
});

interface DifferencesParams {
  selection: FilterElement[];
  selection_q?: string;
  fields?: string[];
  limit: number;
  significance: number;
}

class DifferencesAccumulation implements Accumulation {
  readonly passes = 1;
  readonly #question: OpenQuestion<DifferencesParams>;
  readonly #selection: CompiledFilter;
  readonly #counts: ContrastCounts;
  /** Absent until all values are tested: a stopped question lists none. */
  #found: FoundDifferences | undefined;

  constructor(question: OpenQuestion<DifferencesParams>) {
    const { selection, selection_q: line, fields } = question.params;
    const conditions = line === undefined ? selection : [...selection, ...parseQueryLanguage(line)];
    this.#question = question;
    this.#selection = compileFilter(conditions);
    const named = new Set(flatConditions(conditions).map(({ field }) => columnName(field)));
    this.#counts = new ContrastCounts(fields, (field) => named.has(columnName(field)));
  }

  wants(): boolean {
    return true;
  }

  add(chosen: ChosenRows): void {
    const { span, tick } = this.#question;
    const filter = { conditions: [...chosen.conditions, ...this.#selection.conditions] };
    this.#counts.add(chosen, selectRows(chosen.segment, filter, span, tick), span, tick);
  }

  /** All that takes its time is done here, where a stop is heard. */
  endPass(): boolean {
    const { params, tick } = this.#question;
    const { selected, rest } = this.#counts;
    const values: ContrastedValue[] = [];
    const [statistic, p]: [number[], number[]] = [[], []];
    for (const value of this.#counts.values()) {
      tick();
      values.push(value);
      const tested = independence(value.count, value.rest, selected, rest);
      statistic.push(tested.statistic);
      p.push(tested.p);
    }
    const tests = { statistic, p, adjustedP: adjust(p, tick) };
    const { best, count } = pickSignificant(tests, params, (a, b) => compareNames(values[a]!, values[b]!), tick);
    const texts = findPatternTexts(
      best.map((i) => values[i]!).flatMap(({ field, name }) => (field === "pattern" ? [name] : [])),
      this.#question,
    );
    const room = new AnswerSizeLimit();
    this.#found = {
      compared: values.length,
      different: count,
      values: best.map((i) => {
        const { field, name } = values[i]!;
        const text = field === "pattern" ? { text: texts.get(name) ?? "" } : {};
        room.take([{ name: field + name + (text.text ?? ""), count: values[i]!.count }]);
        return {
          field,
          name,
          ...text,
          ...this.#write(values[i]!),
          p_value: p[i]!,
          adjusted_p_value: tests.adjustedP[i]!,
        };
      }),
    };
    return false;
  }

  results(): Record<string, unknown> {
    const { span } = this.#question;
    const { selected, rest } = this.#counts;
    const { compared, different, values } = this.#found ?? { compared: 0, different: 0, values: [] };
    return {
      totals: {
        ts_from: span.from / 1e6,
        ts_to: span.to / 1e6,
        count: selected,
        rest_count: rest,
        fields: this.#counts.fieldCount,
        skipped_fields: this.#counts.skipped,
        compared,
        different,
        values,
      },
    };
  }

  #write({ count, rest }: ContrastedValue) {
    const [share, restShare] = [shareOf(count, this.#counts.selected), shareOf(rest, this.#counts.rest)];
    return {
      kind: share > restShare ? "more" : "less",
      count,
      rest_count: rest,
      share,
      rest_share: restShare,
      ratio: restShare === 0 ? null : share / restShare,
    };
  }
}

interface FoundDifferences {
  compared: number;
  different: number;
  /** As they are answered. */
  values: readonly Record<string, unknown>[];
}

function shareOf(count: number, of: number): number {
  return of === 0 ? 0 : count / of;
}

/** A field by its number and by its name are one column. */
function columnName(field: string): string {
  const found = findConditionField(field);
  return found.kind === "code" || found.kind === "code-name" ? found.column : field;
}

function compareNames(a: ContrastedValue, b: ContrastedValue): number {
  if (a.field !== b.field) return a.field < b.field ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}
