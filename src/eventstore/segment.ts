import type { DecimalScale } from "./decimal-scale.ts";
import type { Micros, StoredEvent } from "./event/event.ts";
import type { HexBlock, HexPattern } from "./hex-texts.ts";
import type { Hole, TemplatePiece } from "./template.ts";

/**
 * A segment: some events as columns. Its shape is the same whether its bytes lie in shared memory (the unsealed tail)
 * or in a day file (sealed), so code that evaluates a filter or counts values needs no other file of the store.
 *
 * Rows are numbered from 0. In a sealed segment they stand in order of their first occurrence. Columns are decoded
 * when first asked for and kept as long as the segment; asking twice gives the same object. Nobody may write into
 * them.
 */
export interface Segment {
  readonly rows: number;
  /** Over all occurrences, both inclusive. */
  readonly minTime: Micros;
  readonly maxTime: Micros;
  /** Sum of all counters. */
  readonly occurrences: number;
  /** Event ids by row. */
  ids(): Float64Array;
  /** The row of an event; -1: it is not here. */
  rowOf(id: number): number;
  times(): TimeTable;
  /** Occurrences by row without their times, which take ten times the room; undefined when every row has one. */
  counters(): Uint16Array | undefined;
  /** Occurrences of the rows that have several, which mostly are few. */
  repeated(): RepeatedRows | undefined;
  /** True when some user tags have no column of their own: then `tag` is dear, and events are better read whole. */
  readonly sharesTagColumn: boolean;
  /** Names of the user tags that at least one row has. */
  tagNames(): readonly string[];
  /** A base column. severity, facility, type and status are NumberColumns; the others never are. */
  base(name: BaseColumn): Column;
  /** A user tag; undefined when no row has it. */
  tag(name: string): Column | undefined;
  /** How many rows have a user tag, at most. Reads nothing. */
  rowsWithTag?(name: string): number;
  /** The user tags that share a column, row by row; undefined: all have their own. */
  overflowTags?(): OverflowTags | undefined;
  /** Ready-made counts of a base column or a tag; undefined where the segment has none that hold. */
  totals(column: { base: BaseColumn } | { tag: string }): ValueTotals | undefined;
  /** Ready-made counts by time; undefined where the segment has none that hold. */
  minutes(): MinuteCounts | undefined;
  /** The triggers that fired for each row, whenever: texts of ids between commas, rising; "" for none. */
  triggerIds(): DictionaryColumn;
  /**
   * Ids of the patterns of rows whose template does not tell it, absent in the others. Undefined where they were not
   * written, or by other rules of patterns, or where messages are no templates.
   */
  untoldPatterns?(): DictionaryColumn | undefined;
  /** Present when slices can be read on their own; undefined: all rows have to be read together. */
  readonly slices?: SegmentSlices;
  /** Caches results computed from the rows for the next reader of the segment; absent where nothing is cached. */
  readonly cache?: SegmentCache;
  /** The whole event of a row; touches only the blocks it needs. */
  event(row: number): StoredEvent;
  /**
   * Gives back the memory of rows that were unpacked: nobody may use an array of ids, numbers or bytes of its columns
   * any more. The segment itself and its columns go on to work.
   */
  giveBackRows?(): void;
}

/** Tags without a column of their own. */
export interface OverflowTags {
  readonly names: readonly string[];
  /** Tags of a row, by name. */
  pairs(row: number): readonly (readonly [name: string, value: string])[];
}

/** Results that readers computed from the rows, kept while there is room. */
export interface SegmentCache {
  /** False: times, counters, triggers and the status can be others the next time; everything else never is. */
  readonly isFinal: boolean;
  /** The caller knows the type by the key. */
  recall<T>(key: string): T | undefined;
  /** `effort`: to have it again, of that to unpack as many plain bytes; 1 if absent. */
  keep(key: string, piece: { readonly byteLength: number }, effort?: number): void;
}

/**
 * Neighbouring rows of a segment as segments of their own, whose columns are unpacked without the rest. Rows are in
 * order of the time they came with, which repeats may have brought forward.
 */
