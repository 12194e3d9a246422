import { touches } from "../../eventstore/snapshot.ts";
import { isInside } from "../../filter/rows/select-times.ts";
import type { OpenQuestion } from "../query-kind.ts";
import { keyRange, type SortOrder } from "./search-order.ts";

/** Neighbouring rows, all of one segment, that a search without conditions finds. */
export interface RowBlock {
  /** Position of the segment. */
  readonly segment: number;
  /** Position of the slice; undefined: the whole segment. */
  readonly slice: number | undefined;
  readonly rows: number;
  /** No row sorts before `low` or behind `high`. */
  readonly low: number;
  readonly high: number;
  /** All its rows are found; else some may not be. */
  readonly isWhole: boolean;
}

/** Blocks before a page that need not be read: only how many rows they have matters. */
export class SkippedSlices {
  readonly rows: number;
  readonly #slices: ReadonlySet<string>;

  constructor(blocks: readonly RowBlock[]) {
    this.rows = blocks.reduce((sum, { rows }) => sum + rows, 0);
    this.#slices = new Set(blocks.map(({ segment, slice }) => nameOf(segment, slice)));
  }

  has(segment: number, slice: number | undefined): boolean {
    return this.#slices.has(nameOf(segment, slice));
  }
}

/** Opens only as many segments as hold the rows before the page. For searches by time without conditions. */
export function skippedSlices(
  question: Pick<OpenQuestion<unknown>, "segments" | "span" | "open">,
  order: SortOrder,
  offset: number,
): SkippedSlices {
  const { segments, span, open } = question;
  const whole = segments
    .map((handle, segment) => blockOf({ ...handle, segment, slice: undefined }))
    .filter((_, i) => touches(segments[i]!, span))
    .sort((a, b) => a.low - b.low);
  const blocks: RowBlock[] = [];
  let before = 0;
  for (const block of whole) {
    if (before <= offset) blocks.push(...cut(block));
    else blocks.push(block);
    before += block.rows;
  }
  return new SkippedSlices(blocksBefore(blocks, offset));

  function cut(block: RowBlock): RowBlock[] {
    const { segment } = block;
    const { slices } = open(segments[segment]!);
    if (!slices) return [block];
    return Array.from({ length: slices.count }, (_, slice) => {
      const rows = slices.firstRow(slice + 1) - slices.firstRow(slice);
      return blockOf({ segment, slice, rows, minTime: slices.minTime(slice), maxTime: slices.maxTime(slice) });
    });
  }

  function blockOf(
    some: Pick<RowBlock, "segment" | "slice" | "rows"> & { minTime: number; maxTime: number },
  ): RowBlock {
    const { segment, slice, rows } = some;
    const [low, high] = keyRange(order, [some]);
    return { segment, slice, rows, low, high, isWhole: isInside(some, span) };
  }
}

/**
 * Blocks whose rows all come before the one at `offset`. At most as many rows lie below a key as the blocks that begin
 * below it have; as long as these are no more than `offset`, everything below the key is before the page.
 */
export function blocksBefore(blocks: readonly RowBlock[], offset: number): RowBlock[] {
  const rising = [...blocks].sort((a, b) => a.low - b.low);
  let rows = 0;
  let end = 0;
  while (end < rising.length && rows + rising[end]!.rows <= offset) rows += rising[end++]!.rows;
  const key = rising[end]?.low ?? Number.POSITIVE_INFINITY;
  return rising.slice(0, end).filter(({ high, isWhole }) => isWhole && high < key);
}

function nameOf(segment: number, slice: number | undefined): string {
  return `${segment} ${slice ?? ""}`;
}
