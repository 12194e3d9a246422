import { patternVersion } from "../../pattern/pattern-id.ts";
import { freeArrays } from "../../runtime/free-arrays.ts";
import { countPresent, encodeDictionary, isSparse } from "../columns/column-writer.ts";
import { encodeSeries } from "../format/integers.ts";
import type { PartSink, PatternsEntry, SegmentDirectory } from "../format/segment-format.ts";
import { SharedPatterns } from "../patterns/shared-patterns.ts";
import { untoldPatterns } from "../patterns/untold-patterns.ts";
import type { StoredSegment } from "../read/stored-segment.ts";
import type { DictionaryColumn, Segment } from "../segment.ts";
import { freeColumns } from "./free-columns.ts";
import { mergeDictionaries } from "./merge-dictionaries.ts";
import type { MergeOrder, MergeSource } from "./merge-order.ts";

/**
 * Copies the patterns that templates do not determine from the sources. Only where rows kept their templates. Undefined
 * when a source does not know them.
 */
export function* mergePatterns(
  sources: readonly MergeSource[],
  sink: PartSink,
  order: MergeOrder,
): Generator<void, PatternsEntry | undefined> {
  const columns: DictionaryColumn[] = [];
  for (const { view } of sources) {
    const column = view.uncached.untoldPatterns();
    if (!column) return undefined;
    columns.push(column);
  }
  const merged = (yield* mergeDictionaries(columns, order, order.rows))!;
  freeColumns(columns);
  const { bytes, used } = merged.values;
  const values = Buffer.from(bytes.buffer, bytes.byteOffset, used).toString("latin1").split("\xff").slice(0, -1);
  return encodePatterns(sink, values, merged.ids);
}

/** True when messages are templates, and readers would have to compute their patterns. */
export function lacksPatterns({ base, patterns }: SegmentDirectory): boolean {
  return base.message.encoding === "template" && patterns === undefined;
}

/** The same from the written segment, without caching: a slice at a time. */
export function* writePatterns(sink: PartSink, written: StoredSegment): Generator<void, PatternsEntry> {
  const shared = new SharedPatterns();
  const ids = new Uint32Array(written.rows);
  const { slices } = written;
  for (let slice = 0; slice < (slices?.count ?? 1); slice++) {
    const part = slices?.open(slice) ?? written;
    const found = yield* untoldPatterns(templatesOf(part), part.rows, undefined, shared);
    ids.set(found.ids, slices?.firstRow(slice) ?? 0);
    shared.tidy();
    yield;
  }
  return encodePatterns(sink, shared.numbers.values.slice(1), ids);
}

function templatesOf(segment: Segment) {
  const message = segment.base("message");
  if (message.encoding !== "text" || !message.templates) throw new Error("The messages of a segment are no templates.");
  return message.templates;
}

/** Frees `ids`. */
function encodePatterns(sink: PartSink, values: readonly string[], ids: Uint32Array): PatternsEntry {
  const version = patternVersion;
  const count = countPresent(ids);
  if (!isSparse(count, ids.length)) {
    const column = encodeDictionary(sink, values, ids);
    freeArrays([ids]);
    return { version, column };
  }
  const at = new Float64Array(count);
  const some = new Uint32Array(count);
  for (let row = 0, used = 0; row < ids.length; row++) {
    if (ids[row] === 0) continue;
    at[used] = row;
    some[used++] = ids[row]!;
  }
  const column = encodeDictionary(sink, values, some);
  column.sparse = encodeSeries(sink, at);
  freeArrays([at, some, ids]);
  return { version, column };
}
