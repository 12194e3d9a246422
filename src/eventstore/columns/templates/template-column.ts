import { ByteDictionary } from "../../format/byte-dictionary.ts";
import {
  type ColumnEntry,
  FormatError,
  type TemplateEntry,
  type UnnumberedTemplateEntry,
} from "../../format/segment-format.ts";
import { WordPairs, wordPairsBytes } from "../../format/word-pairs.ts";
import type {
  Column,
  DictionaryColumn,
  NumberColumn,
  PackedTexts,
  QuadSlices,
  RowWindow,
  TemplateTexts,
  TextBlock,
  TextColumn,
  TextMachine,
} from "../../segment.ts";
import { type Hole, type HoleKind, isWholeText, piecesByIdOf, piecesOf, type TemplatePiece } from "../../template.ts";
import { StoredDictionary } from "../dictionary-column.ts";
import { requireDictionary, requireText } from "../required-encoding.ts";
import type { RowMemory } from "../row-memory.ts";
import type { BlockCache, DecodePart } from "../stored-text-column.ts";
import { ColumnWindow, windowRows } from "./column-window.ts";
import type { RowsByTemplate, ViewedRows } from "./grouped-column.ts";
import { HoleCounts, type TemplatesHaving } from "./hole-counts.ts";
import { joinedRowsMax, TemplateJoiner } from "./join-templates.ts";
import { slicesWith } from "./quad-filter.ts";
import { orderOfSlice } from "./slice-order.ts";
import { TemplateWalker } from "./walk-templates.ts";

/** Where the columns that templates consist of are read. */
export interface TemplateSource {
  part(part: number): Uint8Array;
  column: DecodePart;
  /** A column that has its values by template. */
  grouped(entry: ColumnEntry, rows: RowsByTemplate, memory?: RowMemory): Column;
  viewed: ViewedRows;
}

/** Texts stored as templates and the words in their holes (template.ts), and joined again when read. */
export class TemplateColumn implements TextColumn {
  readonly encoding = "text";
  readonly blockCount: number;
  readonly templates: TemplateTexts;
  private readonly known: (readonly TemplatePiece[] | undefined)[];
  private readonly holes: Record<HoleKind, Column[]> = { number: [], word: [], any: [] };
  private whole: Column | undefined;
  private readonly windows = new Map<Column, RowWindow>();
  private joiner: TemplateJoiner | undefined;
  private walker: TemplateWalker | undefined;
  private readonly identity = {};
  private readonly wholeId: number;
  private readonly ids: DictionaryColumn;

  constructor(
    private readonly entry: TemplateEntry | UnnumberedTemplateEntry,
    private readonly rows: number,
    private readonly blocks: BlockCache,
    private readonly read: TemplateSource,
  ) {
    this.blockCount = Math.ceil(rows / joinedRowsMax);
    this.ids = this.numbered(blocks.column("m templates", entry.templates, read.column));
    this.wholeId = wholeIdOf(this.ids.texts);
    this.known = piecesByIdOf(this.ids.texts);
    this.templates = {
      ids: this.ids,
      wholeId: this.wholeId,
      pieces: (id) => this.pieces(id),
      hole: (hole) => this.hole(hole),
      quadSlices: (hash) => this.quadSlices(hash),
      mayFill: (hole, part) => this.pairs(hole)?.mayHold(part) !== false,
      whole: () => this.wholeColumn(),
      join: (rows) => this.join(rows),
      walk: (rows, machine, states) => this.walk(rows, machine, states),
      window: (column) => this.window(column),
    };
  }

  /**
   * Joining a block costs less than losing the decoded columns that it would evict from the cache, so only the latest
   * one is kept.
   */
  block(index: number): TextBlock {
    if (latest?.of === this.identity && latest.index === index) return latest.block;
    const firstRow = index * joinedRowsMax;
    const rows = Math.min(joinedRowsMax, this.rows - firstRow);
    const block = { firstRow, rows, ...this.join(Uint32Array.from({ length: rows }, (_, at) => firstRow + at)) };
    latest = { of: this.identity, index, block };
    return block;
  }

  private join(rows: Uint32Array): PackedTexts {
    this.joiner ??= new TemplateJoiner(this.templates);
    return this.joiner.join(rows);
  }

  private walk(rows: Uint32Array, machine: TextMachine, states: Int32Array): void {
    this.walker ??= new TemplateWalker(this.templates);
    this.walker.walk(rows, machine, states);
  }

  private window(column: DictionaryColumn | NumberColumn): RowWindow {
    let window = this.windows.get(column);
    if (!window) {
      window = new ColumnWindow(column, this.rows, this.rows <= windowRows && this.blocks.keepsRows);
      this.windows.set(column, window);
    }
    return window;
  }

  blockOf(row: number): number {
    return Math.floor(row / joinedRowsMax);
  }

