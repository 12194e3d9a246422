import { tickAlone } from "../execution/work-clock.ts";

/** How often each whole number occurs in each group: those of a group stand together, rising. */
export interface NumberRuns {
  /** The stored numbers are the real ones times this. */
  readonly scale: number;
  /** By group: how many different numbers it has. */
  readonly lengths: Uint32Array;
  readonly units: Uint32Array;
  readonly counts: Uint8Array | Uint32Array;
}

/** Those of both, which have the same scale. Meanwhile it may be stopped, but nobody else gets in. */
export function mergeRuns(a: NumberRuns, b: NumberRuns): NumberRuns {
  const lengths = new Uint32Array(Math.max(a.lengths.length, b.lengths.length));
  const units = new Uint32Array(a.units.length + b.units.length);
  const counts = new Uint32Array(units.length);
  let used = 0;
  for (let group = 0, i = 0, j = 0; group < lengths.length; group++) {
    if ((group & 0x3f) === 0) tickAlone();
    const iEnd = i + (a.lengths[group] ?? 0);
    const jEnd = j + (b.lengths[group] ?? 0);
    const start = used;
    while (i < iEnd && j < jEnd) {
      const unit = a.units[i]!;
      const other = b.units[j]!;
      units[used] = Math.min(unit, other);
      counts[used++] = (unit <= other ? a.counts[i++]! : 0) + (other <= unit ? b.counts[j++]! : 0);
    }
    for (; i < iEnd; i++, used++) {
      units[used] = a.units[i]!;
      counts[used] = a.counts[i]!;
    }
    for (; j < jEnd; j++, used++) {
      units[used] = b.units[j]!;
      counts[used] = b.counts[j]!;
    }
    lengths[group] = used - start;
  }
  const isFull = used === units.length;
  return {
    scale: a.scale,
    lengths,
    units: isFull ? units : units.slice(0, used),
    counts: isFull ? counts : counts.slice(0, used),
  };
}

/** The same in a finer scale, `factor` times the one they have. */
export function refineRuns({ scale, lengths, units, counts }: NumberRuns, factor: number): NumberRuns {
  return { scale: scale * factor, lengths, units: units.map((unit) => unit * factor), counts };
}

/** A copy whose groups have other numbers; undefined if two of them are one there. */
export function regroupRuns(runs: NumberRuns, groupOf: (group: number) => number): NumberRuns | undefined {
  const groups = new Uint32Array(runs.lengths.length);
  let most = -1;
  for (let group = 0; group < groups.length; group++) {
    groups[group] = groupOf(group);
    most = Math.max(most, groups[group]!);
  }
  const lengths = new Uint32Array(most + 1);
  for (let group = 0; group < groups.length; group++) {
    const length = runs.lengths[group]!;
    if (length === 0) continue;
    if (lengths[groups[group]!] !== 0) return undefined;
    lengths[groups[group]!] = length;
  }
  const starts = startsOf(lengths);
  const units = new Uint32Array(runs.units.length);
  const counts = new Uint32Array(units.length);
  for (let group = 0, from = 0; group < groups.length; group++) {
    if ((group & 0x3f) === 0) tickAlone();
    const to = from + runs.lengths[group]!;
    for (let place = starts[groups[group]!]!; from < to; from++, place++) {
      units[place] = runs.units[from]!;
      counts[place] = runs.counts[from]!;
    }
  }
  return { scale: runs.scale, lengths, units, counts };
}

/** Where the numbers of each group begin, and where those of the last one end. */
export function startsOf(lengths: Uint32Array): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1);
  for (let group = 0; group < lengths.length; group++) starts[group + 1] = starts[group]! + lengths[group]!;
  return starts;
}
