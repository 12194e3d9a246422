import type { TimeSpan } from "../../eventstore/snapshot.ts";
import { findField } from "../../filter/condition/fields.ts";
import { PairTable } from "../counting/pair-table.ts";
import { eachRowBatch } from "../counting/row-batches.ts";
import { type GroupOf, groupRows } from "../groups/group-rows.ts";
import type { ChosenRows } from "../query-kind.ts";
import { ValueTable } from "../values/value-table.ts";
import type { AnswerSizeLimit } from "./answer-size-limit.ts";
import { listCounts, type NamedCount, rankGroups } from "./rank.ts";

export interface SubfieldOptions {
  subfields: readonly string[];
  limit: number;
  ignoreEmpty: boolean;
  span: TimeSpan;
  tick(): void;
}

/** For each of some groups: which values other fields have in its events, and how often. */
export class SubfieldCounts {
  readonly #tables: ValueTable[];
  /** The place of each group among those that were asked for. */
  readonly #places: ReadonlyMap<number, number>;
  /** By place and subfield together, and by the subfield's own groups. */
  readonly #counts = new PairTable("values of subfields");

  readonly #options: SubfieldOptions;

  constructor(groups: readonly number[], options: SubfieldOptions) {
    this.#options = options;
    this.#tables = options.subfields.map((name) => new ValueTable(name));
    this.#places = new Map(groups.map((group, place) => [group, place]));
  }

  add(chosen: ChosenRows, groupOf: GroupOf): void {
    const { subfields, span, tick } = this.#options;
    const subgroupsOf = subfields.map((name, i) => groupRows(chosen.segment, findField(name), this.#tables[i]!, tick));
    eachRowBatch(chosen, span, tick, (batch) => {
      for (let i = 0; i < batch.length; i++) {
        const row = batch.rows[i]!;
        const place = this.#places.get(groupOf(row));
        if (place === undefined) continue;
        for (let field = 0; field < subgroupsOf.length; field++)
          this.#counts.add(place * subfields.length + field, subgroupsOf[field]!(row), batch.counts[i]!);
      }
    });
  }

  of(group: number, room: AnswerSizeLimit): Record<string, NamedCount[]> {
    const { subfields } = this.#options;
    return Object.fromEntries(subfields.map((name, field) => [name, room.take(this.#top(group, field))]));
  }

  #top(group: number, field: number): NamedCount[] {
    const { subfields, ignoreEmpty, limit } = this.#options;
    const table = this.#tables[field]!;
    const empty = ignoreEmpty ? table.find("") : undefined;
    const own = this.#places.get(group)! * subfields.length + field;
    const groups = this.#counts.of(own).numbers.filter((subgroup) => subgroup !== empty);
    const counted = { table, groups, countOf: (subgroup: number) => this.#counts.countOf(own, subgroup) };
    return listCounts(counted, rankGroups(counted, limit), false);
  }
}
