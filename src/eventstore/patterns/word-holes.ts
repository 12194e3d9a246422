import { knownWordMax } from "../../pattern/limits.ts";
import type { Column, DictionaryColumn, TemplateTexts, TextColumn } from "../segment.ts";
import type { Hole, HoleKind } from "../template.ts";
import type { SharedPatterns } from "./shared-patterns.ts";

/** Stand-ins in a pattern for the words in a hole, as a number by row. */
export interface StandIns {
  /** Rows without the hole have any number. */
  of(row: number): number;
}

/** Stand-ins for the words in a segment's template holes. */
export class WordHoles {
  /** By number; [0] stands for data. */
  get standIns(): readonly string[] {
    return this.#shared.words.standIns;
  }

  /** By kind and index of the hole; undefined: data in every row. */
  readonly #known = new Map<string, StandIns | undefined>();
  readonly #templates: TemplateTexts;
  readonly #rows: number;
  readonly #shared: SharedPatterns;
  readonly #tick: () => void;

  constructor(templates: TemplateTexts, rows: number, shared: SharedPatterns, tick: () => void) {
    this.#templates = templates;
    this.#rows = rows;
    this.#shared = shared;
    this.#tick = tick;
  }

  /** False: `of` has to read the column. */
  knows({ kind, index }: Hole): boolean {
    return this.#known.has(`${kind} ${index}`);
  }

  /** Undefined: the hole is filled with data in every row. */
  of({ kind, index }: Hole): StandIns | undefined {
    const name = `${kind} ${index}`;
    if (!this.#known.has(name)) this.#known.set(name, this.#read(name, this.#templates.hole({ kind, index }), kind));
    return this.#known.get(name);
  }

  #read(name: string, column: Column, kind: HoleKind): StandIns | undefined {
    if (column.encoding === "dictionary") {
      const byValue = this.#standInsOf(name, column);
      if (byValue.length === 0) return undefined;
      const { ids } = column;
      return { of: (row) => byValue[ids[row]!]! };
    }
    if (column.encoding === "number" || (kind === "word" && isLongDigits(column))) return undefined;
    return this.#readTexts(column);
  }

  /** Empty when all values are data. */
  #standInsOf(name: string, { texts: { bytes, offsets }, valueCount }: DictionaryColumn): Uint32Array {
    const { byValue: known, words } = this.#shared;
    let byValue = known.get(name);
    if (byValue !== undefined) return byValue;
    byValue = new Uint32Array(valueCount);
    for (let id = 1; id < byValue.length; id++) {
      if ((id & 0xfff) === 0) this.#tick();
      byValue[id] = words.numberOf(bytes, offsets[id - 1]!, offsets[id]! - 1);
    }
    if (byValue.every((number) => number === 0)) byValue = allData;
    known.set(name, byValue);
    return byValue;
  }

  /** Each row once: ids and the like, mostly all different. */
  #readTexts(column: TextColumn): StandIns | undefined {
    let byRow: Uint32Array | undefined;
    for (let index = 0; index < column.blockCount; index++) {
      this.#tick();
      const { firstRow, rows, bytes, offsets } = column.block(index);
      for (let at = 0; at < rows; at++) {
        const number = this.#shared.words.numberOf(bytes, offsets[at]!, offsets[at + 1]! - 1);
        if (number === 0) continue;
        byRow ??= new Uint32Array(this.#rows);
        byRow[firstRow + at] = number;
      }
    }
    const found = byRow;
    return found && { of: (row) => found[row]! };
  }
}

const allData = new Uint32Array(0);

/** All of them are too long to be known names. */
function isLongDigits({ digits }: TextColumn): boolean {
  if (digits === undefined) return false;
  const lengthOf = (piece: number | string) => (typeof piece === "number" ? piece : piece.length);
  return digits.pattern.reduce<number>((sum, piece) => sum + lengthOf(piece), 0) > knownWordMax;
}
