import { countBits, lowestBit } from "../../lib/bits.ts";
import { PairTable } from "../counting/pair-table.ts";
import type { PackedArray } from "../execution/team.ts";
import { textWordsMax } from "../limits.ts";

/**
 * Which texts, by number, occur in each group: a bit for each text, so that millions of pairs stay in the processor's
 * cache. Texts beyond that are kept as pairs, at most `countedPairsMax`.
 */
export class TextSets {
  /** By group, then by text. */
  readonly #bits: (Int32Array | undefined)[] = [];
  #words = 0;
  readonly #others = new PairTable("values by group");

  /** Throws AppError when there are too many different pairs. */
  add(group: number, text: number): void {
    const bits = this.#bits[group];
    const word = text >>> 5;
    if (bits !== undefined && word < bits.length) bits[word] = bits[word]! | (1 << (text & 31));
    else this.#addRare(group, text, word);
  }

  #addRare(group: number, text: number, word: number): void {
    const known = this.#bits[group];
    const length = Math.max(wordsMin, 2 ** Math.ceil(Math.log2(word + 1)));
    const more = length - (known?.length ?? 0);
    if (this.#words + more > textWordsMax) {
      this.#others.add(group, text, 1);
      return;
    }
    const grown = new Int32Array(length);
    if (known) grown.set(known);
    grown[word] = grown[word]! | (1 << (text & 31));
    this.#words += more;
    this.#bits[group] = grown;
  }

  /** How many different texts the group has. */
  count(group: number): number {
    const bits = this.#bits[group];
    let count = bits ? countAll(bits) : 0;
    // A group's array may have grown over texts that had no room before.
    for (const text of this.#others.of(group).numbers) if (!holds(bits, text)) count++;
    return count;
  }

  /** All of it for another one's `merge`. */
  pack(): PackedArray[] {
    const lengths = new Uint32Array(this.#bits.length);
    for (const [group, bits] of this.#bits.entries()) lengths[group] = bits ? countAll(bits) : 0;
    const texts = new Uint32Array(lengths.reduce((sum, length) => sum + length, 0));
    let used = 0;
    for (const bits of this.#bits) if (bits) used = listBits(bits, texts, used);
    const [groups, numbers] = this.#others.pack();
    return [lengths, texts, groups, numbers];
  }

  /** `groupOf`, `textOf`: the numbers here of those there. */
  merge(
    [lengths, texts, groups, numbers]: readonly PackedArray[],
    groupOf: (group: number) => number,
    textOf: (text: number) => number,
    tick: () => void,
  ): void {
    let at = 0;
    for (let group = 0; group < lengths!.length; group++) {
      const own = groupOf(group);
      for (const end = at + lengths![group]!; at < end; at++) {
        if ((at & 0x3fff) === 0) tick();
        this.add(own, textOf(texts![at]!));
      }
    }
    for (let i = 0; i < groups!.length; i++) {
      if ((i & 0x3fff) === 0) tick();
      this.add(groupOf(groups![i]!), textOf(numbers![i]!));
    }
  }
}

const wordsMin = 8;

function holds(bits: Int32Array | undefined, text: number): boolean {
  return bits !== undefined && text >>> 5 < bits.length && (bits[text >>> 5]! & (1 << (text & 31))) !== 0;
}

function countAll(bits: Int32Array): number {
  return countBits(new Uint32Array(bits.buffer), 0, bits.length);
}

/** Writes the numbers of the bits that are set, rising, from `start` on; gives where they end. */
function listBits(words: Int32Array, into: Uint32Array, start: number): number {
  let used = start;
  for (let i = 0; i < words.length; i++)
    for (let word = words[i]!; word !== 0; word &= word - 1) into[used++] = i * 32 + lowestBit(word);
  return used;
}