export interface SegmentSlices {
  readonly count: number;
  /** First row of a slice; the number of rows for `count`. */
  firstRow(slice: number): number;
  /** No occurrence is outside of these, both inclusive. */
  minTime(slice: number): Micros;
  maxTime(slice: number): Micros;
  /** No event of it has a later id. */
  maxId(slice: number): number;
  /** Its rows are counted from 0. It has no ready-made counts. */
  open(slice: number): Segment;
}

export type BaseColumn =
  | "host"
  | "program"
  | "message"
  | "severity"
  | "facility"
  | "type"
  | "status"
  | "cisco_mnemonic"
  | "extra_fields";

export interface RepeatedRows {
  /** Rising. */
  readonly rows: Uint32Array;
  readonly counters: Uint16Array;
}

/** When the rows happened. */
export interface TimeTable {
  /** First and last occurrence by row. */
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** Occurrences by row, 1..65535. */
  readonly counter: Uint16Array;
  /** True when every counter is 1: then `first` is all there is. */
  readonly single: boolean;
  /** True when `first` never falls from row to row. */
  readonly sorted: boolean;
  /** All occurrence times of a row, ascending. */
  of(row: number): ArrayLike<Micros>;
}

/** Memory of so many bytes, at a multiple of 8 in its buffer, whatever it holds. It may be the same each time. */
export type TakeBytes = (bytes: number) => Uint8Array;

export type Column = DictionaryColumn | NumberColumn | TextColumn;

/** Few distinct values: a number per row that names one of them. Id 0 is always the absent value, "". */
export interface DictionaryColumn {
  readonly encoding: "dictionary";
  readonly ids: Uint8Array | Uint16Array | Uint32Array;
  /** Distinct values, "" counted; each of the others is used by at least one row. */
  readonly valueCount: number;
  /**
   * The ids of the rows from `from` to before `to`. Unpacks no others where a file has them in slices, and does not
   * keep them. `take`: where they are unpacked to, if they have to be.
   */
  someIds?(from: number, to: number, take?: TakeBytes): DictionaryColumn["ids"];
  /** See `StoredRun`. Undefined, or absent: the ids of all rows are as near. */
  storedRuns?(from: number, to: number): Iterable<StoredRun<DictionaryColumn["ids"]>> | undefined;
  /** Lets go of `ids`, which are unpacked anew when they are asked for. */
  forgetRows?(): void;
  /** Without "": the value of id n is the text n - 1. For those who want no strings. */
  readonly texts: PackedTexts;
  /** Undefined where it was not counted. Asks nothing of the rows. */
  uses?(): ValueUses | undefined;
  /** By id. Absent: the rows of values are not listed. */
  readonly listed?: (() => ListedRows) | undefined;
  /** False: no value has all words of these hashes (`hashWord`). Reads no values. Absent: that is not known. */
  mayHold?(wordHashes: ArrayLike<number>): boolean;
  /** All of them, [0] = "". When there are many, each call decodes them again. */
  readonly values: readonly string[];
  value(id: number): string;
  text(row: number): string;
}

/** How many rows have each value of a dictionary. */
export interface ValueUses {
  /** By id; [0]: absent. */
  readonly rows: Uint32Array;
  /** The rows themselves, rising, where they are few. */
  rowsOf(id: number): Uint32Array | undefined;
}

/** The rows of each value of a column but one. */
export interface ListedRows {
  /** That value: it has the rows that all others leave. */
  readonly rest: number;
  /** How many rows of the column are read in the time that the rows of another value take. */
  effort(value: number): number;
  /** Sets the bits of the rows of another value; `words`: a bit for each row of the column. */
  addTo(words: Uint32Array, value: number): void;
}

export interface PackedTexts {
  /** UTF-8 texts joined, each followed by one byte 0xFF, which no UTF-8 text contains. */
  readonly bytes: Uint8Array;
  /** One more than texts: text n is bytes[offsets[n] .. offsets[n + 1] - 1). */
  readonly offsets: Uint32Array;
  /** What both take in memory, where offsets are found later. */
  readonly byteLength?: number;
}

