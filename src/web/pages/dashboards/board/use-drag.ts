import { type PointerEvent, useRef } from "react";
import { gapPixels, gridColumns, type Place, rowPixels } from "./grid-layout.ts";
import type { BoardLayout } from "./use-board-layout.ts";

interface Drag {
  x: number;
  y: number;
  columnPixels: number;
  place: Place;
  /** All places as they were when it began. */
  places: readonly Place[];
}

/** Moves a widget with the pointer, or makes it larger and smaller: by whole cells. */
export function useDrag(layout: BoardLayout, place: Place, does: "move" | "resize") {
  const drag = useRef<Drag>(undefined);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const grid = event.currentTarget.closest("[data-grid]");
      if (event.button !== 0 || grid === null) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.focus();
      drag.current = {
        x: event.clientX,
        y: event.clientY,
        columnPixels: (grid.clientWidth + gapPixels) / gridColumns,
        place,
        places: layout.places,
      };
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag.current === undefined) return;
      const { x, y, columnPixels, place: begun, places } = drag.current;
      const columns = Math.round((event.clientX - x) / columnPixels);
      const rows = Math.round((event.clientY - y) / (rowPixels + gapPixels));
      const change =
        does === "move" ? { x: begun.x + columns, y: begun.y + rows } : { w: begun.w + columns, h: begun.h + rows };
      layout.move(begun.id, change, places);
    },
    onPointerUp: () => {
      drag.current = undefined;
    },
    onPointerCancel: () => {
      if (drag.current !== undefined) layout.move(drag.current.place.id, {}, drag.current.places);
      drag.current = undefined;
    },
  };
}
