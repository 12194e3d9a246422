import { FormatError, type PartSink, type WordFilterEntry } from "../format/segment-format.ts";
import { BlockWords, type Words } from "../format/word-hash.ts";

/**
 * Which words the blocks of a text column have, so that a rare word is looked for in few of them: Bloom filters that
 * lie across each other. All that is known of a word stands in one group of rows, a bit for each block, so it takes one
 * small part to learn which blocks may have it.
 */
export class WordBloomFilterWriter {
  readonly #sections: Section[] = [];
  readonly #words = new BlockWords();
  readonly #bitsPerWord: number;

  /** With fewer bits for each word it takes less, and more blocks seem to have a word. */
  constructor(bitsPerWord = bitsPerWordDefault) {
    this.#bitsPerWord = bitsPerWord;
  }

  /** The texts of the next block, each with its end mark. */
  add(bytes: Uint8Array): void {
    this.addWords(this.#words.read(bytes));
  }

  /** Those of the next block. */
  addWords(words: Words): void {
    let section = this.#sections.at(-1);
    if (!section?.takes(words.count)) {
      section = new Section(words.count, this.#bitsPerWord);
      this.#sections.push(section);
    }
    section.add(words);
  }

  finish(sink: PartSink): WordFilterEntry[] {
    return this.#sections.map((section) => section.write(sink));
  }
}

/**
 * For each block 1: it may have all of the words, else 0. `hashes` come from `hashWord`, at least one; `read` gives a
 * part of the column's. Throws FormatError.
 */
export function blocksWith(
  entries: readonly WordFilterEntry[],
  blockCount: number,
  hashes: ArrayLike<number>,
  read: (part: number) => Uint8Array,
): Uint8Array {
  if (entries.reduce((sum, { blocks }) => sum + blocks, 0) !== blockCount)
    throw new FormatError("There are other filters than blocks.");
  const holders = new Uint8Array(blockCount);
  let first = 0;
  for (const entry of entries) {
    const bits = bitsOf(entry, hashes, read);
    for (let block = 0; block < entry.blocks; block++) holders[first + block] = (bits[block >> 3]! >> (block & 7)) & 1;
    first += entry.blocks;
  }
  return holders;
}

/** A bit for each block of the section that may have all of the words. */
function bitsOf(entry: WordFilterEntry, hashes: ArrayLike<number>, read: (part: number) => Uint8Array): Uint8Array {
  const { blocks, groups, groupsOfPart, part } = entry;
  const planes = planesFor(blocks);
  const found = new Uint8Array(planes).fill(0xff);
  for (let i = 0; i < hashes.length; i++) {
    const group = groupOf(hashes[i]!, groups);
    const bytes = read(part + Math.floor(group / groupsOfPart));
    const begin = (group % groupsOfPart) * planes * groupRows;
    if (bytes.length < begin + planes * groupRows) throw new FormatError("A part of word filters is too short.");
    const mixed = mixedOf(hashes[i]!);
    for (let probe = 0; probe < probes; probe++) {
      const row = begin + rowOf(mixed, probe);
      for (let plane = 0; plane < planes; plane++) found[plane]! &= bytes[row + plane * groupRows]!;
    }
  }
  return found;
}

/** Neighbouring blocks with about as many words. */
class Section {
  readonly #groups: number;
  readonly #wordsMax: number;
  /** One plane per eight blocks, with a byte for each row of all groups. */
  readonly #planes: Uint8Array[] = [];
  #blocks = 0;

  /** `words`: of its first block. */
  constructor(words: number, bitsPerWord: number) {
    this.#groups = Math.max(1, Math.ceil((words * bitsPerWord) / groupRows));
    this.#wordsMax = Math.max(wordsFew, words);
  }

  takes(words: number): boolean {
    return (
      this.#blocks < blocksMax && words * 4 <= this.#wordsMax * 5 && Math.max(wordsFew, words) * 4 >= this.#wordsMax
    );
  }

  /** The words of another block. */
  add(words: Words): void {
    const groups = this.#groups;
    const place = this.#blocks++ % 8;
    if (place === 0) this.#planes.push(new Uint8Array(groups * groupRows));
    const plane = this.#planes[this.#planes.length - 1]!;
    const bit = 1 << place;
    words.forEach((hash) => {
      const begin = groupOf(hash, groups) * groupRows;
      const mixed = mixedOf(hash);
      for (let probe = 0; probe < probes; probe++) plane[begin + rowOf(mixed, probe)]! |= bit;
    });
  }

  /** Groups one after the other, of each all planes. */
  write(sink: PartSink): WordFilterEntry {
    const groups = this.#groups;
    const planes = this.#planes.length;
    const groupsOfPart = Math.max(1, Math.floor(partBytes / (planes * groupRows)));
    let first = -1;
    for (let begin = 0; begin < groups; begin += groupsOfPart) {
      const end = Math.min(groups, begin + groupsOfPart);
      const bytes = new Uint8Array((end - begin) * planes * groupRows);
      for (let group = begin; group < end; group++)
        for (const [i, plane] of this.#planes.entries()) {
          const rows = plane.subarray(group * groupRows, (group + 1) * groupRows);
          bytes.set(rows, ((group - begin) * planes + i) * groupRows);
        }
      const part = sink.add(bytes);
      if (first < 0) first = part;
    }
    return { blocks: this.#blocks, groups, groupsOfPart, part: first };
  }
}

function planesFor(blocks: number): number {
  return Math.ceil(blocks / 8);
}

function groupOf(hash: number, groups: number): number {
  return (hash >>> 0) % groups;
}

function mixedOf(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1);
}

/** In its group; each probe another one. */
function rowOf(mixed: number, probe: number): number {
  const step = (mixed & 0x7fff) | 0x2001;
  return ((((mixed >>> 16) + probe * step) & 0xffff) * groupRows) >>> 16;
}

/* All of these are part of the format. */

/** Rows of a group, eight planes of which are half a page of a day's file. */
const groupRows = 992;
/** With this many bits and probes per word, an absent word passes one block in two hundred. */
const bitsPerWordDefault = 11;
const probes = 6;
/** Bytes of a part, as far as whole groups fit. */
const partBytes = 8 * groupRows;
/** Blocks of a section: more make longer parts, fewer make more of them. */
const blocksMax = 128;
/** Blocks with fewer words than this count as equal. */
const wordsFew = 64;
