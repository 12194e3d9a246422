import { freeArrays } from "../../runtime/free-arrays.ts";
import type { RowTimes } from "../columns/by-value/totals.ts";
import type { StoredColumn } from "../columns/column-reader.ts";
import { isSparse } from "../columns/column-writer.ts";
import { mostFrequent } from "../columns/overflow-tags.ts";
import { dayNumberOf } from "../event/days.ts";
import { encodeSeries } from "../format/integers.ts";
import { sumOf } from "../format/number-arrays.ts";
import {
  baseColumns,
  type ColumnEntry,
  FormatError,
  numberColumns,
  type PartSink,
  type SegmentDirectory,
  segmentFormatVersion,
} from "../format/segment-format.ts";
import { templateRowsMin } from "../limits.ts";
import { encodeFired } from "../occurrences/fired-table.ts";
import { encodeMinutes } from "../occurrences/minute-counts.ts";
import { encodeTimes, type Occurrences, slicesOf, timeRange } from "../occurrences/occurrence-times.ts";
import type { TimeTable } from "../segment.ts";
import { mergeColumn } from "./merge-column.ts";
import { mergeFired } from "./merge-fired.ts";
import type { MergeSource } from "./merge-order.ts";
import { freeOrder, type MergeOrder, mergeOrder, StoredRowsOrder } from "./merge-order.ts";
import { mergeOverflowTags } from "./merge-overflow-tags.ts";
import { mergePatterns } from "./merge-patterns.ts";
import { TemplateMerge } from "./merge-templates.ts";
import { mergeTexts } from "./merge-texts.ts";
import { type TemplatesOfRows, templateTagsOf } from "./template-tags.ts";

/**
 * Merges several segments into one. It works a column at a time and never goes through events, so it needs memory for
 * the row order and the times (about 24 bytes a row) and one column. It runs in slices: the caller may pause at each
 * `yield`. Parts go to the sink; the directory is returned, without patterns where these have to be computed.
 * `keepDays`: for the tail, where the day of a row must not change.
 */
export function* mergeSegments(
  sources: readonly MergeSource[],
  sink: PartSink,
  keepDays: boolean,
): Generator<void, SegmentDirectory> {
  const { order, occurrences, fired, days } = yield* mergeTimes(sources, keepDays);
  yield;
  const ids = mergeIds(sources, order);
  yield;
  const directory: SegmentDirectory = {
    version: segmentFormatVersion,
    rows: order.rows,
    ...idRange(ids),
    ...timeRange(occurrences),
    occurrences: sumOf(occurrences.counter),
    ids: encodeSeries(sink, ids),
    times: encodeTimes(sink, occurrences),
    ...(fired && { fired: encodeFired(sink, fired) }),
    base: {} as SegmentDirectory["base"],
    tags: [],
  };
  const slices = slicesOf(occurrences, ids, sink.sliceRows);
  if (slices) directory.slices = slices;
  freeArrays([ids]);
  yield;
  if (days.length > 0) directory.days = days;
  // Segments in memory are small, and each merge rewrites them.
  if (!sink.inMemory) {
    const severities = mergeSeverities(sources, order);
    const minutes = encodeMinutes(sink, occurrences, directory.maxTime, severities);
    if (minutes) directory.minutes = minutes;
    freeArrays([severities]);
    yield;
  }
  const rowTimes = sink.inMemory ? undefined : rowTimesOf(occurrences);
  const templates = new TemplateMerge();
  for (const name of baseColumns) {
    yield;
    const columns = sources.map(({ view }) => view.uncached.base(name));
    const writeTexts = name === "message" && deservesTemplates(sink, order) ? templates.write : mergeTexts;
    directory.base[name] = yield* mergeColumn(sink, columns, order, numberColumns.has(name), rowTimes, writeTexts);
  }
  if (templates.isKept) {
    const patterns = yield* mergePatterns(sources, sink, order);
    if (patterns) directory.patterns = patterns;
  }
  yield* mergeTags(sources, sink, order, directory, rowTimes, templates.ofRows);
  freeArrays([templates.ofRows?.ids]);
  freeOrder(order);
  freeArrays([occurrences.first, occurrences.counter]);
  return directory;
}

/** Merges the times of the sources and frees the sources', which would take as much as the largest column. */
function* mergeTimes(sources: readonly MergeSource[], keepDays: boolean) {
  const times = sources.map(({ view }) => view.times());
  yield;
  const order = mergeOrder(sources.map(({ rows }, index) => ({ times: times[index]!, rows })));
  yield;
  const occurrences = mergeOccurrences(times, order);
  yield;
  const tables = sources.map(({ view }) => view.fired());
  const fired = mergeFired(tables, times, order);
  const days = keepDays ? movedDays(sources, order, occurrences.first) : [];
  for (const { view } of sources) view.forget("times");
  return { order, occurrences, fired, days };
}

/** Each merge rewrites segments in memory; small ones are read as quickly without. */
function deservesTemplates(sink: PartSink, { rows }: MergeOrder): boolean {
  return !sink.inMemory && rows >= templateRowsMin;
}

