/** A number for each group, 0 at first; grows as groups come. */
export class GroupNumbers {
  values = new Float64Array(1024);

  add(group: number, count: number): void {
    if (group >= this.values.length) this.#grow(group);
    this.values[group]! += count;
  }

  /** For `length` groups, of which a few are met again and again. */
  addMany(groups: Uint32Array, counts: Uint32Array, length: number): void {
    let last = 0;
    for (let i = 0; i < length; i++) if (groups[i]! > last) last = groups[i]!;
    if (last >= this.values.length) this.#grow(last);
    const { values } = this;
    for (let i = 0; i < length; i++) values[groups[i]!]! += counts[i]!;
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

  /** Those of the first `size` groups. */
  pack(size: number): Float64Array {
    const packed = new Float64Array(size);
    packed.set(this.values.subarray(0, size));
    return packed;
  }

  #grow(group: number): void {
    const grown = new Float64Array(Math.max(group + 1, this.values.length * 2));
    grown.set(this.values);
    this.values = grown;
  }
}
