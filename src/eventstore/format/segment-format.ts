import type { DecimalScale } from "../decimal-scale.ts";
import type { HexPattern } from "../hex-texts.ts";
import type { BaseColumn, TakeBytes } from "../segment.ts";
import type { SegmentSummary } from "../snapshot.ts";

/**
 * The written form of a segment: a directory (JSON) that says what there is, and numbered parts (bytes). In memory all
 * lies in one buffer; in a day file each part is a row. Append-only once released: a change raises the version and
 * the old versions stay readable.
 */
export const segmentFormatVersion = 3;

/**
 * Version 2 adds `scale` of numbers and `digits` of texts. Version 3 adds `valuesOfPart` and replaces `filters` of
 * texts by `words`.
 */
export function isReadableVersion(version: unknown): boolean {
  return version === 1 || version === 2 || version === segmentFormatVersion;
}

export interface SegmentDirectory extends SegmentSummary {
  version: number;
  ids: SeriesEntry;
  times: TimesEntry;
  base: Record<BaseColumn, ColumnEntry>;
  tags: [name: string, entry: ColumnEntry][];
  /**
   * Tags beyond `tagColumnsMax`: per row a JSON list of name, value, name, value …; `names` is the JSON list of names.
   */
  rest?: { names: string[]; column: ColumnEntry };
  /** Occurrences by minute and severity; not in memory, nor in small segments. */
  minutes?: MinutesEntry;
  /** Only in files with message templates; older files lack it. */
  patterns?: PatternsEntry;
  /** Which tags occur with which template; only in files with message templates, older ones lack it. */
  templateTags?: TemplateTagsEntry;
  /** Triggers that fired; left out when none did. */
  fired?: FiredEntry;
  /** Only in files, of many rows. */
  slices?: SlicesEntry;
  /** Tail only: rows whose first occurrence was moved over midnight by a repeat, with the day they belong to. */
  days?: [row: number, day: number][];
}

/** Whole numbers as (value - base) / unit in little-endian unsigned words of `width` bytes; width 0: all are `base`. */
export interface IntegersEntry {
  count: number;
  base: number;
  unit: number;
  /** 8: two planes of 32 bits, first all low words, then all high words. */
  width: 0 | 1 | 2 | 4 | 8;
  part: number;
}

/** Whole numbers as a start and the steps from one to the next. */
export interface SeriesEntry {
  start: number;
  /** The first value of each slice, when there are several. */
  marks?: number[];
  steps: IntegersEntry;
}

export interface TimesEntry {
  first: SeriesEntry;
  /** Left out when every counter is 1. */
  counter?: IntegersEntry;
  /** For each row with counter > 1: the gaps between its occurrences. */
  gaps?: IntegersEntry;
}

/** Over a whole segment, by value in the order of the dictionary. */
export interface TotalsEntry {
  occurrences: IntegersEntry;
  /** Time of the last occurrence. */
  last: IntegersEntry;
}

/** Rows by value, absent first, and those of rare values one after the other. */
export interface UsesEntry {
  rows: IntegersEntry;
  few: IntegersEntry;
  /** Part with the rows of the first value that is listed (columns/by-value/listed-rows.ts). */
  lists?: number;
}

/** Ids of the patterns of rows whose template does not tell it. */
export interface PatternsEntry {
  /** Version of the pattern rules (`patternVersion`); ids of other versions are not read. */
  version: number;
  column: ColumnEntry;
}

export interface MinutesEntry {
  /** First minute, counted from 1970. */
  begin: number;
  minutes: number;
  /** Those that occur, ascending. */
  severities: number[];
  /** By minute, then by severity. */
  counts: IntegersEntry;
}

/** A FiredTable; see fired-table.ts. */
export interface FiredEntry {
  /** Part: the sets as a JSON list of texts. */
  sets: number;
  rows: SeriesEntry;
  same: IntegersEntry;
  /** With the number of occurrences by place; left out when `same` says all. */
  each?: IntegersEntry;
  lengths?: IntegersEntry;
}

