import type { Column, NumberColumn, TemplateTexts, TextBlock, TextColumn } from "../eventstore/segment.ts";
import { ByteWriter } from "./formats/byte-writer.ts";

/** The text of one row of a column as UTF-8, `bytes` from `from` to `to`, without making a string of it. */
export interface RowText {
  bytes: Uint8Array;
  from: number;
  to: number;
  /** The bytes may change at the next call. */
  seek(row: number): void;
}

export function rowTextOf(column: Column): RowText {
  if (column.encoding === "number") return new NumberRows(column);
  if (column.encoding === "dictionary") return new DictionaryRows(column);
  return column.templates ? new TemplateRows(column.templates) : new TextRows(column);
}

class DictionaryRows implements RowText {
  bytes: Uint8Array;
  from = 0;
  to = 0;
  readonly #ids: ArrayLike<number>;
  readonly #offsets: Uint32Array;

  constructor({ ids, texts }: Column & { encoding: "dictionary" }) {
    this.bytes = texts.bytes;
    this.#ids = ids;
    this.#offsets = texts.offsets;
  }

  seek(row: number): void {
    const id = this.#ids[row]!;
    this.from = id === 0 ? 0 : this.#offsets[id - 1]!;
    this.to = id === 0 ? 0 : this.#offsets[id]! - 1;
  }
}

class NumberRows implements RowText {
  bytes: Uint8Array;
  readonly from = 0;
  to = 0;
  readonly #writer = new ByteWriter(numberBytes);
  readonly #values: NumberColumn["values"];
  readonly #scale: number;
  readonly #present: Uint8Array | undefined;

  constructor({ values, scale, present }: NumberColumn) {
    this.bytes = this.#writer.bytes;
    this.#values = values;
    this.#scale = scale;
    this.#present = present;
  }

  seek(row: number): void {
    this.#writer.used = 0;
    if (this.#present?.[row] !== 0) this.#writer.number(this.#values[row]! / this.#scale);
    this.to = this.#writer.used;
    this.bytes = this.#writer.bytes;
  }
}

class TextRows implements RowText {
  bytes: Uint8Array = nothing;
  from = 0;
  to = 0;
  #block: TextBlock | undefined;

  readonly #column: TextColumn;

  constructor(column: TextColumn) {
    this.#column = column;
  }

  seek(row: number): void {
    let block = this.#block;
    if (!block || row < block.firstRow || row >= block.firstRow + block.rows) {
      block = this.#column.block(this.#column.blockOf(row));
      this.#block = block;
      this.bytes = block.bytes;
    }
    const at = row - block.firstRow;
    this.from = block.offsets[at]!;
    this.to = block.offsets[at + 1]! - 1;
  }
}

/** Puts texts together from their templates. */
class TemplateRows implements RowText {
  bytes: Uint8Array = nothing;
  from = 0;
  to = 0;
  readonly #writer = new ByteWriter(templateBytes);
  readonly #pieces: (readonly (Uint8Array | RowText)[] | undefined)[] = [];
  readonly #holes = new Map<string, RowText>();
  #whole: RowText | undefined;

  readonly #templates: TemplateTexts;

  constructor(templates: TemplateTexts) {
    this.#templates = templates;
  }

  seek(row: number): void {
    const { ids, wholeId } = this.#templates;
    const id = ids.ids[row]!;
    if (id === wholeId) {
      this.#seekWhole(row);
      return;
    }
    const writer = this.#writer;
    writer.used = 0;
    if (id !== 0)
      for (const piece of this.#piecesOf(id)) {
        if (piece instanceof Uint8Array) writer.copy(piece);
        else {
          piece.seek(row);
          writer.copyRange(piece.bytes, piece.from, piece.to);
        }
      }
    this.bytes = writer.bytes;
    this.from = 0;
    this.to = writer.used;
  }

  #seekWhole(row: number): void {
    if (!this.#whole) {
      const column = this.#templates.whole();
      if (!column) throw new Error("texts that are kept whole are not there");
      this.#whole = rowTextOf(column);
    }
    this.#whole.seek(row);
    this.bytes = this.#whole.bytes;
    this.from = this.#whole.from;
    this.to = this.#whole.to;
  }

  #piecesOf(id: number): readonly (Uint8Array | RowText)[] {
    this.#pieces[id] ??= this.#templates.pieces(id).map((piece) => {
      if (typeof piece === "string") return new TextEncoder().encode(piece);
      const key = `${piece.kind} ${piece.index}`;
      const hole = this.#holes.get(key) ?? rowTextOf(this.#templates.hole(piece));
      this.#holes.set(key, hole);
      return hole;
    });
    return this.#pieces[id];
  }
}

const nothing = new Uint8Array(0);
const numberBytes = 32;
const templateBytes = 4096;