/** Totals for the values of a dictionary column over a whole segment, known without reading rows. */
export interface ValueTotals {
  /** The values, "" not among them. */
  texts(): PackedTexts;
  /** Occurrences by text; what is missing to those of the segment is absent. */
  readonly occurrences: Uint32Array;
  /** Last occurrence by text, microseconds. */
  last(): Float64Array;
}

/** Occurrences of a segment by minute and severity. */
export interface MinuteCounts {
  /** First minute, counted from 1970. */
  readonly begin: number;
  readonly minutes: number;
  /** Those that occur, ascending. */
  readonly severities: readonly number[];
  /** By minute, then by severity. */
  readonly counts: Uint32Array;
}

/** All present values are numbers whose shortest decimal text is the very text that came in. */
export interface NumberColumn {
  readonly encoding: "number";
  /** The number of a row is its entry divided by `scale`. */
  readonly values: Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;
  /** `values` of the rows from `from` to before `to`, as `someIds` of a dictionary. */
  someValues?(from: number, to: number, take?: TakeBytes): NumberColumn["values"];
  /** As for a dictionary. */
  storedRuns?(from: number, to: number): Iterable<StoredRun<NumberColumn["values"]>> | undefined;
  /** Lets go of `values` and `present`, which are unpacked anew when they are asked for. */
  forgetRows?(): void;
  /** A power of ten. */
  readonly scale: DecimalScale;
  /** Numbers that occur, with their rows; undefined where they were not counted. Asks nothing of the rows. */
  readonly uses?: readonly (readonly [value: number, rows: number])[];
  /** By place in `uses`. Absent: the rows of numbers are not listed. */
  readonly listed?: (() => ListedRows) | undefined;
  /** 1 where the row has a value; undefined when all have. */
  readonly present: Uint8Array | undefined;
  /** Over the present numbers. */
  readonly min: number;
  readonly max: number;
  /** "" where absent. */
  text(row: number): string;
}

/** Many distinct values: UTF-8 text, unpacked block by block. Absent is the empty text. */
export interface TextColumn {
  readonly encoding: "text";
  readonly blockCount: number;
  block(index: number): TextBlock;
  /**
   * Unpacks a block that is looked through: where no room is left to keep it, its memory is used again after `use`,
   * unless it is asked for soon again. Absent: as `block`.
   */
  passBlock?(index: number, use: (block: TextBlock) => void): void;
  /** Which block holds the row. */
  blockOf(row: number): number;
  /** First row of a block, without unpacking it; the number of rows for `blockCount`. */
  firstRow(index: number): number;
  /** False: no row of the block has all words of these hashes (`hashWord`). Unpacks nothing. */
  mayHold(index: number, wordHashes: ArrayLike<number>): boolean;
  /** False: no row has all words of these hashes. Unpacks nothing, nor which rows have a text. */
  mayHoldAny?(wordHashes: ArrayLike<number>): boolean;
  /** Texts that are kept by their digits, all of them in one pattern. */
  readonly digits?: DigitTexts;
  /** Only the rows `at` have a text, each that of its place in `stored`; the others have the empty one. */
  readonly sparse?: { readonly stored: TextColumn; readonly at: ArrayLike<number> };
  /** Texts that are kept as templates (template.ts); then `block` has to put them together. */
  readonly templates?: TemplateTexts;
  /** Lets go of rows that are part of it. */
  forgetRows?(): void;
  text(row: number): string;
}

export interface DigitTexts {
  readonly pattern: HexPattern;
  /** The same rows as the block of texts; not kept. */
  block(index: number): HexBlock;
}

