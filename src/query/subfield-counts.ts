import type { TimeSpan } from "../eventstore/snapshot.ts";
import { findField } from "../filter/fields.ts";
import type { AnswerRoom } from "./answer-room.ts";
import { eachBatch } from "./batches.ts";
import { type GroupOf, groupRows } from "./group-rows.ts";
import { countedPairsMax } from "./limits.ts";
import type { SegmentPart } from "./query-kind.ts";
import { listCounts, type NamedCount, rankGroups } from "./rank.ts";
import { tooManyPairs } from "./step-counts.ts";
import { ValueTable } from "./value-table.ts";

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
  /** By group, then by subfield. */
  readonly #counts: Map<number, Map<number, number>[]>;
  #pairs = 0;

  constructor(
    groups: readonly number[],
    private readonly options: SubfieldOptions,
  ) {
    this.#tables = options.subfields.map((name) => new ValueTable(name));
    this.#counts = new Map(groups.map((group) => [group, options.subfields.map(() => new Map())]));
  }

  add(part: SegmentPart, groupOf: GroupOf): void {
    const { subfields, span, tick } = this.options;
    const subgroupsOf = subfields.map((name, i) => groupRows(part.segment, findField(name), this.#tables[i]!));
    eachBatch(part, span, tick, (batch) => {
      for (let i = 0; i < batch.length; i++) {
        const row = batch.rows[i]!;
        const counts = this.#counts.get(groupOf(row));
        if (!counts) continue;
        for (let field = 0; field < counts.length; field++)
          this.#count(counts[field]!, subgroupsOf[field]!(row), batch.counts[i]!);
      }
    });
  }

  of(group: number, room: AnswerRoom): Record<string, NamedCount[]> {
    const { subfields } = this.options;
    return Object.fromEntries(subfields.map((name, field) => [name, room.take(this.#top(group, field))]));
  }

  #count(counts: Map<number, number>, group: number, count: number): void {
    const known = counts.get(group);
    if (known === undefined && ++this.#pairs > countedPairsMax) throw tooManyPairs("values of subfields");
    counts.set(group, (known ?? 0) + count);
  }

  #top(group: number, field: number): NamedCount[] {
    const { ignoreEmpty, limit } = this.options;
    const table = this.#tables[field]!;
    const empty = ignoreEmpty ? table.find("") : undefined;
    const counts = this.#counts.get(group)![field]!;
    const groups = [...counts.keys()].filter((subgroup) => subgroup !== empty);
    const counted = { table, groups, countOf: (subgroup: number) => counts.get(subgroup) ?? 0 };
    return listCounts(counted, rankGroups(counted, limit), false);
  }
}
