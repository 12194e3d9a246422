import type { Forks, Ways } from "./forks.ts";
import { type WordBits, wordBits } from "./word-bits.ts";

/**
 * What the places of a program lead to beside what shifts find. Where each of many targets leads to the next, as in
 * `(a?){100}`, they are one chain: all places of it from that of the first target on are met, in words of 32.
 */
export class Targets {
  /** By target. */
  readonly chainOf: Int32Array;
  /** By target: the first of its places, or 0. */
  readonly firstOf: Int32Array;
  /** By target: where the word of that place stands in the chain. */
  readonly wordOf: Int32Array;
  readonly chains: readonly Chain[];

  constructor(targets: readonly Target[]) {
    this.chainOf = new Int32Array(targets.length);
    this.firstOf = Int32Array.from(targets, ({ places }) => places[0] ?? 0);
    this.wordOf = new Int32Array(targets.length);
    this.chains = linkTargets(targets).map((members, chain) => {
      const { words, bits } = wordBits(members.flatMap((member) => targets[member]!.places));
      let at = 0;
      for (const member of members) {
        this.chainOf[member] = chain;
        while (at < words.length - 1 && words[at]! < this.firstOf[member]! >> 5) at++;
        this.wordOf[member] = at;
      }
      return { words, bits, further: targets[members.at(-1)!]!.targets };
    });
  }

  /** Whether what leads to the one leads to the other. */
  covers(one: number, other: number): boolean {
    return this.chainOf[one] === this.chainOf[other] && this.firstOf[one]! <= this.firstOf[other]!;
  }
}

interface Chain extends WordBits {
  /** Targets that its last one leads to. */
  readonly further: readonly number[];
}

interface Target {
  readonly places: readonly number[];
  /** Others that it leads to. */
  readonly targets: readonly number[];
}

/** Chains in which each leads to the next one alone, and places rise; most have one target. */
function linkTargets(targets: readonly Target[]): number[][] {
  const next = new Int32Array(targets.length).fill(-1);
  const isBehind = new Uint8Array(targets.length);
  for (const [number, { places, targets: further }] of targets.entries()) {
    const [other] = further;
    if (other === undefined || further.length > 1 || isBehind[other] === 1 || places.length === 0) continue;
    if (!(places.at(-1)! < targets[other]!.places[0]!)) continue;
    next[number] = other;
    isBehind[other] = 1;
  }
  const chains: number[][] = [];
  for (let first = 0; first < targets.length; first++) {
    if (isBehind[first] === 1) continue;
    const members: number[] = [];
    for (let member = first; member >= 0; member = next[member]!) members.push(member);
    chains.push(members);
  }
  return chains;
}

/** The targets of a table, numbered as they are met. */
export class TargetList {
  readonly #forks: Forks;
  /** By number; a fork: its ways are not yet looked at. */
  readonly #all: (Target | number)[] = [];
  readonly #numbers = new Map<string | number, number>();

  constructor(forks: Forks) {
    this.#forks = forks;
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  numberOf({ places, forks }: Ways): number {
    if (places.length === 0 && forks.length === 1) return this.#ofFork(forks[0]!);
    const key = `${places.join()}|${forks.join()}`;
    return this.#numbers.get(key) ?? this.#add(key, { places, targets: this.#ofForks(forks) });
  }

  finish(): Targets {
    const finished: Target[] = [];
    // It grows meanwhile.
    for (const target of this.#all) finished.push(typeof target === "number" ? this.#lookAt(target) : target);
    return new Targets(finished);
  }

  #lookAt(fork: number): Target {
    const { places, forks } = this.#forks.through(fork);
    return { places, targets: this.#ofForks(forks) };
  }

  #ofForks(forks: readonly number[]): number[] {
    return forks.map((fork) => this.#ofFork(fork));
  }

  #ofFork(fork: number): number {
    return this.#numbers.get(fork) ?? this.#add(fork, fork);
  }

  #add(key: string | number, target: Target | number): number {
    const number = this.#all.push(target) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}
