import type { PackedTexts } from "../../segment.ts";
import { type Hole, holeKinds, isWholeText, kindOfHole } from "../../template.ts";

/** How many holes of each kind templates have, by their ids in a dictionary; texts that are kept whole have none. */
export class HoleCounts {
  readonly number: Uint8Array;
  readonly word: Uint8Array;
  readonly any: Uint8Array;

  /** `size`: of the dictionary, whose first template has the id 1. */
  constructor({ bytes, offsets }: Pick<PackedTexts, "bytes" | "offsets">, size: number) {
    const counts = holeKinds.map(() => new Uint8Array(size + 1));
    [this.number, this.word, this.any] = counts as [Uint8Array, Uint8Array, Uint8Array];
    for (let id = 1; id <= size; id++) {
      const [from, to] = [offsets[id - 1]!, offsets[id]! - 1];
      if (isWholeText(bytes, from, to)) continue;
      for (let at = from; at < to; at++) {
        const kind = kindOfHole(bytes[at]!);
        if (kind) this[kind][id]! += 1;
      }
    }
  }

  /** Those of a dictionary of templates. Slices of a segment have it in common. */
  static of(templates: PackedTexts): HoleCounts {
    let counts = countsCache.get(templates);
    if (!counts) {
      counts = new HoleCounts(templates, templates.offsets.length - 1);
      countsCache.set(templates, counts);
    }
    return counts;
  }

  /** Whether templates have a hole: its index is below the count, by id, of its kind. */
  having({ kind, index }: Hole): TemplatesHaving {
    return { counts: this[kind], index };
  }
}

/** The templates that have a hole: those whose count, by id, is above its index. */
export interface TemplatesHaving {
  readonly counts: Uint8Array;
  readonly index: number;
}

const countsCache = new WeakMap<PackedTexts, HoleCounts>();