/** What readers must know of slices before they read them. */
export interface SlicesEntry {
  /** Rows of each but the last. */
  rows: number;
  /** Time of the last occurrence in each. */
  lastTimes: number[];
  /** Smallest and largest id of each, one slice after the other; older files lack them. */
  ids?: number[];
  /** How many of the `gaps` between occurrences come before each; left out when there are none. */
  gaps?: number[];
}

/** For each template, that of no text first, `tagBytes` bytes with a bit for each of `tags`, lowest first. */
export interface TemplateTagsEntry {
  tagBytes: number;
  part: number;
}

interface EntryCommon {
  /** Rows that have a value. */
  count: number;
  /** When present, the column holds only these rows and the others are absent. */
  sparse?: SeriesEntry;
  /**
   * Only of holes of templates: the column holds only the rows whose template has the hole, slice by slice of so many
   * rows, in each by the id of the template and then by row. Absent before version 5 of day files.
   */
  byTemplate?: number;
}

export type NumberKind = "u8" | "u16" | "u32" | "i32" | "f64";

export interface ConstantEntry extends EntryCommon {
  encoding: "constant";
  value: string;
  totals?: TotalsEntry;
}

export interface DictionaryEntry extends EntryCommon {
  encoding: "dictionary";
  /** Bytes of an id. */
  width: 1 | 2 | 4;
  /** Values, "" not counted. */
  size: number;
  ascii: boolean;
  /** This part: the values, each followed by 0xFF; behind them: the ids. */
  part: number;
  /** Values in each part but the last, where they take several. Only in files. */
  valuesOfPart?: number;
  /** Word filters of those parts, which are its blocks (word-bloom-filter.ts); older files lack them. */
  words?: WordFilterEntry[];
  /** Not in memory, nor where they would not pay. */
  totals?: TotalsEntry;
  uses?: UsesEntry;
}

export interface NumberEntry extends EntryCommon {
  encoding: "number";
  kind: NumberKind;
  /** Stored is the number times this; absent: 1. */
  scale?: DecimalScale;
  min: number;
  max: number;
  /** -1: every row has `min`, which like `max` and `uses` is the number itself. */
  part: number;
  /** One byte a row; -1: every row has a value. */
  presentPart: number;
  /** Only of "u8", in files: values that occur, with their rows. */
  uses?: [value: number, rows: number][];
  /** As in `UsesEntry`, of the numbers that occur. */
  lists?: number;
}

export interface TextEntry extends EntryCommon {
  encoding: "text";
  blockRows: number[];
  /** Part of the first block; the others follow. */
  part: number;
  /** True: each block's bytes are followed by a part with its offsets. False: they are found by looking for 0xFF. */
  offsets: boolean;
  bytes: number;
  /** Blocks hold the digits of their texts (hex-texts.ts), except those that are `plain`. Only in files. */
  digits?: { pattern: HexPattern; plain: number[] };
  /** Word filters of the blocks (word-bloom-filter.ts), by sections of neighbouring ones. Only in files. */
  words?: WordFilterEntry[];
  /** The same as earlier versions wrote them (word-bloom-filter-before-v3.ts), in one part. */
  filters?: { lengths: number[]; part: number };
}

/** True: reading it takes longer than it should, for its templates have to be numbered each time. */
export function hasUnnumberedTemplates({ base: { message } }: SegmentDirectory): boolean {
  return message.encoding === "template" && message.templates.encoding === "text";
}

/** Few distinct values: what is read as a DictionaryColumn. */
export type ValuesEntry = ConstantEntry | DictionaryEntry;

/** Only messages in files. */
export interface TemplateEntry extends EntryCommon {
  encoding: "template";
  /** Written templates (template.ts). */
  templates: ValuesEntry;
  /** The words in the holes, by kind and place in the text. */
  numbers: ColumnEntry[];
  words: ColumnEntry[];
  /** Absent before version 4 of day files. */
  any?: ColumnEntry[];
  /** Texts that are kept whole. */
  whole?: ColumnEntry;
  /**
   * A part with the `WordPairs` (word-pairs.ts) of `words`, then of `any`, one after the other. Absent in files of
   * earlier builds.
   */
  pairs?: number;
  /** Absent in files of earlier builds, where there are too many of them, and where no template has room for one. */
  quads?: QuadsEntry;
}

