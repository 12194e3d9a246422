import type { Column, DictionaryColumn, TemplateTexts, TextBlock, TextColumn } from "./segment.ts";
import type { ColumnEntry } from "./segment-format.ts";
import type { BlockCache, DecodePart } from "./stored-text-column.ts";
import { type Hole, piecesOf, type TemplatePiece, wholeText } from "./template.ts";
import { textEnd } from "./text-end.ts";

/** Texts as templates and what fills their holes (template.ts): whoever asks for texts gets them put together again. */
export class TemplateColumn implements TextColumn {
  readonly encoding = "text";
  readonly blockCount: number;
  readonly templates: TemplateTexts;
  private readonly known: (readonly TemplatePiece[])[] = [];
  private readonly columns = new Map<string, Column>();
  private readonly wholeId: number;
  private readonly ids: DictionaryColumn;

  constructor(
    private readonly entry: ColumnEntry & { encoding: "template" },
    private readonly rows: number,
    private readonly blocks: BlockCache,
    private readonly decode: DecodePart,
  ) {
    this.blockCount = Math.ceil(rows / blockRows);
    this.ids = this.part("templates", entry.templates) as DictionaryColumn;
    this.wholeId = this.ids.values.indexOf(wholeText);
    this.templates = {
      ids: this.ids,
      wholeId: this.wholeId,
      pieces: (id) => this.pieces(id),
      hole: (hole) => this.hole(hole),
      whole: () => this.wholeColumn(),
    };
  }

  block(index: number): TextBlock {
    const firstRow = index * blockRows;
    const rows = Math.min(blockRows, this.rows - firstRow);
    return this.blocks.block(firstBlockKey - index, () => this.join(firstRow, rows));
  }

  blockOf(row: number): number {
    return Math.floor(row / blockRows);
  }

  firstRow(index: number): number {
    return Math.min(index * blockRows, this.rows);
  }

  mayHold(): boolean {
    return true;
  }

  text(row: number): string {
    const id = this.ids.ids[row]!;
    if (id === 0) return "";
    if (id === this.wholeId) return this.wholeColumn()?.text(row) ?? "";
    let text = "";
    for (const piece of this.pieces(id)) text += typeof piece === "string" ? piece : this.hole(piece).text(row);
    return text;
  }

  holesOf(kind: Hole["kind"]): number {
    return kind === "number" ? this.entry.numbers.length : this.entry.words.length;
  }

  hole({ kind, index }: Hole): Column {
    return this.part(`${kind} ${index}`, (kind === "number" ? this.entry.numbers : this.entry.words)[index]);
  }

  /** Texts that are kept whole, by row; undefined when there are none. */
  wholeColumn(): Column | undefined {
    return this.entry.whole && this.part("whole", this.entry.whole);
  }

  private pieces(id: number): readonly TemplatePiece[] {
    this.known[id] ??= piecesOf(this.ids.value(id));
    return this.known[id]!;
  }

  private part(name: string, entry: ColumnEntry | undefined): Column {
    let column = this.columns.get(name);
    if (!column) {
      column = this.blocks.column(`m ${name}`, entry, this.decode);
      this.columns.set(name, column);
    }
    return column;
  }

  private join(firstRow: number, rows: number): TextBlock {
    const texts: Buffer[] = [];
    const offsets = new Uint32Array(rows + 1);
    const end = Buffer.of(textEnd);
    for (let at = 0; at < rows; at++) {
      const text = Buffer.from(this.text(firstRow + at));
      texts.push(text, end);
      offsets[at + 1] = offsets[at]! + text.length + 1;
    }
    return { firstRow, rows, bytes: Buffer.concat(texts), offsets };
  }
}

const blockRows = 2_048;
/** Blocks that are put together have no part of their own; parts are numbered from 0 up. */
const firstBlockKey = -16;
