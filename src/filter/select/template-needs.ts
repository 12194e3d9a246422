import type { Conditional, HoleTest, TextTest } from "../condition/template-verdict.ts";
import type { RowSet } from "../rows/row-set.ts";
import type { HoleAnswer, HoleAnswers } from "./hole-answers.ts";

/** What the holes of a text must be for it to match: one way of each need, and of a way all holes. */
export interface Needs {
  readonly needs: readonly (readonly Way[])[];
  /** False: then the text itself is tested. */
  readonly isExact: boolean;
}

type Way = readonly HoleAnswer[];

/** False where no row's holes meet one of the needs. */
export function needsOf({ needs, isExact }: Conditional, holes: HoleAnswers): false | Needs {
  const possible: Way[][] = [];
  for (const need of needs) {
    const ways: Way[] = [];
    for (const way of need) {
      const answers = answersOf(way, holes);
      if (answers) ways.push(answers);
    }
    if (ways.length === 0) return false;
    possible.push(ways);
  }
  return { needs: possible, isExact };
}

/** Whether no row's holes meet one of the needs, as far as that is known without rows. */
export function isImpossible({ needs }: Conditional, holes: HoleAnswers): boolean {
  return needs.some((need) => !need.some((way) => holes.mayMeet(way)));
}

/** The same for a text that is the value of a column itself. */
export function needsOfAnswer(answer: HoleAnswer): false | Needs {
  return answer.rows?.count === 0 ? false : { needs: [[[answer]]], isExact: true };
}

/**
 * Undefined when one of them is met by no row. The hole that says most is asked of all rows at once, the others only of
 * those that it leaves.
 */
function answersOf(way: readonly HoleTest[], holes: HoleAnswers): Way | undefined {
  if (!holes.mayMeet(way)) return undefined;
  const slices = holes.slicesOf(way);
  const answers: HoleAnswer[] = [];
  let isNarrowed = holes.areFew;
  for (const asked of way.length > 1 ? way.toSorted(byGreatestNumber) : way) {
    const answer = slices ? holes.inSlices(asked, slices) : isNarrowed ? holes.ofEach(asked) : holes.of(asked);
    if (answer.rows?.count === 0) return undefined;
    isNarrowed ||= answer.rows !== undefined;
    answers.push(answer);
  }
  return answers;
}

/** Great numbers are rarer than small ones. */
function byGreatestNumber(a: HoleTest, b: HoleTest): number {
  return leastNumber(b.test) - leastNumber(a.test);
}

function leastNumber({ exact }: TextTest): number {
  const least = Math.min(...(exact?.values.map(Number) ?? []));
  return Number.isFinite(least) ? least : -1;
}

/** Sets that hold all rows that can match, as few rows as are known; undefined: any row may. */
export function rowsOfNeeds({ needs }: Needs): readonly RowSet[] | undefined {
  let fewest: RowSet[] | undefined;
  for (const ways of needs) {
    const sets: RowSet[] = [];
    for (const way of ways) {
      const rows = way.find((answer) => answer.rows)?.rows;
      if (rows) sets.push(rows);
    }
    if (sets.length === ways.length && (!fewest || countOf(sets) < countOf(fewest))) fewest = sets;
  }
  return fewest;
}

function countOf(sets: readonly RowSet[]): number {
  return sets.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Keeps the rows that match at the start of the rising list, and returns their number. `keepTexts` does the same for
 * the first `count` rows of a list, by their texts.
 */
export function keepMatches(
  { needs, isExact }: Needs,
  list: Uint32Array,
  keepTexts: (list: Uint32Array, count: number) => number,
  tick: () => void,
): number {
  let count = list.length;
  for (const ways of needs) {
    if (count === 0) return 0;
    tick();
    count = ways.length === 1 ? keepWay(ways[0]!, list, count) : keepAny(ways, list, count, tick);
  }
  return isExact ? count : keepTexts(list, count);
}

function keepWay(way: Way, list: Uint32Array, count: number): number {
  let left = count;
  for (const answer of way) {
    if (left === 0) return 0;
    left = answer.keep(list, left);
  }
  return left;
}

/** Each way is asked of the rows that none before it has met. */
function keepAny(ways: readonly Way[], list: Uint32Array, count: number, tick: () => void): number {
  const met = new Uint8Array(count);
  const some = new Uint32Array(count);
  for (const way of ways) {
    tick();
    let left = 0;
    for (let i = 0; i < count; i++) {
      some[left] = list[i]!;
      left += 1 - met[i]!;
    }
    left = keepWay(way, some, left);
    for (let i = 0, at = 0; i < left; at++)
      if (list[at] === some[i]) {
        met[at] = 1;
        i++;
      }
  }
  let used = 0;
  for (let i = 0; i < count; i++) {
    const row = list[i]!;
    list[used] = row;
    used += met[i]!;
  }
  return used;
}
