import { rowColumns } from "../../document/document.ts";

/** Something with a place on the grid of a dashboard, six columns wide. */
export interface Placed {
  config: Readonly<Record<string, unknown>>;
}

export interface LayoutCell<Widget> {
  /** Columns of the six that it takes. */
  columns: number;
  /** Undefined: left empty, so that its neighbour keeps its place. */
  widget: Widget | undefined;
}

/**
 * Rows from the top down, each with cells from left to right. Widgets whose heights overlap make a band; in a band
 * those whose widths overlap make a column, and a row takes the next of each column: so a row is as high as one widget,
 * which fits on a page, and every widget on the grid comes once, also those on top of each other. Widgets without a
 * place come last, each in a row of its own.
 */
export function layOut<Widget extends Placed>(widgets: readonly Widget[]): LayoutCell<Widget>[][] {
  const places = widgets.map((widget) => ({ widget, box: boxOf(widget) }));
  const placed = places.flatMap(({ widget, box }) => (box === undefined ? [] : [{ widget, box }]));
  const rows = cluster(placed, ({ box }) => [box.row, box.row + box.sizeY]).flatMap(rowsOfBand);
  const others = places.filter(({ box }) => box === undefined);
  return [...rows, ...others.map(({ widget }) => [{ columns: rowColumns, widget }])];
}

function rowsOfBand<Widget>(band: readonly { widget: Widget; box: Box }[]): LayoutCell<Widget>[][] {
  const columns = cluster(band, ({ box }) => [box.col, box.col + box.sizeX]).map((column) => ({
    width: widthOf(column.map(({ box }) => box)),
    widgets: column.toSorted((a, b) => a.box.row - b.box.row).map(({ widget }) => widget),
  }));
  const height = Math.max(...columns.map(({ widgets }) => widgets.length));
  return Array.from({ length: height }, (_, i) =>
    columns.map(({ width, widgets }) => ({ columns: width, widget: widgets[i] })),
  );
}

interface Box {
  col: number;
  row: number;
  sizeX: number;
  sizeY: number;
}

/** The stored layout may contain anything; invalid places are ignored. */
function boxOf({ config }: Placed): Box | undefined {
  const [col, row] = [wholeOf(config.col), wholeOf(config.row)];
  if (col === undefined || row === undefined || col >= rowColumns) return undefined;
  const sizeX = Math.min(Math.max(1, wholeOf(config.sizeX) ?? defaultSizeX), rowColumns - col);
  return { col, row, sizeX, sizeY: Math.max(1, wholeOf(config.sizeY) ?? 1) };
}

/** A third of the width, for a widget that has a place but no width. */
const defaultSizeX = 2;

function wholeOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/** Groups of overlapping widgets, also through others, in the order of their beginnings. */
function cluster<Item>(items: readonly Item[], reach: (item: Item) => readonly [from: number, to: number]): Item[][] {
  const groups: Item[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const item of items.toSorted((a, b) => reach(a)[0] - reach(b)[0])) {
    const [from, to] = reach(item);
    if (from >= end) groups.push([]);
    groups.at(-1)!.push(item);
    end = Math.max(end, to);
  }
  return groups;
}

function widthOf(boxes: readonly Box[]): number {
  return Math.max(...boxes.map(({ col, sizeX }) => col + sizeX)) - Math.min(...boxes.map(({ col }) => col));
}
