import { type PatternCounts, severityCount } from "../counting/count-patterns.ts";
import type { PackedArray } from "../execution/team.ts";
import { GroupSums } from "../groups/group-sums.ts";

/** Location of an event. */
export interface EventRow {
  /** Position of its segment in the question's. */
  segment: number;
  row: number;
}

/** Sums of the counts of patterns in all segments, by group. */
export class PatternSums {
  readonly #severities = Array.from({ length: severityCount }, () => new GroupSums());
  readonly #first = new GroupSums();
  readonly #last = new GroupSums();
  readonly #segment = new GroupSums();
  readonly #row = new GroupSums();
  readonly #bytes = new GroupSums();

  /** Adds what a segment counted for the pattern with this number there; nothing when it counted none. */
  add(group: number, counts: PatternCounts, number: number, segment: number): void {
    const { first, last, row, bytes, occurrences } = counts;
    if (last[number] === Number.NEGATIVE_INFINITY) return;
    this.#widen(group, first[number]!, last[number]!, { segment, row: row[number]! });
    this.#bytes.add(group, bytes[number]!);
    for (let severity = 0; severity < severityCount; severity++)
      this.#severities[severity]!.add(group, occurrences[number * severityCount + severity]!);
  }

  /** Occurrences. */
  countOf(group: number): number {
    return this.#severities.reduce((sum, counts) => sum + counts.of(group), 0);
  }

  /** Count of one severity. */
  countOfSeverity(group: number, severity: number): number {
    return this.#severities[severity]!.of(group);
  }

  /** Microseconds, of a group that has a count; so are the others. */
  firstOf(group: number): number {
    return this.#first.of(group);
  }

  lastOf(group: number): number {
    return this.#last.of(group);
  }

  /** An event that has the last occurrence. */
  exampleOf(group: number): EventRow {
    return { segment: this.#segment.of(group), row: this.#row.of(group) };
  }

  bytesOf(group: number): number {
    return this.#bytes.of(group);
  }

  /** Packs the sums of these groups for another one's `merge`. */
  pack(groups: Uint32Array): PackedArray[] {
    const pick = (sums: GroupSums) => sums.pick(groups);
    return [
      ...[this.#first, this.#last, this.#segment, this.#row, this.#bytes].map(pick),
      ...this.#severities.map(pick),
    ];
  }

  /** `groups`: maps the numbers there to those here. Returns the part of `packed` behind the sums. */
  merge(packed: readonly PackedArray[], groups: Uint32Array): PackedArray[] {
    const [first, last, segment, row, bytes, ...others] = packed;
    const severities = others.slice(0, severityCount);
    for (let i = 0; i < groups.length; i++) {
      const group = groups[i]!;
      if (severities.every((counts) => counts[i] === 0)) continue;
      this.#widen(group, first![i]!, last![i]!, { segment: segment![i]!, row: row![i]! });
      this.#bytes.add(group, bytes![i]!);
      for (const [severity, counts] of severities.entries()) this.#severities[severity]!.add(group, counts[i]!);
    }
    return others.slice(severityCount);
  }

  #widen(group: number, first: number, last: number, example: EventRow): void {
    const isKnown = this.countOf(group) > 0;
    if (!isKnown || first < this.#first.of(group)) this.#first.set(group, first);
    if (isKnown && !this.#isLater(group, last, example)) return;
    this.#last.set(group, last);
    this.#segment.set(group, example.segment);
    this.#row.set(group, example.row);
  }

  /** Breaks ties between equal times independently of the order of segments. */
  #isLater(group: number, last: number, example: EventRow): boolean {
    if (last !== this.#last.of(group)) return last > this.#last.of(group);
    return example.segment < this.#segment.of(group);
  }
}
