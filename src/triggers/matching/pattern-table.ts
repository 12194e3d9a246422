import { isFamilyId } from "../../pattern/families.ts";
import { familyIdsOf } from "../../pattern/family-cache.ts";
import { patternIdOf } from "../../pattern/pattern-id.ts";
import { patternText } from "../../pattern/pattern-text.ts";
import { hashStructure } from "../../pattern/structure-hash.ts";

export interface SeenPattern {
  readonly id: string;
  /** Some trigger checks its id. */
  isAsked: boolean;
  /** The ids of its families that triggers check. */
  families: readonly string[];
  /** It came before. */
  isKnown: boolean;
  /** The day on which it last came, in days since the epoch. */
  day: number;
}

/**
 * Patterns by the structure of texts, which costs about a nanosecond a byte to hash; only a text with a new structure
 * has its pattern made. Patterns that are neither needed nor known are forgotten when room is needed.
 */
export class PatternTable {
  #patterns = new Map<string, SeenPattern>();
  readonly #patternsMax: number;
  /** A power of two, twice as many as may be used. */
  readonly #places: number;
  /** By place, linear probing; 0 is free. */
  readonly #structures: Float64Array;
  readonly #ofStructure: (SeenPattern | undefined)[];
  #used = 0;
  #askedFamilies: ReadonlySet<string> = new Set();

  constructor(patternsMax: number, structuresMax: number) {
    this.#patternsMax = patternsMax;
    this.#places = 2 ** Math.ceil(Math.log2(structuresMax * 2));
    this.#structures = new Float64Array(this.#places);
    this.#ofStructure = new Array<SeenPattern | undefined>(this.#places).fill(undefined);
  }

  /** From now on these are needed, patterns and families. */
  ask(ids: readonly string[]): void {
    for (const seen of this.#patterns.values()) {
      seen.isAsked = false;
      seen.families = none;
    }
    for (const id of ids) if (!isFamilyId(id)) this.of(id).isAsked = true;
    const families = new Set(ids.filter(isFamilyId));
    // Families of a pattern follow only from texts: the next one of each structure is read again.
    if (families.size > 0 || this.#askedFamilies.size > 0) this.#clearStructures();
    this.#askedFamilies = families;
  }

  all(): Iterable<SeenPattern> {
    return this.#patterns.values();
  }

  of(id: string): SeenPattern {
    let seen = this.#patterns.get(id);
    if (seen === undefined) {
      // Doubled: besides those needed or known, some more are on the way.
      if (this.#patterns.size >= this.#patternsMax * 2) this.dropIdle();
      seen = { id, isAsked: false, families: none, isKnown: false, day: 0 };
      this.#patterns.set(id, seen);
    }
    return seen;
  }

  /** Looks up the UTF-8 text bytes[from .. to). */
  look(bytes: Uint8Array, from: number, to: number): SeenPattern {
    // 0 stands for a free place.
    const structure = hashStructure(bytes, from, to) || 1;
    const mask = this.#places - 1;
    const structures = this.#structures;
    for (let place = (structure ^ (structure / 2 ** 21)) & mask; ; place = (place + 1) & mask) {
      const found = structures[place]!;
      if (found === structure) return this.#ofStructure[place]!;
      if (found === 0) return this.#add(place, structure, bytes, from, to);
    }
  }

  /** Removes patterns that are neither needed nor known, and the structures that lead to them. */
  dropIdle(): void {
    this.#patterns = new Map([...this.#patterns].filter(([, { isAsked, isKnown }]) => isAsked || isKnown));
    this.#clearStructures();
  }

  // Parameters: values that `look` already has when it finds nothing.
  #add(place: number, structure: number, bytes: Uint8Array, from: number, to: number): SeenPattern {
    const text = from === to ? "" : Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString();
    const seen = text === "" ? this.of("") : this.#ofPattern(patternText([text]));
    if (this.#used >= this.#places / 2) {
      this.#clearStructures();
      return seen;
    }
    this.#used++;
    this.#structures[place] = structure;
    this.#ofStructure[place] = seen;
    return seen;
  }

  #ofPattern(text: string): SeenPattern {
    const seen = this.of(patternIdOf(text));
    if (this.#askedFamilies.size === 0) return seen;
    seen.families = familyIdsOf(seen.id, () => text).filter((id) => this.#askedFamilies.has(id));
    return seen;
  }

  #clearStructures(): void {
    this.#structures.fill(0);
    this.#ofStructure.fill(undefined);
    this.#used = 0;
  }
}

const none: readonly string[] = [];