export interface TemplateTexts {
  /** The template of each row; 0: it has no text. Asking for `values` says nothing to people. */
  readonly ids: DictionaryColumn;
  /** The id of texts that are kept whole, -1: there are none. */
  readonly wholeId: number;
  pieces(id: number): readonly TemplatePiece[];
  /** The words in one hole, by row; rows without that hole are absent. */
  hole(hole: Hole): Column;
  /** False: no word in the hole has this part, in whatever case. Reads no rows. */
  mayFill(hole: Hole, part: string): boolean;
  /**
   * The slices whose rows may have a quad (`quadHash`) in their holes; texts that are kept whole are none of its rows.
   * Undefined: that is not known. Reads no rows.
   */
  quadSlices(hash: number): QuadSlices | undefined;
  /** A window on the column of a hole, the same for all who ask. */
  window(column: DictionaryColumn | NumberColumn): RowWindow;
  /** The texts that are kept whole, by row; undefined: there are none. */
  whole(): Column | undefined;
  /** The texts of some rising rows, at most `joinedRowsMax`. */
  join(rows: Uint32Array): PackedTexts;
  /** Writes the state of the machine behind the text of each of some rising rows, which have one. */
  walk(rows: Uint32Array, machine: TextMachine, states: Int32Array): void;
}

/** By slice of so many rows: 1, it may have what was asked for. */
export interface QuadSlices {
  readonly sliceRows: number;
  readonly mayHave: Uint8Array;
}

/** Reads a text byte by byte, which leads from one state to another. */
export interface TextMachine {
  readonly start: number;
  /** In states up to this one it stays. */
  readonly finalMax: number;
  /** The state behind the UTF-8 text bytes[from .. to). */
  run(state: number, bytes: Uint8Array, from: number, to: number): number;
  /** The same for the digits of a whole number of at most 15. */
  runNumber(state: number, value: number): number;
  /** The state behind whatever fills a hole of this kind; -1: that depends on it. */
  behindAny(state: number, kind: Hole["kind"]): number;
}

/**
 * Values of a column that not every row has, in the order in which they are stored: no row without one is looked at,
 * and none is brought to its place among the others. Some more than were asked for may come with them.
 */
export interface StoredRun<T> {
  /** They may lie in scratch memory: they hold until anything else is read, to which a `tick` may lead. */
  readonly values: T;
  /** Puts the row of each of the first `count` places in `values`, which rise, into its place in the list. */
  placesToRows(places: Uint32Array, count: number): void;
}

/** The ids or numbers of some neighbouring rows of a column; those who ask mostly ask for rising rows. */
export interface RowWindow {
  /** Of the rows from `first` on. They hold until anyone opens it on other rows, to which a `tick` may lead. */
  readonly values: DictionaryColumn["ids"] | NumberColumn["values"];
  readonly first: number;
  /** Opens it on the slice of a row. */
  openOn(row: number): RowWindow;
  /** See `StoredRun`; where rows are unpacked or stored one by one, all of them, with 0 where there is no value. */
  runs(from: number, to: number): Iterable<StoredRun<RowWindow["values"]>>;
}

/** The texts of neighbouring rows. */
export interface TextBlock extends PackedTexts {
  readonly firstRow: number;
  readonly rows: number;
  /** Memory that it may take; absent: that of its bytes and offsets. */
  readonly byteLength?: number;
  /** Texts one by one, where joining all of them takes longer. */
  readonly singly?: SingleTexts;
}

/** `at`: the place in the block. */
export interface SingleTexts {
  isEmpty(at: number): boolean;
  /** Writes the text, without an end, and returns its length: at most `hexTextMax`. */
  write(at: number, into: Uint8Array): number;
}

/** The slice that has a row, and the row's place in it; the segment itself where it has no slices. */
export function sliceOfRow(segment: Segment, row: number): { view: Segment; at: number } {
  const { slices } = segment;
  if (!slices) return { view: segment, at: row };
  let slice = 0;
  while (slices.firstRow(slice + 1) <= row) slice++;
  return { view: slices.open(slice), at: row - slices.firstRow(slice) };
}

/** `passBlock` of any column. */
export function passBlock(column: TextColumn, index: number, use: (block: TextBlock) => void): void {
  if (column.passBlock) column.passBlock(index, use);
  else use(column.block(index));
}
