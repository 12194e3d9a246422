import { freeArrays } from "../../runtime/free-arrays.ts";
import { dictionaryLimit, isSparse } from "../columns/column-writer.ts";
import { NumbersInHoles } from "../columns/templates/numbers-in-holes.ts";
import { QuadFilterWriter } from "../columns/templates/quad-filter.ts";
import { TemplateColumn } from "../columns/templates/template-column.ts";
import { TextBlockWriter } from "../columns/text-blocks.ts";
import { TextRows } from "../columns/text-rows.ts";
import { ByteDictionary } from "../format/byte-dictionary.ts";
import { encodeSeries } from "../format/integers.ts";
import type { ColumnEntry, PartSink, QuadsEntry, TemplateEntry } from "../format/segment-format.ts";
import { WordPairs } from "../format/word-pairs.ts";
import { templatesMax } from "../limits.ts";
import type { Column } from "../segment.ts";
import { chainsIn, type Hole, type HoleKind, piecesOf, readHoles, wholeText } from "../template.ts";
import { areWorthIt, detectTemplates, type TemplateRows } from "./detect-templates.ts";
import { freeColumns } from "./free-columns.ts";
import { GroupedRows, type RowsOfHole, sliceRowsOf } from "./grouped-rows.ts";
import { encodePairs, HoleColumns } from "./hole-columns.ts";
import { encodeMerged, mergeColumn } from "./merge-column.ts";
import { type MergedDictionary, mergeDictionaries } from "./merge-dictionaries.ts";
import { countHaving, freeOrder, type MergeOrder, pickOrder, StoredRowsOrder } from "./merge-order.ts";
import { mergeTexts } from "./merge-texts.ts";
import type { TemplatesOfRows } from "./template-tags.ts";

/**
 * Writes texts as templates and what fills their holes where that pays, else as they are. Sources that are templates
 * already are merged as such, column by column. Twin: TemplateColumn, which reads it.
 */
export class TemplateMerge {
  /** True: every row kept its template. */
  isKept = false;
  /** Undefined while nothing is written as templates. */
  ofRows: TemplatesOfRows | undefined;

  readonly write: typeof mergeTexts = (sink, columns, order) => this.#write(sink, columns, order);

  *#write(sink: PartSink, columns: readonly (Column | undefined)[], order: MergeOrder): Generator<void, ColumnEntry> {
    if (columns.every((column) => column instanceof TemplateColumn)) {
      const merged = yield* mergeParts(sink, columns, order, this.#note);
      this.isKept = merged !== undefined;
      if (merged) return merged;
    }
    const assigned = yield* detectTemplates(columns, order);
    return yield* assigned ? writeRows(sink, columns, order, assigned, this.#note) : mergeTexts(sink, columns, order);
  }

  readonly #note: NoteTemplates = (ids, size) => {
    this.ofRows = { ids: Uint16Array.from(ids), size };
  };
}

/** Is told the template of each row, before the ids are given up. */
type NoteTemplates = (ids: ArrayLike<number>, size: number) => void;

/** Undefined when the sources have too many templates together: then templates are detected again from the texts. */
function* mergeParts(
  sink: PartSink,
  columns: readonly TemplateColumn[],
  order: MergeOrder,
  note: NoteTemplates,
): Generator<void, TemplateEntry | undefined> {
  const ids = columns.map(({ templates }) => templates.ids);
  // One more than templates: that of texts that are kept whole.
  const merged = yield* mergeDictionaries(ids, order, templatesMax + 1);
  if (!merged || !areWorthIt(merged)) return undefined;
  note(merged.ids, merged.values.size);
  const quads = yield* mergeQuads(sink, columns, order, merged);
  const grouped = new GroupedRows(sink, merged);
  const templates = encodeMerged(sink, merged);
  const holes = { columns, order, grouped };
  const numbers = yield* mergeHoles(sink, holes, "number");
  const pairs: WordPairs[] = [];
  const words = yield* mergeHoles(sink, holes, "word", pairs);
  const any = yield* mergeHoles(sink, holes, "any", pairs);
  const whole = yield* mergeSome(
    sink,
    columns.map((column) => column.wholeColumn()),
    order,
    false,
  );
  freeColumns(ids);
  return {
    ...{ encoding: "template", count: templates.count, templates, numbers, words },
    ...(any.length > 0 && { any }),
    ...(whole && { whole }),
    ...encodePairs(sink, pairs),
    ...(quads && { quads }),
  };
}

