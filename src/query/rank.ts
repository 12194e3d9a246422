import { pickBest } from "./pick-best.ts";

export interface NamedCount {
  name: string;
  count: number;
}

/** What the counts of a ranking are counts of. */
export interface Counted {
  /** Names by group. */
  names: readonly string[];
  /** Groups that may have a count. */
  groups: readonly number[];
  countOf(group: number): number;
}

/** The groups with the highest counts, ties by name in the order of UTF-16 units. Groups without a count are none. */
export function rankGroups({ names, groups, countOf }: Counted, limit: number): number[] {
  const present = groups.filter((group) => countOf(group) > 0);
  const order = (a: number, b: number) => countOf(b) - countOf(a) || (names[a]! < names[b]! ? -1 : 1);
  return pickBest(present.length, limit, (a, b) => order(present[a]!, present[b]!)).map((index) => present[index]!);
}

/** These groups with their counts; with `showOther` what is counted beyond them comes last, when there is any. */
export function listCounts(
  { names, groups, countOf }: Counted,
  ranked: readonly number[],
  showOther: boolean,
): NamedCount[] {
  const listed = ranked.map((group) => ({ name: names[group]!, count: countOf(group) }));
  if (!showOther) return listed;
  const count = sumCounts({ names, groups, countOf }) - listed.reduce((sum, value) => sum + value.count, 0);
  return count > 0 ? [...listed, { name: "other", count }] : listed;
}

export function sumCounts({ groups, countOf }: Counted): number {
  return groups.reduce((sum, group) => sum + countOf(group), 0);
}
