import { type LayoutItem, moveElement, verticalCompactor } from "react-grid-layout/core";
import { type BoardWidget, configOf } from "../../../widgets/board-widget.ts";
import { widgetKind } from "../../../widgets/widget-kinds.ts";
import { placeInLines, type WantedPlace } from "./place-in-lines.ts";

export const gridColumns = 6;
/** Pixels of a row, and between two. Twin: board-grid.module.css. */
export const rowPixels = 70;
export const gapPixels = 10;

/** Place of a widget: columns and rows from 0. */
export interface Place {
  id: number;
  x: number;
  y: number;
  w: number;
  h: number;
  /** It belongs to somebody else and must not move. */
  isFixed: boolean;
}

/** The places of all widgets, in reading order, each where its config says, or below what lies there already. */
export function placesOf(widgets: readonly Pick<BoardWidget, "id" | "type" | "config" | "is_read_only">[]): Place[] {
  const sizes = widgets.map(({ type, config }): WantedPlace => {
    const { col, row, sizeX = 2, sizeY } = configOf({ config });
    return { col, row, w: Math.min(gridColumns, sizeX), h: sizeY ?? widgetKind(type)?.size[1] ?? 3 };
  });
  const wanted = placeInLines(sizes, gridColumns).map(
    (place, i): LayoutItem => ({ i: String(widgets[i]!.id), ...place }),
  );
  const fixed = new Set(widgets.filter(({ is_read_only }) => is_read_only).map(({ id }) => id));
  return toPlaces(verticalCompactor.compact(wanted, gridColumns), fixed);
}

/** The places when one widget is moved or resized; the others make room and close up. */
export function withPlace(places: readonly Place[], id: number, change: Partial<Omit<Place, "id">>): Place[] {
  const fixed = new Set(places.filter(({ isFixed }) => isFixed).map((place) => place.id));
  const items = places.map(({ id: each, x, y, w, h }): LayoutItem => ({ i: String(each), x, y, w, h }));
  const item = items.find(({ i }) => i === String(id))!;
  item.w = clamp(change.w ?? item.w, 1, gridColumns - (change.x ?? item.x));
  item.h = clamp(change.h ?? item.h, 1, rowsMax);
  const x = clamp(change.x ?? item.x, 0, gridColumns - item.w);
  const y = clamp(change.y ?? item.y, 0, rowsMax);
  const moved = moveElement(items, item, x, y, true, false, "vertical", gridColumns);
  return toPlaces(verticalCompactor.compact(moved, gridColumns), fixed);
}

/**
 * The places when one widget goes a column to the side, or past its next neighbour up or down: as they close up, it
 * would be back at once after a single row.
 */
export function withStep(places: readonly Place[], id: number, dx: number, dy: number): Place[] {
  const { x, y } = places.find((place) => place.id === id)!;
  if (dy === 0) return withPlace(places, id, { x: x + dx });
  const bottom = freeRow(places);
  for (let row = y + dy; row >= 0 && row <= bottom; row += dy) {
    const next = withPlace(places, id, { y: row });
    if (next.find((place) => place.id === id)!.y !== y) return next;
  }
  return [...places];
}

/** Bounds the rows of a grid. */
const rowsMax = 500;

/** Finds room for a new widget: at the end. */
export function freeRow(places: readonly Place[]): number {
  return Math.max(0, ...places.map(({ y, h }) => y + h));
}

export function samePlace(a: Place, b: Place): boolean {
  return a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;
}

function toPlaces(layout: readonly LayoutItem[], fixed: ReadonlySet<number>): Place[] {
  return layout
    .map(({ i, x, y, w, h }) => ({ id: Number(i), x, y, w, h, isFixed: fixed.has(Number(i)) }))
    .sort((a, b) => a.y - b.y || a.x - b.x);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}
