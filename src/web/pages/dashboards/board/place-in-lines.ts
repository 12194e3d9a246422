/** What the config of a widget says of its place, and its size. */
export interface WantedPlace {
  col: number | undefined;
  row: number | undefined;
  w: number;
  h: number;
}

/**
 * A place for each, where it says. Those that say none stand side by side below what lies there already, as many as
 * fit; behind one with a place, a new line begins.
 */
export function placeInLines(wanted: readonly WantedPlace[], columns: number) {
  let below = 0;
  let line = { x: columns, y: 0 };
  return wanted.map(({ col, row, w, h }) => {
    const isPlaced = col !== undefined || row !== undefined;
    if (!isPlaced && line.x + w > columns) line = { x: 0, y: below };
    const x = Math.min(columns - w, col ?? (isPlaced ? 0 : line.x));
    const y = row ?? (isPlaced ? below : line.y);
    below = Math.max(below, y + h);
    line = isPlaced ? { x: columns, y } : { x: x + w, y };
    return { x, y, w, h };
  });
}
