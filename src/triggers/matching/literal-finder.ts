/**
 * Finds which of many ASCII texts occur in a text, in any case. It reads two adjacent characters at intervals so short
 * that every literal has one of these pairs (Wu, Manber: A fast algorithm for multi-pattern searching, 1994), and walks
 * from each place where a literal with these two may begin. No literal has characters beyond ASCII. Not for two
 * searches at a time.
 */
export class LiteralFinder {
  /** By byte, the same for both cases of a letter; 0: in no literal. */
  private readonly classes = new Uint8Array(256);
  private readonly classCount: number;
  /** The literals as a tree: state and class of the next character → next state; 0: none goes on so. */
  private readonly next: Int32Array;
  /** By state, 1 more than the number of the literal that ends there; 0: none does. */
  private readonly ends: Int32Array;
  private readonly places: (readonly number[])[] = [];
  private readonly seen: Uint32Array;
  private pass = 0;
  /**
   * By the classes of two adjacent characters: 1 when a literal begins with them. Small, so that it stays in the
   * processor's cache.
   */
  private readonly begins: Uint8Array;
  /** By the classes of two adjacent characters: bit n when they follow the first n characters of a literal. */
  private readonly inside: Uint8Array;
  /** Each literal has two of its first characters at one of this many consecutive positions. */
  private readonly stride: number;
  /** The text that is searched, a byte a character. */
  private codes = new Uint8Array(256);

  /** `literals`: each with a value to report, e.g. places of triggers. Literals are lower case ASCII and not empty. */
  constructor(literals: ReadonlyMap<string, readonly number[]>) {
    const texts = [...literals.keys()];
    this.classCount = this.chooseClasses(texts);
    const shortest = texts.reduce((least, { length }) => Math.min(least, length), strideMax + 1);
    this.stride = Math.max(1, shortest - 1);
    this.begins = new Uint8Array(this.classCount * this.classCount);
    this.inside = new Uint8Array(this.begins.length);
    const statesMax = texts.reduce((sum, text) => sum + text.length, 1);
    const next = new Int32Array(statesMax * this.classCount);
    this.ends = new Int32Array(statesMax);
    this.seen = new Uint32Array(statesMax);
    let states = 1;
    for (const [text, places] of literals) {
      this.enterPairs(text);
      let state = 0;
      for (let i = 0; i < text.length; i++) {
        const at = state * this.classCount + this.classes[text.charCodeAt(i)]!;
        if (next[at] === 0) next[at] = states++;
        state = next[at]!;
      }
      this.ends[state] = this.places.push(places);
    }
    this.next = next.slice(0, states * this.classCount);
  }

  /** Calls `visit` for every literal that occurs, once. */
  find(text: string, visit: (places: readonly number[]) => void): void {
    const { length } = text;
    if (length > this.codes.length) this.codes = new Uint8Array(length * 2);
    const { codes } = this;
    for (let i = 0; i < length; i++) codes[i] = Math.min(text.charCodeAt(i), beyondAscii);
    this.pass++;
    this.search(codes, 0, length, visit);
  }

  /** Whether any literal occurs in the text in bytes[from .. to), UTF-8. */
  occursIn(bytes: Uint8Array, from: number, to: number): boolean {
    return this.search(bytes, from, to, undefined);
  }

  /** Without `visit`, returns true at the first literal. */
  private search(
    bytes: Uint8Array,
    from: number,
    to: number,
    visit: ((places: readonly number[]) => void) | undefined,
  ): boolean {
    const { begins, inside, stride, classes, classCount } = this;
    const last = to - 1;
    let at = from + stride - 1;
    for (; at < last; at += stride) {
      const pair = classes[bytes[at]!]! * classCount + classes[bytes[at + 1]!]!;
      for (let behind = inside[pair]!; behind !== 0; behind &= behind - 1) {
        const start = at - 31 + Math.clz32(behind & -behind);
        if (begins[this.pairAt(bytes, start)] === 1 && this.walk(bytes, start, to, visit)) return true;
      }
    }
    // Only a literal of one character fits there.
    return at === last && stride === 1 && this.walk(bytes, last, to, visit);
  }

  /** The classes of two characters that follow each other, as one number. */
  private pairAt(bytes: Uint8Array, at: number): number {
    return this.classes[bytes[at]!]! * this.classCount + this.classes[bytes[at + 1]!]!;
  }

  /** The literals that begin here. */
  private walk(
    bytes: Uint8Array,
    start: number,
    to: number,
    visit: ((places: readonly number[]) => void) | undefined,
  ): boolean {
    const { classes, classCount, next, ends, seen, pass } = this;
    let state = 0;
    for (let at = start; at < to; at++) {
      state = next[state * classCount + classes[bytes[at]!]!]!;
      if (state === 0) return false;
      const end = ends[state]!;
      if (end === 0) continue;
      if (visit === undefined) return true;
      if (seen[state] !== pass) visit(this.places[end - 1]!);
      seen[state] = pass;
    }
    return false;
  }

  private enterPairs(text: string): void {
    const { begins, inside, classes, classCount, stride } = this;
    const classAt = (i: number) => classes[text.charCodeAt(i)]!;
    if (text.length === 1)
      for (let second = 0; second < classCount; second++) begins[classAt(0) * classCount + second] = 1;
    else begins[classAt(0) * classCount + classAt(1)] = 1;
    if (stride === 1) inside.set(begins);
    else for (let i = 0; i < stride; i++) inside[classAt(i) * classCount + classAt(i + 1)]! |= 1 << i;
  }

  private chooseClasses(texts: readonly string[]): number {
    let count = 1;
    for (const text of texts)
      for (let i = 0; i < text.length; i++) {
        const code = text.charCodeAt(i);
        if (this.classes[code] === 0) this.classes[code] = count++;
      }
    for (let code = 65; code <= 90; code++) this.classes[code] = this.classes[code + 32]!;
    return count;
  }
}

const beyondAscii = 128;
/** As many places as a byte has bits. */
const strideMax = 8;