/** Parameters: what all columns of one merge share. */
function* mergeTags(
  sources: readonly MergeSource[],
  sink: PartSink,
  order: MergeOrder,
  directory: SegmentDirectory,
  rowTimes: RowTimes | undefined,
  templates: TemplatesOfRows | undefined,
): Generator<void, void> {
  const counts = tagCounts(sources);
  const own = mostFrequent([...counts.keys()], (name) => counts.get(name)!);
  for (const { view } of sources) {
    view.overflowTags()?.collect(own);
    yield;
  }
  const templateTags = templateTagsOf(templates, own.length);
  const rowsOfTags = new StoredRowsOrder(order);
  for (const name of own) {
    yield;
    const place = directory.tags.length;
    const isOfFew = isSparse(counts.get(name)!, order.rows);
    if (!isOfFew) templateTags?.addToAll(place);
    let entry: ColumnEntry | undefined;
    if (isOfFew) {
      const columns = sources.map(({ view }) => view.uncached.storedTag(name));
      const addRows = (at: Float64Array) => templateTags?.addRows(place, at);
      entry = yield* mergeSparseTag(sink, columns, rowsOfTags, order.rows, rowTimes, addRows);
    } else {
      const columns = sources.map(({ view }) => view.uncached.tag(name));
      entry = yield* mergeColumn(sink, columns, order, true, rowTimes);
    }
    if (entry && entry.count > 0) directory.tags.push([name, entry]);
  }
  rowsOfTags.free();
  if (templateTags) directory.templateTags = templateTags.encode(sink);
  const overflow = yield* mergeOverflowTags(sources, sink, order, new Set(own));
  if (overflow) directory.rest = overflow;
}

/**
 * Undefined when no row has the tag. `addRows` is told those that do.
 * Parameters: what all columns of one merge share, and what differs.
 */
function* mergeSparseTag(
  sink: PartSink,
  columns: readonly (StoredColumn | undefined)[],
  rowsOfTags: StoredRowsOrder,
  allRows: number,
  rowTimes: RowTimes | undefined,
  addRows: (at: Float64Array) => void,
): Generator<void, ColumnEntry | undefined> {
  const some = rowsOfTags.of(columns);
  freeArrays(columns.map((one) => one?.at));
  if (some.order.rows === 0) return undefined;
  addRows(some.at);
  yield;
  const someTimes = rowTimes && timesAt(rowTimes, some.at);
  const stored = columns.map((one) => one?.column);
  const entry = yield* mergeColumn(sink, stored, some.order, true, someTimes);
  freeOrder(some.order);
  if (some.order.rows < allRows) entry.sparse = encodeSeries(sink, some.at);
  freeArrays([some.at, someTimes?.counter, someTimes?.last]);
  return entry;
}

function timesAt({ counter, last }: RowTimes, at: Float64Array): RowTimes {
  const some = { counter: new Uint16Array(at.length), last: new Float64Array(at.length) };
  for (let i = 0; i < at.length; i++) {
    some.counter[i] = counter[at[i]!]!;
    some.last[i] = last[at[i]!]!;
  }
  return some;
}

/** Overwrites the first times, which are no longer needed, with the last ones, and frees the rest. */
function rowTimesOf({ first, counter, many }: Occurrences): RowTimes {
  for (let row = 0, used = 0; used < many.length; row++) {
    if (counter[row] === 1) continue;
    used += counter[row]!;
    first[row] = many[used - 1]!;
  }
  freeArrays([many]);
  return { counter, last: first };
}

function mergeSeverities(sources: readonly MergeSource[], { rows, moves }: MergeOrder): Uint8Array {
  const severities = new Uint8Array(rows);
  for (const [index, { row, to }] of moves.entries()) {
    const column = sources[index]!.view.uncached.base("severity");
    if (column.encoding !== "number") throw new FormatError("The severities of a segment are no numbers.");
    for (let i = 0; i < row.length; i++) severities[to[i]!] = column.values[row[i]!]!;
  }
  return severities;
}

/** About how many rows have each tag that has a column somewhere. */
function tagCounts(sources: readonly MergeSource[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { view, rows } of sources) {
    const share = rows ? rows.length / view.rows : 1;
    for (const [name, entry] of view.directory.tags) counts.set(name, (counts.get(name) ?? 0) + entry.count * share);
  }
  return counts;
}

function mergeOccurrences(times: readonly TimeTable[], { rows, source, row }: MergeOrder): Occurrences {
  const first = new Float64Array(rows);
  const counter = new Uint16Array(rows);
  let total = 0;
  for (let i = 0; i < rows; i++) {
    const table = times[source[i]!]!;
    first[i] = table.first[row[i]!]!;
    counter[i] = table.counter[row[i]!]!;
    if (counter[i]! > 1) total += counter[i]!;
  }
  const many = new Float64Array(total);
  let used = 0;
  for (let i = 0; used < total; i++) {
    if (counter[i] === 1) continue;
    many.set(times[source[i]!]!.of(row[i]!), used);
    used += counter[i]!;
  }
  return { first, counter, many };
}

/** Takes one source at a time and frees its columns. */
function mergeIds(sources: readonly MergeSource[], { rows, moves }: MergeOrder): Float64Array {
  const ids = new Float64Array(rows);
  for (const [index, { row, to }] of moves.entries()) {
    const { view } = sources[index]!;
    const from = view.ids();
    for (let i = 0; i < row.length; i++) ids[to[i]!] = from[row[i]!]!;
    view.forget("ids");
  }
  return ids;
}

function idRange(ids: Float64Array): { minId: number; maxId: number } {
  let minId = Number.POSITIVE_INFINITY;
  let maxId = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < ids.length; i++) {
    minId = Math.min(minId, ids[i]!);
    maxId = Math.max(maxId, ids[i]!);
  }
  return { minId, maxId };
}

function movedDays(
  sources: readonly MergeSource[],
  order: MergeOrder,
  first: Float64Array,
): [row: number, day: number][] {
  if (sources.every(({ view }) => !view.mayMoveDays)) return [];
  const moved: [number, number][] = [];
  for (let i = 0; i < order.rows; i++) {
    const day = sources[order.source[i]!]!.view.dayOf(order.row[i]!);
    if (day !== dayNumberOf(first[i]!)) moved.push([i, day]);
  }
  return moved;
}
