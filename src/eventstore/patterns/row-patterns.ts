/** Which pattern each row of a segment has. */
export interface RowPatterns {
  /** Ids of patterns; [0] is "". */
  values: readonly string[];
  /** By row, the place of its pattern in `values`; undefined: the number that the row's template has in its segment. */
  ids: Uint8Array | Uint16Array | Uint32Array | undefined;
}

/** Numbers patterns in the order of meeting; 0 is "". */
export class PatternNumbers {
  readonly values: string[] = [""];
  readonly #numbers = new Map<string, number>([["", 0]]);

  numberOf(patternId: string): number {
    let number = this.#numbers.get(patternId);
    if (number === undefined) {
      number = this.values.length;
      this.#numbers.set(patternId, number);
      this.values.push(patternId);
    }
    return number;
  }

  /** `numberOf` of each row's number, in the smallest array that holds it. All patterns have been seen. */
  pack(rows: ArrayLike<number>, numberOf: (number: number) => number, tick: () => void) {
    const count = this.values.length;
    const Numbers = count <= 2 ** 8 ? Uint8Array : count <= 2 ** 16 ? Uint16Array : Uint32Array;
    const packed = new Numbers(rows.length);
    for (let row = 0; row < packed.length; row++) {
      if ((row & 0x3fff) === 0) tick();
      packed[row] = numberOf(rows[row]!);
    }
    return packed;
  }
}