/** Before the holes of the sources are given up. */
function* mergeQuads(
  sink: PartSink,
  columns: readonly TemplateColumn[],
  order: MergeOrder,
  { ids, values }: MergedDictionary,
): Generator<void, QuadsEntry | undefined> {
  const { bytes, offsets, size } = values;
  const templates = Array.from({ length: size }, (_, i) => bytes.subarray(offsets[i]!, offsets[i + 1]! - 1));
  const chains = chainsOf(sink, [undefined, ...templates]);
  if (!chains) return undefined;
  const quads = new QuadFilterWriter(order.rows, sliceRowsOf(sink));
  const sources = columns.map((column) => {
    const numbers = new NumbersInHoles(column);
    return (hole: Hole, row: number) => numbers.at(hole, row);
  });
  for (let i = 0; i < order.rows; i++) {
    if ((i & 0x3ff) === 0x3ff) yield;
    quads.addRow(i, chains[ids[i]!]!, sources[order.source[i]!]!, order.row[i]!);
  }
  for (const column of columns) column.forgetRows();
  return quads.finish(sink);
}

/** By id of templates. Undefined: none has room for a quad, or nobody will look for one. */
function chainsOf(sink: PartSink, templates: TemplateRows["templates"]): Hole[][][] | undefined {
  if (sink.inMemory) return undefined;
  const decoder = new TextDecoder();
  const chains = templates.map((template) => (template ? chainsIn(piecesOf(decoder.decode(template))) : []));
  return chains.some((some) => some.length > 0) ? chains : undefined;
}

interface SourcesOfHoles {
  columns: readonly TemplateColumn[];
  order: MergeOrder;
  /** The merged rows. */
  grouped: GroupedRows;
}

/** `pairs` gets those of each hole, in their order. */
function* mergeHoles(
  sink: PartSink,
  { columns, order, grouped }: SourcesOfHoles,
  kind: HoleKind,
  pairs?: WordPairs[],
): Generator<void, ColumnEntry[]> {
  const entries: ColumnEntry[] = [];
  for (let index = 0; columns.some((column) => index < column.holesOf(kind)); index++) {
    yield;
    const hole = { kind, index };
    const having = columns.filter((column) => index < column.holesOf(kind));
    pairs?.push(yield* unitePairs(having, hole));
    const holes = columns.map((column) => (having.includes(column) ? column.hole(hole) : undefined));
    const ofHole = grouped.of(hole);
    const isOrdered = ofHole && holes.every((column) => column?.encoding !== "text");
    const ordered = isOrdered ? yield* mergeOrdered(sink, holes, order, ofHole, kind === "number") : undefined;
    const entry = ordered ?? (yield* mergeSome(sink, holes, order, kind === "number"));
    entries.push(entry ?? absent);
  }
  return entries;
}

/** Undefined for words that become text: its blocks are written in the order of rows. */
function* mergeOrdered(
  sink: PartSink,
  columns: readonly (Column | undefined)[],
  order: MergeOrder,
  ofHole: RowsOfHole,
  numbers: boolean,
): Generator<void, ColumnEntry | undefined> {
  const picked = pickOrder(order, ofHole.rows);
  const cut = ofHole.cut(sink);
  const entry = yield* numbers
    ? mergeColumn(cut, columns, picked, true)
    : mergeWords(cut, columns, picked, dictionaryLimit(isSparse(picked.rows, order.rows) ? picked.rows : order.rows));
  freeOrder(picked);
  return entry && { ...entry, byTemplate: ofHole.sliceRows };
}

/** Undefined when there are more than `most` different ones. */
function* mergeWords(
  sink: PartSink,
  columns: readonly (Column | undefined)[],
  order: MergeOrder,
  most: number,
): Generator<void, ColumnEntry | undefined> {
  const merged = yield* mergeDictionaries(columns, order, most);
  if (!merged) return undefined;
  freeColumns(columns);
  return encodeMerged(sink, merged);
}

/** Those that the sources have, or else those of their words. */
function* unitePairs(columns: readonly TemplateColumn[], hole: Hole): Generator<void, WordPairs> {
  const all = new WordPairs();
  for (const column of columns) {
    const known = column.pairs(hole);
    if (known) all.addAll(known);
    else yield* addPairsOf(column.hole(hole), all);
  }
  return all;
}

