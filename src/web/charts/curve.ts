/** A point of the plane. */
export type Point = readonly [x: number, y: number];

/**
 * A smooth path through all points, which are in the order of x, that rises and falls only where they do (monotone
 * cubic interpolation after Fritsch and Carlson).
 */
export function smoothPath(points: readonly Point[]): string {
  if (points.length < 2) return points.map(([x, y]) => `M${round(x)} ${round(y)}h.01`).join("");
  const slopes = points.slice(1).map(([x, y], i) => (y - points[i]![1]) / (x - points[i]![0]));
  const tangents = points.map((_, i) => tangentOf(slopes[i - 1], slopes[i]));
  const parts = points.slice(1).map(([x, y], i) => {
    const [fromX, fromY] = points[i]!;
    const third = (x - fromX) / 3;
    const first = `${round(fromX + third)} ${round(fromY + tangents[i]! * third)}`;
    const second = `${round(x - third)} ${round(y - tangents[i + 1]! * third)}`;
    return `C${first} ${second} ${round(x)} ${round(y)}`;
  });
  return `M${round(points[0]![0])} ${round(points[0]![1])}${parts.join("")}`;
}

/** Harmonic mean of the slopes on both sides; level at a turn, so that nothing overshoots. */
function tangentOf(before: number | undefined, after: number | undefined): number {
  if (before === undefined || after === undefined) return (before ?? after)!;
  return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
