import { Forks } from "./forks.ts";
import type { Program } from "./program.ts";
import { TargetList, type Targets } from "./targets.ts";
import { type WordBits, wordBits } from "./word-bits.ts";

/**
 * Which places follow on which, at boundaries of characters of one kind, in words of 32 places. Most follow at one of a
 * few distances, so that all are found by shifting; the others at targets, each of which several places lead to.
 */
export interface FollowTable {
  /** Places that follow on themselves. */
  readonly stay: Int32Array;
  /** Places on which the next one follows. */
  readonly next: Int32Array;
  readonly shifts: readonly Shift[];
  /** Absent: no place leads to a target. */
  readonly leads: Leads | undefined;
  /** Where a match may begin. */
  readonly start: WordBits;
  /** A match may begin and end here. */
  readonly startMatches: boolean;
}

export interface Shift {
  /** Whole words, and places beside them. */
  readonly words: number;
  readonly bits: number;
  /** Places that others follow at this distance. */
  readonly places: Int32Array;
}

/** The places that lead to targets. */
export interface Leads {
  /** All of them. */
  readonly leading: Int32Array;
  /** By word: its first entry; one more behind the last. */
  readonly entryStart: Int32Array;
  /** By entry: some places of its word. What the first of them leads to is all that they lead to. */
  readonly entryPlaces: Int32Array;
  /** By place. */
  readonly targetOf: Int32Array;
  readonly targets: Targets;
}

/**
 * The table of a boundary at which these assertions hold. Its size, and the steps to make it, are in proportion to the
 * program: where many ways meet is a target, which is not followed for each place.
 */
export function makeFollowTable(program: Program, context: number): FollowTable {
  const forks = new Forks(program, context);
  const places = program.behind.length;
  const words = Math.ceil(places / 32);
  const shifted = new Map(chooseDistances(forks, places, words).map((distance) => [distance, new Int32Array(words)]));
  const [stay, next] = [shifted.get(0)!, shifted.get(1)!];
  const list = new TargetList(forks);
  const targetOf = new Int32Array(places).fill(-1);
  for (let place = 0; place < places; place++) {
    const follow = forks.behind(place);
    const rest: number[] = [];
    for (const next of follow.places) {
      const mask = shifted.get(next - place);
      if (mask) mask[place >> 5]! |= 1 << (place & 31);
      else rest.push(next);
    }
    if (rest.length > 0 || follow.forks.length > 0)
      targetOf[place] = list.numberOf({ places: rest, forks: follow.forks });
  }
  const start = forks.all(program.start);
  return {
    stay,
    next,
    shifts: [...shifted].slice(2).map(([distance, of]) => ({ words: distance >> 5, bits: distance & 31, places: of })),
    leads: list.isEmpty ? undefined : leadsTo(list.finish(), targetOf, words),
    start: wordBits(start),
    startMatches: start.at(-1) === places - 1,
  };
}

/** None and one, and others that enough places need for a shift of all of them to take less than to look at each. */
function chooseDistances(forks: Forks, places: number, words: number): number[] {
  const counts = new Map<number, number>();
  for (let place = 0; place < places; place++)
    for (const next of forks.behind(place).places) counts.set(next - place, (counts.get(next - place) ?? 0) + 1);
  const others = [...counts]
    .filter(([distance, count]) => distance > 1 && count >= shiftedMin && 2 * count >= words)
    .sort((a, b) => b[1] - a[1])
    .slice(0, shiftsMax)
    .map(([distance]) => distance);
  return [0, 1, ...others];
}

function leadsTo(targets: Targets, targetOf: Int32Array, words: number): Leads {
  const leading = new Int32Array(words);
  const entryStart = new Int32Array(words + 1);
  const entries: { places: number; last: number }[] = [];
  for (let word = 0; word < words; word++) {
    entryStart[word] = entries.length;
    for (let place = word * 32; place < Math.min(targetOf.length, word * 32 + 32); place++) {
      const target = targetOf[place]!;
      if (target < 0) continue;
      const bit = 1 << (place & 31);
      leading[word]! |= bit;
      const entry = entries.slice(entryStart[word]).find(({ last }) => targets.covers(last, target));
      if (entry) {
        entry.places |= bit;
        entry.last = target;
      } else entries.push({ places: bit, last: target });
    }
  }
  entryStart[words] = entries.length;
  return { leading, entryStart, entryPlaces: Int32Array.from(entries, (entry) => entry.places), targetOf, targets };
}

/** Shifts besides those by none and one. */
const shiftsMax = 6;
const shiftedMin = 4;