function* addPairsOf(column: Column, pairs: WordPairs): Generator<void, void> {
  if (column.encoding === "number") return;
  if (column.encoding === "dictionary") {
    const { bytes } = column.texts;
    pairs.add(bytes, 0, bytes.length);
    return;
  }
  for (let index = 0; index < column.blockCount; index++) {
    yield;
    const { bytes } = column.block(index);
    pairs.add(bytes, 0, bytes.length);
  }
}

/** Some rows may be left out by a merge, so that a hole may end up without values. */
const absent: ColumnEntry = { encoding: "constant", value: "", count: 0 };

/** Undefined when no row has a value. */
function* mergeSome(
  sink: PartSink,
  columns: readonly (Column | undefined)[],
  order: MergeOrder,
  numbers: boolean,
): Generator<void, ColumnEntry | undefined> {
  yield;
  const count = countHaving(order, columns);
  if (count === 0) return undefined;
  if (!isSparse(count, order.rows)) return yield* mergeColumn(sink, columns, order, numbers);
  const having = new StoredRowsOrder(order);
  const some = having.of(columns.map((column) => column && { column }));
  having.free();
  const entry = yield* mergeColumn(sink, columns, some.order, numbers);
  freeOrder(some.order);
  const sparse = encodeSeries(sink, some.at);
  freeArrays([some.at]);
  return { ...entry, sparse };
}

function* writeRows(
  sink: PartSink,
  columns: readonly (Column | undefined)[],
  order: MergeOrder,
  { ids, templates }: TemplateRows,
  note: NoteTemplates,
): Generator<void, TemplateEntry> {
  const rows = new TextRows(columns);
  const holes = new HoleColumns(order.rows);
  const chains = chainsOf(sink, templates);
  const quads = chains && new QuadFilterWriter(order.rows, sliceRowsOf(sink));
  const numberIn = (hole: Hole) => holes.last(hole);
  const whole: number[] = [];
  let count = 0;
  for (let i = 0; i < order.rows; i++) {
    if ((i & 0xfff) === 0xfff) yield;
    rows.seek(order.source[i]!, order.row[i]!);
    if (rows.from === rows.to) continue;
    count++;
    const template = templates[ids[i]!];
    holes.begin(i, rows.bytes);
    // Hashes alone cannot tell: two templates may have the same.
    if (template === undefined || !readHoles(rows.bytes, rows.from, rows.to, template, holes)) {
      holes.drop();
      ids[i] = 0;
      whole.push(i);
    } else quads?.addRow(i, chains![ids[i]!]!, numberIn);
  }
  yield;
  const values = numberUsed(ids, templates, whole);
  note(ids, values.size);
  const grouped = new GroupedRows(sink, { ids, values });
  const used = encodeMerged(sink, { values, ids });
  yield;
  const entry: TemplateEntry = { encoding: "template", count, templates: used, ...holes.encode(sink, grouped) };
  yield;
  if (whole.length > 0) entry.whole = yield* writeWhole(sink, rows, order, whole);
  const ofQuads = quads?.finish(sink);
  if (ofQuads) entry.quads = ofQuads;
  return entry;
}

/** The templates in use, and the one of texts that are kept whole; `ids` become their numbers. */
function numberUsed(ids: Uint32Array, templates: TemplateRows["templates"], whole: readonly number[]): ByteDictionary {
  const numbers = new Uint32Array(templates.length + 1);
  const values = new ByteDictionary();
  for (const row of whole) ids[row] = templates.length;
  for (let row = 0; row < ids.length; row++) {
    const id = ids[row]!;
    if (id === 0) continue;
    if (numbers[id] === 0) {
      const template = id === templates.length ? wholeTemplate : templates[id]!;
      numbers[id] = values.idOf(template, 0, template.length);
    }
    ids[row] = numbers[id]!;
  }
  return values;
}

const wholeTemplate = new TextEncoder().encode(wholeText);

function* writeWhole(
  sink: PartSink,
  rows: TextRows,
  order: MergeOrder,
  whole: readonly number[],
): Generator<void, ColumnEntry> {
  const sparse = isSparse(whole.length, order.rows);
  const writer = new TextBlockWriter(sink);
  let next = 0;
  for (const row of whole) {
    if (!sparse) for (; next < row; next++) if (writer.addText("")) yield;
    rows.seek(order.source[row]!, order.row[row]!);
    if (writer.addBytes(rows.bytes, rows.from, rows.to)) yield;
    next = row + 1;
  }
  if (!sparse) for (; next < order.rows; next++) if (writer.addText("")) yield;
  const entry = writer.finish();
  return sparse ? { ...entry, sparse: encodeSeries(sink, Float64Array.from(whole)) } : entry;
}
