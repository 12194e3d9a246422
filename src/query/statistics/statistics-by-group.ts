import { type Field, findField } from "../../filter/condition/fields.ts";
import { cacheArrays } from "../counting/count-cache.ts";
import { eachRowBatch } from "../counting/row-batches.ts";
import { rowNumbers } from "../counting/row-numbers.ts";
import type { PackedArray } from "../execution/team.ts";
import { type GroupRows, groupBatches } from "../groups/group-batches.ts";
import { GroupTable } from "../groups/group-table.ts";
import { batchRows, cachedStatisticsMax } from "../limits.ts";
import type { ChosenRows, OpenQuestion } from "../query-kind.ts";
import { ValueTable } from "../values/value-table.ts";
import { countPairs } from "./pair-counts.ts";
import { GroupStatistics, needsOf, type StatisticName } from "./statistics.ts";
import { packPairs } from "./value-counts.ts";

export interface AskedStatistics {
  by: string[];
  field?: string;
  functions: StatisticName[];
}

/** Statistics of a field by the values of others, of the chosen rows of segments. */
export class StatisticsByGroup {
  readonly #asked: AskedStatistics;
  readonly groups: GroupTable;
  readonly statistics: GroupStatistics;
  readonly #field: Field | undefined;
  /** Numbers of the field's values, for `distinct`. */
  readonly #table: ValueTable;
  /** Text ids of one batch of rows. */
  readonly #texts = new Uint32Array(batchRows);
  readonly #needs: ReturnType<typeof needsOf>;

  constructor(asked: AskedStatistics) {
    const { by, field, functions } = asked;
    this.#asked = asked;
    this.groups = new GroupTable(by);
    this.statistics = new GroupStatistics(functions);
    this.#field = field === undefined ? undefined : findField(field);
    this.#table = new ValueTable(field ?? "");
    this.#needs = needsOf(functions);
  }

  add(chosen: ChosenRows, question: OpenQuestion<unknown>): void {
    const { by, field } = this.#asked;
    const found = cacheArrays(chosen, ["statistics", by, field, this.#needs], () => {
      const own = new StatisticsByGroup(this.#asked);
      const pairs = own.#hasPairsOnly ? own.#packPairs(chosen, question) : undefined;
      if (pairs) return pairs;
      // The numbers of many rows are mostly too many to cache.
      const isCached = !own.#hasPairsOnly || chosen.selection.count <= cachedNumbersMax;
      return isCached ? own.#addRows(chosen, question).pack() : undefined;
    });
    if (found) this.merge(found, question.tick);
    else this.#addRows(chosen, question);
  }

  #addRows(chosen: ChosenRows, { span, tick }: OpenQuestion<unknown>): this {
    const { segment } = chosen;
    const groupsOf = this.groups.groupsOf(segment, tick);
    const numbersOf = this.#field && this.#needs.numbers ? rowNumbers(segment, this.#field) : undefined;
    const textsOf =
      this.#field && this.#needs.texts ? groupBatches(segment, this.#field, this.#table, tick) : undefined;
    const groups = new Uint32Array(batchRows);
    eachRowBatch(chosen, span, tick, ({ length, rows, counts }) => {
      groupsOf(rows, length, groups);
      this.statistics.addOccurrences(groups, counts, length);
      if (numbersOf) {
        if (numbersOf.isWhole)
          this.statistics.addWhole(groups, numbersOf.of(rows, length), numbersOf.scale, counts, length);
        else this.statistics.addNumbers(groups, numbersOf.of(rows, length), counts, length);
      }
      if (textsOf) this.#addTexts(groups, textsOf, rows, length);
    });
    return this;
  }

  /** Whether everything follows from how often each number occurs in each group. */
  get #hasPairsOnly(): boolean {
    return this.#field !== undefined && this.#needs.percentiles && !this.#needs.texts;
  }

  /**
   * The result of `pack` as if only this segment had been added; adds nothing. Undefined when the segment has no
   * numbers of its own for groups and values, or too many of them. Only if `#hasPairsOnly`.
   */
  #packPairs(chosen: ChosenRows, question: OpenQuestion<unknown>): PackedArray[] | undefined {
    const own = this.groups.ownGroups(chosen.segment, question.tick);
    const numbers = rowNumbers(chosen.segment, this.#field!);
    if (!own || !numbers.isWhole) return undefined;
    const counted = countPairs(chosen, own, numbers, question);
    if (counted === undefined) return undefined;
    const groups = counted.groups.map(own.groupOf);
    // Nothing was looked up before, so that groups have their numbers in this order; but several names of codes can be
    // one group.
    if (groups.some((group, i) => group !== i)) return undefined;
    for (const [group, occurrences] of counted.occurrences.entries()) this.statistics.addCount(group, occurrences);
    return this.#packWith(packPairs(counted));
  }

  pack(): PackedArray[] {
    return this.#packWith(undefined);
  }

  #packWith(pairs: readonly PackedArray[] | undefined): PackedArray[] {
    const tables = this.groups.pack();
    return [
      Uint32Array.of(tables.length),
      ...tables,
      ...this.#table.pack(),
      ...this.statistics.pack(this.groups.size, pairs),
    ];
  }

  /** What another one packed, which it only reads. */
  merge([counted, ...found]: readonly PackedArray[], tick: () => void): void {
    const tables = counted![0]!;
    const groups = this.groups.merge(found.slice(0, tables), tick);
    const [bytes, offsets, ...statistics] = found.slice(tables);
    const texts = this.#table.merge(bytes as Uint8Array, offsets as Uint32Array, tick);
    this.statistics.merge(statistics, groups, texts, tick);
  }

  #addTexts(groups: Uint32Array, textsOf: GroupRows, rows: Uint32Array, length: number): void {
    const texts = this.#texts;
    textsOf(rows, length, texts);
    const absent = this.#table.find("");
    for (let i = 0; i < length; i++) if (texts[i] !== absent) this.statistics.addText(groups[i]!, texts[i]!);
  }
}

/** Rows whose numbers, 8 bytes each, are cached whatever they are. */
const cachedNumbersMax = cachedStatisticsMax / 8;