/** Filters of the quads in the messages of each slice (quad-filter.ts), by sections of neighbouring slices. */
export interface QuadsEntry {
  /** In each slice but the last. */
  sliceRows: number;
  filters: WordFilterEntry[];
}

/**
 * How early builds merged templates when there were many: row by row, without a dictionary. Read, no longer written.
 */
export interface UnnumberedTemplateEntry extends Omit<TemplateEntry, "templates"> {
  templates: TextEntry;
}

export type ColumnEntry =
  | ConstantEntry
  | DictionaryEntry
  | NumberEntry
  | TextEntry
  | TemplateEntry
  | UnnumberedTemplateEntry;

/** Stored in the parts from `part` on, `groupsOfPart` groups in each except the last. */
export interface WordFilterEntry {
  blocks: number;
  groups: number;
  groupsOfPart: number;
  part: number;
}

/** Neighbouring rows that are read without the others. */
export interface RowSlice {
  slice: number;
  /** First row. */
  from: number;
  rows: number;
  /** For each slice but the last. */
  sliceRows: number;
  allRows: number;
}

/** Takes parts in order. */
export interface PartSink {
  /**
   * True when speed matters more than memory: offsets are written out, and added arrays are kept where they lie.
   * Otherwise the sink keeps none of them, and the caller may free them.
   */
  readonly inMemory: boolean;
  /** Rows per slice of the parts that have more rows; absent: there are no slices. */
  readonly sliceRows?: number;
  /** Where the slices of its rows end, which are not all rows of the segment. */
  readonly ends?: readonly number[];
  /**
   * `planes`: the width of the words in `bytes`, when storing all first bytes together, then all second bytes, and so
   * on, helps. `rowBytes`: bytes per row, when slices of rows must be readable on their own. `ends`: see above.
   */
  add(bytes: Uint8Array, planes?: 1 | 2 | 4, rowBytes?: number, ends?: readonly number[]): number;
}

/** Gives parts back. The bytes begin at a multiple of 8 in their buffer and must not be written to. */
export interface PartSource {
  /** `take`: where they are unpacked to, if they have to be. */
  part(index: number, take?: TakeBytes): Uint8Array;
  /** `count` parts from `first` on, joined. Absent: they are in memory as they are. */
  parts?(first: number, count: number): Uint8Array;
  /** The rows of one slice of a part that was added with `rowBytes`. Only of files. */
  slice?(index: number, slice: number, take?: TakeBytes): Uint8Array;
  /** Rows of a slice; absent where these are unknown, or there are no slices. */
  readonly sliceRows?: number | undefined;
}

export const baseColumns: readonly BaseColumn[] = [
  "host",
  "program",
  "message",
  "severity",
  "facility",
  "type",
  "status",
  "cisco_mnemonic",
  "extra_fields",
];

/** Base columns that are kept as numbers; the others never are. */
export const numberColumns: ReadonlySet<BaseColumn> = new Set(["severity", "facility", "type", "status"]);

/** Thrown where bytes do not fit the format; who knows the file turns it into a DamagedSegmentError. */
export class FormatError extends Error {
  override readonly name = "FormatError";
}

export function summaryOf(directory: SegmentDirectory): SegmentSummary {
  const { rows, minId, maxId, minTime, maxTime, occurrences } = directory;
  return { rows, minId, maxId, minTime, maxTime, occurrences };
}

export function parseDirectory(bytes: Uint8Array): SegmentDirectory {
  let directory: SegmentDirectory;
  try {
    directory = JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new FormatError("The directory of a segment is not JSON.", { cause });
  }
  if (!isReadableVersion(directory.version))
    throw new FormatError(`Expected segment format ${segmentFormatVersion}, got "${directory.version}".`);
  return directory;
}