  firstRow(index: number): number {
    return Math.min(index * joinedRowsMax, this.rows);
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

  /** Windows may lie in rows of the columns that they open on. */
  forgetRows(): void {
    this.windows.clear();
    this.joiner = undefined;
    this.walker = undefined;
  }

  holesOf(kind: HoleKind): number {
    return this.entriesOf(kind).length;
  }

  hole({ kind, index }: Hole): Column {
    const known = this.holes[kind][index];
    if (known) return known;
    const entry = this.entriesOf(kind)[index];
    // They are whole, so nobody need look for a scale that makes them so.
    const scaled = entry?.encoding === "number" ? { ...entry, scale: 1 as const } : entry;
    const column = this.blocks.column(`m ${kind} ${index}`, scaled, this.decoderOf({ kind, index }));
    this.holes[kind][index] = column;
    return column;
  }

  /** Which pairs of characters the words in a hole have; undefined: that is not known. */
  pairs({ kind, index }: Hole): WordPairs | undefined {
    const { words, any = [], pairs } = this.entry;
    if (pairs === undefined || kind === "number") return undefined;
    const all = this.blocks.filterPart(pairs, () => this.read.part(pairs));
    if (all.length !== (words.length + any.length) * wordPairsBytes)
      throw new FormatError(`The pairs of ${words.length + any.length} holes have ${all.length} bytes.`);
    const begin = (kind === "word" ? index : words.length + index) * wordPairsBytes;
    return new WordPairs(all.subarray(begin, begin + wordPairsBytes));
  }

  private quadSlices(hash: number): QuadSlices | undefined {
    const { quads } = this.entry;
    if (!quads) return undefined;
    const { allRows, slice } = this.read.viewed;
    const read = (part: number) => this.blocks.filterPart(part, () => this.read.part(part));
    const { sliceRows, mayHave } = slicesWith(quads, allRows, hash, read);
    return { sliceRows, mayHave: this.rows < allRows ? mayHave.subarray(slice, slice + 1) : mayHave };
  }

  /** Texts that are kept whole, by row; undefined when there are none. */
  wholeColumn(): Column | undefined {
    if (this.entry.whole) this.whole ??= this.blocks.column("m whole", this.entry.whole, this.read.column);
    return this.whole;
  }

  /** Kept columns hold on to it, and so it must hold on to no view. */
  private decoderOf(hole: Hole): DecodePart {
    const { blocks, read, rows } = this;
    const { templates } = this.entry;
    const own = blocks.keepsColumns ? undefined : this.ids;
    const ids = () => own ?? requireDictionary(blocks.column("m templates", templates, read.column));
    return (entry, memory) =>
      entry.byTemplate === undefined
        ? read.column(entry, memory)
        : read.grouped(entry, rowsByTemplate(hole, ids, entry.byTemplate, rows, blocks), memory);
  }

  private entriesOf(kind: HoleKind): readonly ColumnEntry[] {
    const { numbers, words, any = [] } = this.entry;
    return { number: numbers, word: words, any }[kind];
  }

  private numbered(ids: Column): DictionaryColumn {
    return this.entry.templates.encoding === "text" ? dictionaryOfTexts(ids, this.rows) : requireDictionary(ids);
  }

  private pieces(id: number): readonly TemplatePiece[] {
    this.known[id] ??= piecesOf(this.ids.value(id));
    return this.known[id]!;
  }
}

/** By bytes: strings of thousands of templates would take longer than most questions about a slice. */
function wholeIdOf({ bytes, offsets }: PackedTexts): number {
  for (let id = 1; id < offsets.length; id++) if (isWholeText(bytes, offsets[id - 1]!, offsets[id]! - 1)) return id;
  return -1;
}

/** The rows of a view by their templates. `ids`: the template of each. */
function rowsByTemplate(
  hole: Hole,
  ids: () => DictionaryColumn,
  sliceRows: number,
  rows: number,
  blocks: BlockCache,
): RowsByTemplate {
  let having: TemplatesHaving | undefined;
  return {
    rows,
    sliceRows,
    templateOf: (row) => ids().ids[row]!,
    having: () => {
      having ??= HoleCounts.of(ids().texts).having(hole);
      return having;
    },
    order: (slice) =>
      blocks.order(slice, () => {
        const column = ids();
        const [from, to] = [slice * sliceRows, Math.min(rows, (slice + 1) * sliceRows)];
        return orderOfSlice(column.someIds?.(from, to) ?? column.ids.subarray(from, to), column.valueCount);
      }),
  };
}

/**
 * One per thread: a loop over rows asks for the same column thousands of times. It must not keep a whole column alive.
 */
let latest: { of: object; index: number; block: TextBlock } | undefined;

/** A text column as the dictionary that it should have been: goes through all of its rows at once. */
function dictionaryOfTexts(column: Column, rows: number): DictionaryColumn {
  const texts = requireText(column);
  const values = new ByteDictionary();
  const ids = new Uint32Array(rows);
  for (let index = 0; index < texts.blockCount; index++) {
    const { firstRow, rows: blockRows, bytes, offsets } = texts.block(index);
    for (let at = 0; at < blockRows; at++) {
      const end = offsets[at + 1]! - 1;
      if (end > offsets[at]!) ids[firstRow + at] = values.idOf(bytes, offsets[at]!, end);
    }
  }
  const { size, used } = values;
  const packed = { bytes: values.bytes.slice(0, used), offsets: values.offsets.slice(0, size + 1) };
  return new StoredDictionary(() => ids, { size, all: () => packed });
}
