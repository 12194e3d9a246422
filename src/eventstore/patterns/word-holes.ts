import { knownWordMax } from "../../pattern/limits.ts";
import { WordStandIns } from "../../pattern/word-stand-ins.ts";
import type { Column, TemplateTexts, TextColumn } from "../segment.ts";
import type { Hole, HoleKind } from "../template.ts";

/** Stand-ins in a pattern for the words in a hole, as a number by row. */
export interface StandIns {
  /** Rows without the hole have any number. */
  of(row: number): number;
}

/** Stand-ins for the words in a segment's template holes. */
export class WordHoles {
  /** By number; [0] stands for data. */
  get standIns(): readonly string[] {
    return this.#words.standIns;
  }

  readonly #words = new WordStandIns();
  /** By kind and index of the hole; undefined: data in every row. */
  readonly #known = new Map<string, StandIns | undefined>();
  readonly #templates: TemplateTexts;
  readonly #rows: number;
  readonly #tick: () => void;

  constructor(templates: TemplateTexts, rows: number, tick: () => void) {
    this.#templates = templates;
    this.#rows = rows;
    this.#tick = tick;
  }

  /** False: `of` has to read the column. */
  knows({ kind, index }: Hole): boolean {
    return this.#known.has(`${kind} ${index}`);
  }

  /** Undefined: the hole is filled with data in every row. */
  of({ kind, index }: Hole): StandIns | undefined {
    const name = `${kind} ${index}`;
    if (!this.#known.has(name)) this.#known.set(name, this.#read(this.#templates.hole({ kind, index }), kind));
    return this.#known.get(name);
  }

  #read(column: Column, kind: HoleKind): StandIns | undefined {
    if (column.encoding === "dictionary") {
      const { bytes, offsets } = column.texts;
      const byValue = new Uint32Array(column.valueCount);
      for (let id = 1; id < byValue.length; id++) {
        if ((id & 0xfff) === 0) this.#tick();
        byValue[id] = this.#words.numberOf(bytes, offsets[id - 1]!, offsets[id]! - 1);
      }
      if (byValue.every((number) => number === 0)) return undefined;
      const { ids } = column;
      return { of: (row) => byValue[ids[row]!]! };
    }
    if (column.encoding === "number" || (kind === "word" && isLongDigits(column))) return undefined;
    return this.#readTexts(column);
  }

  /** Each row once: ids and the like, mostly all different. */
  #readTexts(column: TextColumn): StandIns | undefined {
    let byRow: Uint32Array | undefined;
    for (let index = 0; index < column.blockCount; index++) {
      this.#tick();
      const { firstRow, rows, bytes, offsets } = column.block(index);
      for (let at = 0; at < rows; at++) {
        const number = this.#words.numberOf(bytes, offsets[at]!, offsets[at + 1]! - 1);
        if (number === 0) continue;
        byRow ??= new Uint32Array(this.#rows);
        byRow[firstRow + at] = number;
      }
    }
    const found = byRow;
    return found && { of: (row) => found[row]! };
  }
}

/** All of them are too long to be known names. */
function isLongDigits({ digits }: TextColumn): boolean {
  if (digits === undefined) return false;
  const lengthOf = (piece: number | string) => (typeof piece === "number" ? piece : piece.length);
  return digits.pattern.reduce<number>((sum, piece) => sum + lengthOf(piece), 0) > knownWordMax;
}
