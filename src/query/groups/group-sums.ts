/** A number for each group, 0 at first; grows as groups come. */
export class GroupSums {
  values = new Float64Array(1024);

  add(group: number, count: number): void {
    if (group >= this.values.length) this.#grow(group);
    this.values[group]! += count;
  }

  /** For `length` groups, of which a few are met again and again. */
  addMany(groups: Uint32Array, counts: Uint32Array, length: number): void {
    const values = this.roomFor(groups, length);
    for (let i = 0; i < length; i++) values[groups[i]!]! += counts[i]!;
  }

  /**
   * All numbers by group, in an array with places for the first `length` groups; the next group may replace the array.
   */
  roomFor(groups: Uint32Array, length: number): Float64Array {
    let last = 0;
    for (let i = 0; i < length; i++) if (groups[i]! > last) last = groups[i]!;
    if (last >= this.values.length) this.#grow(last);
    return this.values;
  }

  raise(group: number, value: number): void {
    if (group >= this.values.length) this.#grow(group);
    if (value > this.values[group]!) this.values[group] = value;
  }

  set(group: number, value: number): void {
    if (group >= this.values.length) this.#grow(group);
    this.values[group] = value;
  }

  /** 0 for a group that never came. */
  of(group: number): number {
    return this.values[group] ?? 0;
  }

  countAbove(least: number): number {
    const { values } = this;
    let count = 0;
    for (let group = 0; group < values.length; group++) if (values[group]! > least) count++;
    return count;
  }

  /** Those of the first `size` groups. */
  pack(size: number): Float64Array {
    const packed = new Float64Array(size);
    packed.set(this.values.subarray(0, size));
    return packed;
  }

  /** Those that have one, rising. */
  groups(): Uint32Array {
    const { values } = this;
    let length = 0;
    for (let group = 0; group < values.length; group++) if (values[group]! > 0) length++;
    const groups = new Uint32Array(length);
    for (let group = 0, at = 0; at < length; group++) if (values[group]! > 0) groups[at++] = group;
    return groups;
  }

  /** Those of some groups. */
  pick(groups: Uint32Array): Float64Array {
    const picked = new Float64Array(groups.length);
    for (let i = 0; i < groups.length; i++) picked[i] = this.of(groups[i]!);
    return picked;
  }

  #grow(group: number): void {
    const grown = new Float64Array(Math.max(group + 1, this.values.length * 2));
    grown.set(this.values);
    this.values = grown;
  }
}
