import type { Canvas } from "./canvas.ts";
import type { FontSet } from "./font-set.ts";

/** A piece of a page that is kept together. */
export interface Piece {
  canvas: Canvas;
  height: number;
}

export interface Surroundings {
  fonts: FontSet;
  timezone: string;
}
