/**
 * Numbers of the first `rows` times in rising order of time, of equal ones in theirs; undefined when they stand in
 * order already.
 */
export function orderByTime(times: Float64Array, rows: number): Uint32Array | undefined {
  let rising = true;
  for (let row = 1; rising && row < rows; row++) rising = times[row]! >= times[row - 1]!;
  if (rising) return undefined;
  return sortedAsNumbers(times, rows) ?? sortedByTimes(times, rows);
}

function sortedByTimes(times: Float64Array, rows: number): Uint32Array {
  return Uint32Array.from({ length: rows }, (_, row) => row).sort((a, b) => times[a]! - times[b]! || a - b);
}

/** Time and row as one number each, which the system sorts itself; undefined: the times are too far apart for that. */
function sortedAsNumbers(times: Float64Array, rows: number): Uint32Array | undefined {
  let first = times[0]!;
  let last = first;
  for (let row = 1; row < rows; row++) {
    first = Math.min(first, times[row]!);
    last = Math.max(last, times[row]!);
  }
  // Up to there keys are exact, and dividing one never rounds up to the next whole number.
  if ((last - first + 1) * rows > Number.MAX_SAFE_INTEGER) return undefined;
  const keys = new Float64Array(rows);
  for (let row = 0; row < rows; row++) keys[row] = (times[row]! - first) * rows + row;
  keys.sort();
  const order = new Uint32Array(rows);
  for (let place = 0; place < rows; place++) {
    const key = keys[place]!;
    // `%` of numbers beyond 32 bits is a call.
    order[place] = key - Math.floor(key / rows) * rows;
  }
  return order;
}
