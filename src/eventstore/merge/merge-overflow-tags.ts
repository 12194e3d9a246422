import { packTags } from "../columns/overflow-tags.ts";
import { TextBlockWriter } from "../columns/text-blocks.ts";
import type { PartSink, SegmentDirectory } from "../encoding/segment-format.ts";
import type { StoredSegment } from "../read/stored-segment.ts";
import type { MergeOrder, MergeSource } from "./merge-order.ts";

type Pair = [name: string, value: string];

/** Writes the shared column of the tags that have no column of their own in the merged segment. */
export function* mergeOverflowTags(
  sources: readonly MergeSource[],
  sink: PartSink,
  { rows, source, row }: MergeOrder,
  own: ReadonlySet<string>,
): Generator<void, SegmentDirectory["rest"]> {
  const readers = sources.map(({ view }) => restReader(view, own));
  if (readers.every((reader) => reader === undefined)) return undefined;
  const names = new Set<string>();
  const writer = new TextBlockWriter(sink);
  for (let i = 0; i < rows; i++) {
    const pairs = readers[source[i]!]?.(row[i]!) ?? [];
    for (const [name] of pairs) names.add(name);
    if (writer.addText(packTags(pairs))) yield;
    if (i % rowsPerSlice === rowsPerSlice - 1) yield;
  }
  const column = writer.finish();
  return column.count === 0 ? undefined : { names: [...names].sort(), column };
}

function restReader(view: StoredSegment, own: ReadonlySet<string>): ((row: number) => Pair[]) | undefined {
  const rest = view.restTags();
  const demoted = demotedTags(view, own);
  if (!rest && demoted.size === 0) return undefined;
  return (row) => [...(rest?.pairs(row) ?? []).filter(([name]) => !own.has(name)), ...(demoted.get(row) ?? [])];
}

/** Values of tags that had a column in the source and lose it: the rarest ones, so this stays small. */
function demotedTags(view: StoredSegment, own: ReadonlySet<string>): Map<number, Pair[]> {
  const byRow = new Map<number, Pair[]>();
  for (const [name] of view.directory.tags) {
    if (own.has(name)) continue;
    const column = view.uncached.tag(name)!;
    for (let row = 0; row < view.rows; row++) {
      const value = column.text(row);
      if (value === "") continue;
      const pairs = byRow.get(row);
      if (pairs) pairs.push([name, value]);
      else byRow.set(row, [[name, value]]);
    }
  }
  return byRow;
}

const rowsPerSlice = 8_192;
