import type { StepCounts } from "../counting/step-counts.ts";
import type { ComparedSteps } from "../time/compared-range.ts";
import type { ComparedCounts, ComparedValues } from "./surprise.ts";

/**
 * Counts of values by the parts of two ranges, for each value those that are not 0: most of millions of ids come once,
 * and a whole row of parts for each would take hundreds of megabytes.
 */
export class PartCounts implements ComparedValues {
  /** The values that have a count, as the table of the question numbers them. */
  readonly groups: Uint32Array;
  /** The first part of each group; one more than groups of the table. */
  readonly #starts: Uint32Array;
  /** Parts of the base stand behind those of the range. */
  readonly #parts: Uint8Array;
  readonly #counts: Float64Array;
  readonly #asked: ComparedCounts & { rangeParts: Float64Array; baseParts: Float64Array };

  /** `size`: groups of the table. */
  constructor(counts: StepCounts, size: number, steps: ComparedSteps, tick: () => void) {
    const { range, base } = steps;
    this.#asked = { rangeParts: new Float64Array(range.count), baseParts: new Float64Array(base.count) };
    const starts = new Uint32Array(size + 1);
    counts.each((_, group) => starts[group + 1]!++, tick);
    this.groups = Uint32Array.from(occurring(starts, tick));
    for (let group = 0; group < size; group++) starts[group + 1]! += starts[group]!;
    const next = starts.slice();
    const parts = new Uint8Array(starts[size]!);
    const ofParts = new Float64Array(starts[size]!);
    counts.each((step, group, count) => {
      const at = next[group]!++;
      const isInRange = step >= range.first && step < range.first + range.count;
      parts[at] = isInRange ? step - range.first : range.count + step - base.first;
      ofParts[at] = count;
    }, tick);
    this.#starts = starts;
    this.#parts = parts;
    this.#counts = ofParts;
  }

  get length(): number {
    return this.groups.length;
  }

  of(value: number): ComparedCounts {
    const group = this.groups[value]!;
    const { rangeParts, baseParts } = this.#asked;
    rangeParts.fill(0);
    baseParts.fill(0);
    for (let at = this.#starts[group]!; at < this.#starts[group + 1]!; at++) {
      const part = this.#parts[at]!;
      if (part < rangeParts.length) rangeParts[part] = this.#counts[at]!;
      else baseParts[part - rangeParts.length] = this.#counts[at]!;
    }
    return this.#asked;
  }
}

/** `sizes`: of each group, behind a 0. */
function occurring(sizes: Uint32Array, tick: () => void): number[] {
  const groups: number[] = [];
  for (let group = 0; group + 1 < sizes.length; group++) {
    if ((group & 0x3fff) === 0) tick();
    if (sizes[group + 1]! > 0) groups.push(group);
  }
  return groups;
}
