import type { ValueTable } from "../values/value-table.ts";
import { pickTop } from "./pick-top.ts";

export interface NamedCount {
  name: string;
  count: number;
}

/** Counted values, to be ranked. */
export interface Counted {
  table: ValueTable;
  /** Groups that may have a count. */
  groups: ArrayLike<number>;
  countOf(group: number): number;
}

/** The groups with the highest counts, ties by name in the order of UTF-16 units. Groups without a count are none. */
export function rankGroups({ table, groups, countOf }: Counted, limit: number): number[] {
  const order = (a: number, b: number) => countOf(b) - countOf(a) || table.compare(a, b);
  const best = pickTop(groups.length, limit, (a, b) => order(groups[a]!, groups[b]!));
  return best.map((index) => groups[index]!).filter((group) => countOf(group) > 0);
}

/** These groups with their counts; with `showOther` the sum of all others comes last, if there is any. */
export function listCounts(counted: Counted, ranked: readonly number[], showOther: boolean): NamedCount[] {
  const { table, countOf } = counted;
  const listed = ranked.map((group) => ({ name: table.nameOf(group), count: countOf(group) }));
  if (!showOther) return listed;
  const count = sumCounts(counted) - listed.reduce((sum, value) => sum + value.count, 0);
  return count > 0 ? [...listed, { name: "other", count }] : listed;
}

export function sumCounts({ groups, countOf }: Counted): number {
  let sum = 0;
  for (let i = 0; i < groups.length; i++) sum += countOf(groups[i]!);
  return sum;
}

/** All groups of a table; without that of the absent value when that is asked. */
export function groupsOf(table: ValueTable, ignoreEmpty: boolean): Uint32Array {
  const empty = ignoreEmpty ? table.find("") : undefined;
  const groups = new Uint32Array(table.size - (empty === undefined ? 0 : 1));
  for (let group = 0, at = 0; group < table.size; group++) if (group !== empty) groups[at++] = group;
  return groups;
}
