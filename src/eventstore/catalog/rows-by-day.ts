import { type DayNumber, dayNumberOf } from "../event/days.ts";
import type { StoredSegment } from "../read/stored-segment.ts";

/**
 * Groups the rows of a segment by day; `undefined` means all rows. In shared memory, since they go from thread to
 * thread.
 */
export function rowsByDay(view: StoredSegment): Map<DayNumber, Uint32Array | undefined> {
  const first = view.times().first;
  const only = dayNumberOf(first[0]!);
  if (!view.mayMoveDays && only === dayNumberOf(first[first.length - 1]!)) return new Map([[only, undefined]]);
  const lists = new Map<DayNumber, number[]>();
  for (let row = 0; row < view.rows; row++) {
    const day = view.dayOf(row);
    const rows = lists.get(day);
    if (rows) rows.push(row);
    else lists.set(day, [row]);
  }
  if (lists.size === 1) return new Map([...lists.keys()].map((day) => [day, undefined]));
  return new Map([...lists].map(([day, rows]) => [day, shared(rows)]));
}

function shared(rows: readonly number[]): Uint32Array {
  const copy = new Uint32Array(new SharedArrayBuffer(rows.length * 4));
  copy.set(rows);
  return copy;
}
