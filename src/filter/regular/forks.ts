import { operations, type Program } from "./program.ts";

/** What comes next without reading a character: places, and forks whose ways are not followed here. */
export interface Ways {
  /** They rise. */
  readonly places: readonly number[];
  readonly forks: readonly number[];
}

/** The ways of a program that read no character, at a boundary at which some assertions hold. */
export class Forks {
  readonly #program: Program;
  readonly #context: number;
  /** By instruction: the place or fork that it leads to, or 0; -1: not yet looked at. */
  readonly #reached: Int32Array;
  /** By fork: how many lead to it. */
  readonly #arrivals: Int32Array;
  /** By fork: all places behind it; null: more than a few. */
  readonly #few: (readonly number[] | null | undefined)[];

  constructor(program: Program, context: number) {
    const { instructions, placeOf } = program;
    this.#program = program;
    this.#context = context;
    this.#reached = new Int32Array(instructions.length).fill(-1);
    this.#arrivals = new Int32Array(instructions.length);
    this.#few = new Array(instructions.length).fill(undefined);
    for (const at of program.behind) this.#arrivals[this.#reach(at)]!++;
    for (let at = 0; at < instructions.length; at++)
      if (placeOf[at]! < 0 && isFork(instructions[at]!.op)) for (const way of this.#waysOf(at)) this.#arrivals[way]!++;
  }

  /** What follows on a place. A fork that only this place leads to is followed, one where many meet is not. */
  behind(place: number): Ways {
    const at = this.#reach(this.#program.behind[place]!);
    if (at === 0) return none;
    const next = this.#program.placeOf[at]!;
    if (next >= 0) return { places: [next], forks: [] };
    const few = this.#fewBehind(at);
    if (few) return { places: few, forks: [] };
    return this.#arrivals[at] === 1 ? this.through(at) : { places: [], forks: [at] };
  }

  /** What follows on a fork. */
  through(fork: number): Ways {
    const forks: number[] = [];
    const places = this.#collect(fork, (at) => {
      const few = this.#fewBehind(at);
      if (few) return few;
      if (at === fork || this.#arrivals[at] === 1) return undefined;
      forks.push(at);
      return [];
    });
    return { places, forks };
  }

  /** All places that an instruction leads to. */
  all(from: number): readonly number[] {
    return this.#collect(this.#reach(from), () => undefined);
  }

  #fewBehind(fork: number): readonly number[] | undefined {
    let few = this.#few[fork];
    if (few === undefined) {
      few = this.#findFew(fork);
      this.#few[fork] = few;
    }
    return few ?? undefined;
  }

  #findFew(fork: number): readonly number[] | null {
    const places: number[] = [];
    const met = [fork];
    for (let i = 0; i < met.length; i++) {
      const place = this.#program.placeOf[met[i]!]!;
      if (place >= 0) places.push(place);
      else for (const way of this.#waysOf(met[i]!)) if (way !== 0 && !met.includes(way)) met.push(way);
      if (met.length > fewMax) return null;
    }
    return places.sort((a, b) => a - b);
  }

  /** The places behind, those of a fork as `ways` says where it does. */
  #collect(from: number, ways: (fork: number) => readonly number[] | undefined): readonly number[] {
    const places = new Set<number>();
    const met = new Set([0]);
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (met.has(at)) continue;
      met.add(at);
      const place = this.#program.placeOf[at]!;
      const known = place < 0 ? ways(at) : [place];
      if (known) for (const one of known) places.add(one);
      else open.push(...this.#waysOf(at));
    }
    return [...places].sort((a, b) => a - b);
  }

  #waysOf(fork: number): [number, number] {
    const { out, arg } = this.#program.instructions[fork]!;
    return [this.#reach(out), this.#reach(arg)];
  }

  /** Past what neither reads nor forks. */
  #reach(from: number): number {
    const passed: number[] = [];
    let at = from;
    while (this.#reached[at]! < 0) {
      const { op, out, arg } = this.#program.instructions[at]!;
      if (this.#program.placeOf[at]! >= 0 || isFork(op)) this.#reached[at] = at;
      else {
        passed.push(at);
        const isOpen = op !== operations.fail && (op !== operations.assertion || (arg & ~this.#context) === 0);
        at = isOpen ? out : 0;
        if (at === 0) break;
      }
    }
    const end = at === 0 ? 0 : this.#reached[at]!;
    for (const one of passed) this.#reached[one] = end;
    return end;
  }
}

const none: Ways = { places: [], forks: [] };

/** Steps behind a fork up to which each place before it is told all places behind it. */
const fewMax = 16;

function isFork(op: number): boolean {
  return op === operations.fork || op === operations.forkOrMatch;
}
