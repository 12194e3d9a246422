import { knownWordMax } from "../../pattern/limits.ts";
import { WordStandIns } from "../../pattern/word-stand-ins.ts";
import type { Column, TemplateTexts } from "../segment.ts";

/** Stand-ins in a pattern for the words in a hole, as a number by row. */
export interface StandIns {
  /** Rows without the hole have any number. */
  of(row: number): number;
}

/** Stand-ins for the words in a segment's template holes: nearly always plain data. */
export class WordHoles {
  /** By number; [0] stands for data. */
  get standIns(): readonly string[] {
    return this.#words.standIns;
  }

  readonly #words = new WordStandIns();
  /** By index of the hole; undefined: data in every row. */
  readonly #known = new Map<number, StandIns | undefined>();
  readonly #templates: TemplateTexts;
  readonly #rows: number;
  readonly #tick: () => void;

  constructor(templates: TemplateTexts, rows: number, tick: () => void) {
    this.#templates = templates;
    this.#rows = rows;
    this.#tick = tick;
  }

  /** Undefined: the hole is filled with data in every row. */
  of(index: number): StandIns | undefined {
    if (!this.#known.has(index)) {
      const column = this.#templates.hole({ kind: "word", index });
      this.#known.set(index, this.#read(column));
    }
    return this.#known.get(index);
  }

  #read(column: Column): StandIns | undefined {
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
    if (column.encoding === "number") return undefined;
    return this.#readTexts(column);
  }

  /** Each row once: ids and the like, mostly all different. */
  #readTexts(column: Extract<Column, { encoding: "text" }>): StandIns | undefined {
    const digits = column.digits?.pattern.reduce<number>(
      (sum, piece) => sum + (typeof piece === "number" ? piece : piece.length),
      0,
    );
    if (digits !== undefined && digits > knownWordMax) return undefined;
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
