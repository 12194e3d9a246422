import { cachedStructuresMax } from "./limits.ts";
import { patternIdOf } from "./pattern-id.ts";
import { patternText } from "./pattern-text.ts";
import { hashStructure } from "./structure-hash.ts";

/**
 * The ids of patterns by the structure of texts; a text like an earlier one costs only its hash. Any thread, each its
 * own.
 */
export class PatternCache {
  readonly #ids = new Map<number, string>();

  readonly #structuresMax: number;

  constructor(structuresMax = cachedStructuresMax) {
    this.#structuresMax = structuresMax;
  }

  /** The pattern of the UTF-8 text bytes[from .. to); "" for the empty one. */
  idOf(bytes: Uint8Array, from: number, to: number): string {
    if (from === to) return "";
    const structure = hashStructure(bytes, from, to);
    const known = this.#ids.get(structure);
    if (known !== undefined) return known;
    if (this.#ids.size >= this.#structuresMax) this.#ids.clear();
    const id = patternIdOf(patternText([textOf(bytes, from, to)]));
    this.#ids.set(structure, id);
    return id;
  }

  /** The pattern of a text. */
  idOfText(text: string): string {
    const bytes = Buffer.from(text);
    return this.idOf(bytes, 0, bytes.length);
  }
}

/** The id of a message's pattern. */
export function patternOf(message: string): string {
  return messages.idOfText(message);
}

/** Those of a thread. */
export const messages = new PatternCache();

function textOf(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString();
}
