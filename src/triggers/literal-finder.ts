/**
 * Finds which of many ASCII texts stand in a text, in any case, in one pass over it (Aho, Corasick: Efficient string
 * matching, 1975). Characters beyond ASCII are in no literal.
 */
export class LiteralFinder {
  private readonly classes = new Uint8Array(128);
  private readonly classCount: number;
  /** State and class of the next character → next state. */
  private readonly next: Int32Array;
  /** Number of the literal list that ends in a state, or -1; by `link` further, shorter ones. */
  private readonly ends: Int32Array;
  private readonly link: Int32Array;
  private readonly found: number[][] = [];
  private readonly seen: Uint32Array;
  private pass = 0;
  /** By the classes of two characters that follow each other: 1 when a literal begins so. Small, so that looking stays in the cache. */
  private readonly begins: Uint8Array;
  /** The same: 1 when these two stand anywhere in the first characters of a literal, as many as the shortest has. */
  private readonly inside: Uint8Array;
  /** Of so many places that follow each other, each literal has two of its first characters at one. */
  private readonly stride: number;
  /** How many characters of a literal a state has seen. */
  private readonly depth: Uint8Array;

  /** `places`: what to report for the literal, e.g. places of triggers. Literals are lower case ASCII and not empty. */
  constructor(literals: ReadonlyMap<string, readonly number[]>) {
    const texts = [...literals.keys()];
    this.classCount = this.chooseClasses(texts);
    const statesMax = texts.reduce((sum, text) => sum + text.length, 1);
    this.next = new Int32Array(statesMax * this.classCount).fill(-1);
    this.ends = new Int32Array(statesMax).fill(-1);
    this.link = new Int32Array(statesMax);
    this.begins = new Uint8Array(this.classCount * this.classCount);
    this.depth = new Uint8Array(statesMax);
    const shortest = texts.reduce((least, { length }) => Math.min(least, length), stepMax + 1);
    this.stride = Math.max(1, shortest - 1);
    let states = 1;
    for (const text of texts) {
      this.enterBegin(text);
      let state = 0;
      for (let i = 0; i < text.length; i++) {
        const at = state * this.classCount + this.classes[text.charCodeAt(i)]!;
        if (this.next[at] === -1) this.next[at] = states++;
        state = this.next[at]!;
        this.depth[state] = Math.min(i + 1, 255);
      }
      this.ends[state] = this.found.push([...literals.get(text)!]) - 1;
    }
    this.inside = this.stride === 1 ? this.begins : this.pairsOf(texts);
    this.linkStates(states);
    this.seen = new Uint32Array(states);
  }

  /** Calls `visit` for every literal that occurs, once. */
  find(text: string, visit: (places: readonly number[]) => void): void {
    const { classes, classCount, next, ends, link, seen, begins, depth } = this;
    const pass = ++this.pass;
    let state = 0;
    let before = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const kind = code < 128 ? classes[code]! : 0;
      // No literal begins with these two: the first row of the table, which is in the cache, says the same as the row of the state.
      const breaksOff = depth[state]! < 2 && begins[before * classCount + kind] === 0;
      state = next[breaksOff ? kind : state * classCount + kind]!;
      before = kind;
      // A state is asked once: what ends in it was reported then, what its links lead to as well.
      for (let end = state; end !== 0 && seen[end] !== pass; end = link[end]!) {
        seen[end] = pass;
        if (ends[end]! >= 0) visit(this.found[ends[end]!]!);
      }
    }
  }

  /**
   * Whether any literal stands in the text in bytes[from .. to), UTF-8. It looks at two characters now and then, so far apart that no literal fits
   * between (Wu, Manber: A fast algorithm for multi-pattern searching, 1994), and closer only where a literal may have these two.
   */
  occursIn(bytes: Uint8Array, from: number, to: number): boolean {
    const { begins, inside, stride } = this;
    for (let at = from + stride - 1; at < to; at += stride) {
      if (inside[this.pairAt(bytes, at, to)] === 0) continue;
      for (let start = at - stride + 1; start <= at; start++)
        if (begins[this.pairAt(bytes, start, to)] === 1 && this.standsAt(bytes, start, to)) return true;
    }
    return false;
  }

  /** The classes of two characters that follow each other, as one number. */
  private pairAt(bytes: Uint8Array, at: number, to: number): number {
    const { classes, classCount } = this;
    return classOf(bytes[at]!, classes) * classCount + (at + 1 < to ? classOf(bytes[at + 1]!, classes) : 0);
  }

  /** A literal begins here, or one is met on the way to the end of another that does not stand here whole. */
  private standsAt(bytes: Uint8Array, start: number, to: number): boolean {
    const { classes, classCount, next, ends, link, depth } = this;
    let state = 0;
    for (let at = start; at < to; at++) {
      state = next[state * classCount + classOf(bytes[at]!, classes)]!;
      // Broken off: what the automaton goes on with begins further on.
      if (depth[state] !== Math.min(at - start + 1, 255)) return false;
      if (ends[state]! >= 0 || link[state]! !== 0) return true;
    }
    return false;
  }

  private enterBegin(text: string): void {
    const { begins, classes, classCount } = this;
    const kind = classes[text.charCodeAt(0)]! * classCount;
    if (text.length === 1) begins.fill(1, kind, kind + classCount);
    else begins[kind + classes[text.charCodeAt(1)]!] = 1;
  }

  private pairsOf(texts: readonly string[]): Uint8Array {
    const pairs = new Uint8Array(this.begins.length);
    for (const text of texts)
      for (let i = 0; i < this.stride; i++)
        pairs[this.classes[text.charCodeAt(i)]! * this.classCount + this.classes[text.charCodeAt(i + 1)]!] = 1;
    return pairs;
  }

  /** Class 0: characters that are in no literal. */
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

  /** Breadth first: where a text goes on when the longest literal so far breaks off. */
  private linkStates(states: number): void {
    const { classCount, next, link } = this;
    const fallback = new Int32Array(states);
    const queue: number[] = [];
    for (let at = 0; at < classCount; at++) {
      if (next[at] === -1) next[at] = 0;
      else queue.push(next[at]!);
    }
    for (let head = 0; head < queue.length; head++) {
      const state = queue[head]!;
      const back = fallback[state]!;
      // Only states in which a literal ends are worth a stop.
      link[state] = this.ends[back]! >= 0 ? back : link[back]!;
      for (let kind = 0; kind < classCount; kind++) {
        const at = state * classCount + kind;
        const target = next[back * classCount + kind]!;
        if (next[at] === -1) next[at] = target;
        else {
          fallback[next[at]!] = target;
          queue.push(next[at]!);
        }
      }
    }
  }
}

/** Steps beyond are no gain: the more places, the more pairs of characters stand there. */
const stepMax = 8;

function classOf(byte: number, classes: Uint8Array): number {
  return byte < 128 ? classes[byte]! : 0;
}
