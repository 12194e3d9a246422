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
import { findPatternText } from "../ranking/find-pattern-text.ts";
import { pickSignificant, significanceSchema, type Tested } from "../ranking/significant.ts";
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
  /** Once all is counted: nothing where it was stopped before. */
  readonly #values: ContrastedValue[] = [];
  #found: Tested[] = [];

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

  endPass(): boolean {
    const { tick } = this.#question;
    const { selected, rest } = this.#counts;
    const tests: ReturnType<typeof independence>[] = [];
    for (const value of this.#counts.values()) {
      tick();
      this.#values.push(value);
      tests.push(independence(value.count, value.rest, selected, rest));
    }
    const adjusted = adjust(
      tests.map(({ p }) => p),
      tick,
    );
    this.#found = tests.map((test, i) => ({ ...test, adjustedP: adjusted[i]! }));
    return false;
  }

  results(): Record<string, unknown> {
    const { span, params } = this.#question;
    const { selected, rest } = this.#counts;
    const found = this.#found;
    // A stop between them leaves values that were not tested.
    const values = this.#values.slice(0, found.length);
    const listed = pickSignificant(found, params, (a, b) => compareNames(values[a]!, values[b]!));
    const room = new AnswerSizeLimit();
    return {
      totals: {
        ts_from: span.from / 1e6,
        ts_to: span.to / 1e6,
        count: selected,
        rest_count: rest,
        fields: this.#counts.fieldCount,
        skipped_fields: this.#counts.skipped,
        compared: values.length,
        different: listed.count,
        values: listed.best.map((i) => this.#write(values[i]!, found[i]!, room)),
      },
    };
  }

  #write({ field, name, count, rest }: ContrastedValue, test: Tested, room: AnswerSizeLimit) {
    const [share, restShare] = [shareOf(count, this.#counts.selected), shareOf(rest, this.#counts.rest)];
    const text = field === "pattern" ? { text: findPatternText(name, this.#question) } : {};
    room.take([{ name: field + name + (text.text ?? ""), count }]);
    return {
      field,
      name,
      ...text,
      kind: share > restShare ? "more" : "less",
      count,
      rest_count: rest,
      share,
      rest_share: restShare,
      ratio: restShare === 0 ? null : share / restShare,
      p_value: test.p,
      adjusted_p_value: test.adjustedP,
    };
  }
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
