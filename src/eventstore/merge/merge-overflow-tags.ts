import { packTags } from "../columns/overflow-tags.ts";
import { TextBlockWriter } from "../columns/text-blocks.ts";
import type { PartSink, SegmentDirectory } from "../format/segment-format.ts";
import type { StoredSegment } from "../read/stored-segment.ts";
import type { MergeOrder, MergeSource } from "./merge-order.ts";

type Pair = [name: string, value: string];

/** Writes the shared column of the tags that have no column of their own in the merged segment. */
export function* mergeOverflowTags(
  sources: readonly MergeSource[],
  sink: PartSink,
  { rows, source, row, moves }: MergeOrder,
  own: ReadonlySet<string>,
): Generator<void, SegmentDirectory["rest"]> {
  if (!sources.some(({ view }) => hasOverflowTags(view, own))) return undefined;
  const readers = new RestReaders(sources, moves, own);
  const names = new Set<string>();
  const writer = new TextBlockWriter(sink);
  for (let i = 0; i < rows; i++) {
    const pairs = readers.next(source[i]!, row[i]!);
    for (const [name] of pairs) names.add(name);
    if (writer.addText(packTags(pairs))) yield;
    if (i % rowsPerSlice === rowsPerSlice - 1) yield;
  }
  const column = writer.finish();
  return column.count === 0 ? undefined : { names: [...names].sort(), column };
}

/**
 * Reads the sources row by row. What a source's columns lose is held from its first row in the merged segment to its
 * last: sources mostly follow each other.
 */
class RestReaders {
  private readonly readers = new Map<number, (row: number) => Pair[]>();
  private readonly left: number[];

  constructor(
    private readonly sources: readonly MergeSource[],
    moves: MergeOrder["moves"],
    private readonly own: ReadonlySet<string>,
  ) {
    this.left = moves.map(({ row }) => row.length);
  }

  next(source: number, row: number): Pair[] {
    let reader = this.readers.get(source);
    if (reader === undefined) {
      reader = overflowReader(this.sources[source]!.view, this.own);
      this.readers.set(source, reader);
    }
    const pairs = reader(row);
    if (--this.left[source]! === 0) this.readers.delete(source);
    return pairs;
  }
}

function hasOverflowTags({ directory }: StoredSegment, own: ReadonlySet<string>): boolean {
  return directory.rest !== undefined || directory.tags.some(([name]) => !own.has(name));
}

function overflowReader(view: StoredSegment, own: ReadonlySet<string>): (row: number) => Pair[] {
  const overflow = view.overflowTags();
  const demoted = demotedTags(view, own);
  return (row) => [...(overflow?.pairs(row) ?? []).filter(([name]) => !own.has(name)), ...(demoted.get(row) ?? [])];
}

/** Values of tags that had a column in the source and lose it: the rarest ones. */
function demotedTags(view: StoredSegment, own: ReadonlySet<string>): Map<number, Pair[]> {
  const { visitTag } = view.uncached;
  const byRow = new Map<number, Pair[]>();
  for (const [name] of view.directory.tags) {
    if (own.has(name)) continue;
    visitTag(name, (row, value) => {
      const pairs = byRow.get(row);
      if (pairs) pairs.push([name, value]);
      else byRow.set(row, [[name, value]]);
    });
  }
  return byRow;
}

const rowsPerSlice = 8_192;
