import { familyIdOf } from "../../pattern/families.ts";
import type { ValueTable } from "../values/value-table.ts";
import type { FoundFamily } from "./find-families.ts";
import { PatternSums } from "./pattern-sums.ts";
import { pickTop } from "./pick-top.ts";

/** A pattern, or a family with all of its patterns. */
export interface PatternEntry {
  readonly id: string;
  /** Only of a family. */
  readonly text: string | undefined;
  /** Groups of its patterns; of a pattern its own. */
  readonly members: readonly number[];
}

/** The list of patterns in an answer: each occurrence belongs to exactly one entry. */
export class PatternList {
  readonly entries: readonly PatternEntry[];
  /** By place of the entry. */
  readonly sums: PatternSums;
  /** Occurrences of all. */
  readonly count: number;
  readonly #placeOfGroup = new Map<number, number>();

  /** `groups`: those that occur; `families` name their members by place in it. */
  constructor(
    table: Pick<ValueTable, "nameOf">,
    sums: PatternSums,
    groups: Uint32Array,
    families: readonly FoundFamily[],
  ) {
    const joined = families.map(({ text, members }) => ({
      id: familyIdOf(text),
      text,
      members: members.map((place) => groups[place]!),
    }));
    const taken = new Set(joined.flatMap(({ members }) => members));
    const single = [...groups]
      .filter((group) => !taken.has(group))
      .map((group) => ({ id: table.nameOf(group), text: undefined, members: [group] }));
    this.entries = [...joined, ...single];
    for (const [place, { members }] of this.entries.entries())
      for (const group of members) this.#placeOfGroup.set(group, place);
    this.sums = new PatternSums();
    this.sums.merge(
      sums.pack(groups),
      Uint32Array.from(groups, (group) => this.#placeOfGroup.get(group)!),
    );
    this.count = groups.reduce((sum, group) => sum + sums.countOf(group), 0);
  }

  /** Counts by group as counts by place. */
  byPlace(counts: ReadonlyMap<number, number>): Map<number, number> {
    const found = new Map<number, number>();
    for (const [group, count] of counts) {
      const place = this.#placeOfGroup.get(group);
      if (place !== undefined) found.set(place, (found.get(place) ?? 0) + count);
    }
    return found;
  }

  /** Places of `limit` entries behind the first `offset`, best first; of equal ones those first by id. */
  ranked(order: PatternOrder, offset: number, limit: number): number[] {
    const { entries, sums } = this;
    const compare = (a: number, b: number) =>
      comparers[order](sums, a, b) || (entries[a]!.id < entries[b]!.id ? -1 : 1);
    return pickTop(entries.length, offset + limit, compare).slice(offset);
  }
}

export const patternOrders = ["count", "bytes", "newest", "oldest", "rarest"] as const;
export type PatternOrder = (typeof patternOrders)[number];

const comparers: Readonly<Record<PatternOrder, (sums: PatternSums, a: number, b: number) => number>> = {
  count: (sums, a, b) => sums.countOf(b) - sums.countOf(a),
  bytes: (sums, a, b) => sums.bytesOf(b) - sums.bytesOf(a),
  newest: (sums, a, b) => sums.firstOf(b) - sums.firstOf(a),
  oldest: (sums, a, b) => sums.firstOf(a) - sums.firstOf(b),
  rarest: (sums, a, b) => sums.countOf(a) - sums.countOf(b),
};
