/** Copies many short texts between two arrays, four bytes at a time: `set` would need a view for each of them. */
export class TextCopier {
  readonly #from: Uint8Array;
  readonly #to: Uint8Array;
  readonly #fromView: DataView;
  readonly #toView: DataView;

  constructor(from: Uint8Array, to: Uint8Array) {
    this.#from = from;
    this.#to = to;
    this.#fromView = new DataView(from.buffer, from.byteOffset, from.byteLength);
    this.#toView = new DataView(to.buffer, to.byteOffset, to.byteLength);
  }

  /** from[start .. end) to `at` and what follows. */
  copy(start: number, end: number, at: number): void {
    if (end - start >= longText) {
      this.#to.set(this.#from.subarray(start, end), at);
      return;
    }
    const shift = at - start;
    let i = start;
    for (; i + 4 <= end; i += 4) this.#toView.setInt32(i + shift, this.#fromView.getInt32(i));
    for (; i < end; i++) this.#to[i + shift] = this.#from[i]!;
  }
}

const longText = 512;
