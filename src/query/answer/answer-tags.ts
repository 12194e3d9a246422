import type { SegmentReader } from "../../eventstore/read/segment-reader.ts";
import type { Column, OverflowTags, Segment } from "../../eventstore/segment.ts";
import type { Snapshot, TimeSpan } from "../../eventstore/snapshot.ts";
import { numberOfText } from "../../filter/condition/number-text.ts";
import type { Selection } from "../../filter/rows/selection.ts";
import { compileFilter } from "../../filter/select/compile-filter.ts";
import { selectRows } from "../../filter/select/select-rows.ts";
import { foldCase } from "../../filter/words/fold-case.ts";
import { StopRequested, WorkClock } from "../execution/work-clock.ts";
import { tagNamesMax } from "../limits.ts";

/** A question about the names of user tags, as a worker gets it. Plain data: it crosses threads. */
export interface TagsTask {
  tagSpan: TimeSpan;
  /** Prefix of the names, in any case. */
  prefix: string;
  /** Host patterns of the caller's limits; empty: no limit. */
  hosts: readonly string[];
  snapshot: Snapshot;
  /** Memory of `ControlWords`. */
  control: SharedArrayBuffer;
}

export interface TagsAnswer {
  /** By name. A tag is a number when it is one in every row of the newest segment that has it. */
  tags: { name: string; type: "text" | "number" }[];
  /** False when it was stopped, or there are more than `tagNamesMax`. */
  isComplete: boolean;
}

/**
 * The user tags that events inside the span have, of hosts that the caller may see. In any thread that has a reader,
 * while the snapshot's lease lasts. Throws DamagedSegmentError.
 */
export function answerTags(task: TagsTask, reader: Pick<SegmentReader, "open">): TagsAnswer {
  const found = new Map<string, "text" | "number">();
  const isComplete = collect(task, reader, found);
  const tags = Array.from(found, ([name, type]) => ({ name, type }));
  return { tags: tags.sort((a, b) => (a.name < b.name ? -1 : 1)), isComplete };
}

/** False when it had to end early. */
function collect(
  { tagSpan, prefix, hosts, snapshot, control }: TagsTask,
  reader: Pick<SegmentReader, "open">,
  found: Map<string, "text" | "number">,
): boolean {
  const clock = new WorkClock(control);
  const tick = () => clock.tick();
  const filter = compileFilter([], hosts);
  const wanted = foldCase(prefix);
  try {
    for (const handle of snapshot.segments) {
      tick();
      const segment = reader.open(handle, snapshot.eventsFolder);
      const names = segment.tagNames().filter((name) => !found.has(name) && foldCase(name).startsWith(wanted));
      if (names.length === 0) continue;
      const selection = selectRows(segment, filter, tagSpan, tick);
      for (const [name, type] of typesOf(segment, names, selection, tick)) {
        if (found.size >= tagNamesMax) return false;
        found.set(name, type);
      }
    }
    return true;
  } catch (error) {
    if (error instanceof StopRequested) return false;
    throw error;
  }
}

/** Types of the names that a chosen row has. */
function* typesOf(
  segment: Segment,
  names: readonly string[],
  selection: Selection,
  tick: () => void,
): Generator<[name: string, type: "text" | "number"]> {
  const overflow = segment.overflowTags?.();
  const shared = new Set(overflow?.names);
  for (const name of names) {
    if (shared.has(name)) continue;
    tick();
    const type = typeOf(segment.tag(name), selection);
    if (type !== undefined) yield [name, type];
  }
  if (overflow) yield* typesOfOverflow(overflow, new Set(names), selection, tick);
}

/** In one pass over the rows: asking all rows for each name would take names times rows. */
function typesOfOverflow(
  overflow: OverflowTags,
  wanted: ReadonlySet<string>,
  selection: Selection,
  tick: () => void,
): Map<string, "text" | "number"> {
  const types = new Map<string, "text" | "number">();
  for (let row = selection.start; row < selection.end; row++) {
    if (row % rowsPerTick === 0) tick();
    if (!selection.has(row)) continue;
    for (const [name, value] of overflow.pairs(row))
      if (wanted.has(name) && types.get(name) !== "text")
        types.set(name, Number.isNaN(numberOfText(value)) ? "text" : "number");
  }
  return types;
}

const rowsPerTick = 1_024;

/** Undefined when no chosen row has a value. */
function typeOf(column: Column | undefined, selection: Selection): "text" | "number" | undefined {
  let type: "number" | undefined;
  if (column === undefined) return undefined;
  for (let row = selection.start; row < selection.end; row++) {
    if (!selection.has(row)) continue;
    const text = column.text(row);
    if (text === "") continue;
    if (column.encoding !== "number" && Number.isNaN(numberOfText(text))) return "text";
    type = "number";
    if (column.encoding === "number") return type;
  }
  return type;
}
